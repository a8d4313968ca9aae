"""The games as others' libraries want them: a fixed list of numbered actions, observations as rows of numbers.

Made from views alone. `Catalogue` and `Lens` need nothing but this package; `adapters.pettingzoo` and
`adapters.openspiel` need the extras of those names. See `docs/adapters.md`.
"""

from .actions import Catalogue
from .observation import Lens
from .prizes import PRIZES, prizes
from .traits import ADAPTED

__all__ = ["ADAPTED", "PRIZES", "Catalogue", "Lens", "prizes"]
