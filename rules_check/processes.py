"""Other processes that do part of the work, and that nobody has to wait for.

`ProcessPoolExecutor` has one queue for all its processes. If they are ended while it is full, older
Pythons (3.11.2 is one) wait for ever for somebody to empty it. Here each process has a pipe of its
own, and a thread that hands it one task after the other; ending them waits for no task.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias

Work: TypeAlias = tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]]

LOOK_EVERY: Final = 0.5
"""Seconds after which a process looks again whether the one that started it is still there."""


class Processes(Executor):
    """An executor of so many processes. Ctrl-C is not for them but for the one that started them;
    they end by themselves when that one is gone."""

    def __init__(self, number: int) -> None:
        self._todo: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._closed = False
        self._broken = False
        self._processes: list[BaseProcess] = []
        self._threads: list[threading.Thread] = []
        pipes = []
        with holding_interrupts():  # whatever is started here holds them from its first moment
            for _ in range(number):  # before the first thread: what forks must have only one
                ours, theirs = multiprocessing.Pipe()
                process = multiprocessing.Process(target=_serve, args=(theirs,), daemon=True)
                process.start()
                theirs.close()
                pipes.append(ours)
                self._processes.append(process)
            for started, pipe in zip(self._processes, pipes, strict=True):
                thread = threading.Thread(
                    target=self._hand_over, args=(pipe, started.sentinel), daemon=True
                )
                thread.start()
                self._threads.append(thread)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future for what one of the processes will do."""
        if self._closed:
            raise RuntimeError("no work is taken after the end")
        if self._broken:
            raise _lost()
        future: Future[Any] = Future()
        self._todo.put((future, fn, args, kwargs))
        self._drop_if_broken()  # meanwhile: nobody will take it
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work. What was submitted is still done, unless it is to be cancelled."""
        self._closed = True
        if cancel_futures:
            self._drop(None)
        self._todo.put(None)
        if wait:
            for thread in self._threads:
                thread.join()
            for process in self._processes:
                process.join()

    def end_at_once(self) -> None:
        """End the processes, whatever they are doing; a second Ctrl-C does not come in between."""
        with holding_interrupts():
            self.shutdown(wait=False, cancel_futures=True)
            for process in self._processes:
                process.kill()
            for process in self._processes:
                process.join()

    def _hand_over(self, pipe: Connection, process: int) -> None:
        """Give a process one task after the other; in a thread."""
        while (work := self._todo.get()) is not None:
            future, fn, args, kwargs = work
            if not future.set_running_or_notify_cancel():
                continue
            try:
                pipe.send((fn, args, kwargs))
                wait([pipe, process])
                error, value = pipe.recv() if pipe.poll() else (_lost(), None)
            except (EOFError, OSError):
                error, value = _lost(), None
            except Exception as failure:  # noqa: BLE001 (who asked is told what cannot be sent)
                error, value = failure, None
            if isinstance(error, BrokenExecutor):
                self._broken = True
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)
            if self._broken:
                self._drop_if_broken()
                break
        self._todo.put(None)  # for the next thread
        with suppress(OSError):
            pipe.send(None)

    def _drop_if_broken(self) -> None:
        if self._broken:
            self._drop(_lost())

    def _drop(self, error: BrokenExecutor | None) -> None:
        """What nobody has begun fails with an error, or is cancelled."""
        last = False
        with suppress(queue.Empty):
            while True:
                work = self._todo.get_nowait()
                if work is None:
                    last = True
                elif error is None:
                    work[0].cancel()
                elif work[0].set_running_or_notify_cancel():
                    work[0].set_exception(error)
        if last:
            self._todo.put(None)


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Ctrl-C comes only after this, where the system can hold it."""
    hold = getattr(signal, "pthread_sigmask", None)
    if hold is None:
        yield
        return
    before = hold(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        hold(signal.SIG_SETMASK, before)


def _lost() -> BrokenExecutor:
    return BrokenExecutor("it was ended, by the system or by hand, before it was done")


def _serve(pipe: Connection) -> None:
    """Do what comes through a pipe; in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            work = pipe.recv()
        except (EOFError, OSError):
            return
        except Exception as failure:  # noqa: BLE001 (a task that cannot be read)
            pipe.send((_told(failure), None))
            continue
        if work is None:
            return
        fn, args, kwargs = work
        answer: tuple[Exception | None, Any]
        try:
            answer = (None, fn(*args, **kwargs))
        except Exception as failure:  # noqa: BLE001 (it is raised again where the result is asked)
            answer = (_told(failure), None)
        try:
            pipe.send(answer)
        except (BrokenPipeError, ConnectionError):
            return
        except Exception as failure:  # noqa: BLE001 (a result that cannot be sent)
            pipe.send((_told(failure), None))


def _told(failure: Exception) -> Exception:
    """A failure with the place where it came about; it leaves its traceback behind."""
    failure.add_note("in another process:\n" + "".join(traceback.format_exception(failure)))
    return failure


def _end_with_parent() -> None:
    """End this process as soon as the one that started it is gone; in a thread."""
    parent = multiprocessing.parent_process()
    started_by = os.getppid()
    while parent is not None and os.getppid() == started_by:
        # Where processes are forked, others may hold what the sentinel waits for.
        if wait([parent.sentinel], LOOK_EVERY):
            break
    os._exit(1)
