"""The effect AST: what a card text means, as frozen plain data.

Names are imported from here; the modules group them by kind.
"""

from rules_check.grammar.ast.abilities import *  # noqa: F403
from rules_check.grammar.ast.actions import *  # noqa: F403
from rules_check.grammar.ast.base import *  # noqa: F403
from rules_check.grammar.ast.conditions import *  # noqa: F403
from rules_check.grammar.ast.effects import *  # noqa: F403
from rules_check.grammar.ast.kinds import *  # noqa: F403
from rules_check.grammar.ast.nouns import *  # noqa: F403
from rules_check.grammar.ast.numbers import *  # noqa: F403
from rules_check.grammar.ast.qualities import *  # noqa: F403
from rules_check.grammar.ast.sums import *  # noqa: F403
from rules_check.grammar.ast.undertakings import *  # noqa: F403
from rules_check.grammar.ast.verbs import *  # noqa: F403
