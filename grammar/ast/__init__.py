"""The effect AST: what a card text means, as frozen plain data.

Names are imported from here; the modules group them by kind.
"""

from grammar.ast.abilities import *  # noqa: F403
from grammar.ast.actions import *  # noqa: F403
from grammar.ast.base import *  # noqa: F403
from grammar.ast.conditions import *  # noqa: F403
from grammar.ast.effects import *  # noqa: F403
from grammar.ast.kinds import *  # noqa: F403
from grammar.ast.nouns import *  # noqa: F403
