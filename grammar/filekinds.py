"""What a file is that is no card file, by its first bytes."""

from __future__ import annotations

import re
from typing import Final

_STARTS: Final = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
    (b"Rar!\x1a\x07", "an archive (RAR)"),
    (b"SQLite format 3\x00", "a database (SQLite)"),
)
_IN_ZIP: Final = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
    (b"application/vnd.oasis.opendocument.text", "a LibreOffice text document"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "a LibreOffice spreadsheet"),
    (b"application/epub", "an e-book (EPUB)"),
)
_HTML: Final = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_LOOKED_AT: Final = 4096


def kind_of_bytes(data: bytes) -> str:
    """What the bytes are, in words; "" if they may be a text."""
    top = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf")
    for start, what in _STARTS:
        if top.startswith(start):
            return what
    if top.startswith(b"RIFF") and top[8:12] == b"WEBP":
        return "a picture (WebP)"
    if top.startswith(b"PK\x03\x04"):
        return next((what for mark, what in _IN_ZIP if mark in data), "an archive (ZIP)")
    return "a web page (HTML)" if _HTML.match(top) else ""
