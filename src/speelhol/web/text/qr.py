"""A link as a square of dots that a phone's camera reads: QR codes of versions 1 to 6 at level M, ISO/IEC 18004."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from ...kernel.cache import per_process

Dots = list[list[bool | None]]
"""By row, whether a dot is dark; None where the text goes."""

BLOCKS = ((1, 16, 10), (1, 28, 16), (1, 44, 26), (2, 32, 18), (2, 43, 24), (4, 27, 16))
"""By version: how many blocks, bytes of text in each, and bytes that mend it."""
QUIET = 4
"""Dots of white around it."""
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


def _times(a: int, b: int) -> int:
    """The product of two numbers of the field with 256 of them."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _mending(block: bytes, count: int) -> bytes:
    """The bytes by which a reader mends a block: what is left over when it is divided."""
    divisor, root = [1], 1
    for _ in range(count):
        divisor = [a ^ _times(b, root) for a, b in zip([*divisor, 0], [0, *divisor], strict=True)]
        root = _times(root, 2)
    left = [*block, *[0] * count]
    for at in range(len(block)):
        left[at : at + count + 1] = [a ^ _times(b, left[at]) for a, b in zip(left[at:], divisor, strict=False)]
    return bytes(left[-count:])


def _bits(text: bytes, version: int) -> Iterator[bool]:
    """Text, padding and what mends them, blocks interleaved."""
    blocks, size, mends = BLOCKS[version - 1]
    whole = (4 << 8 | len(text)) << 8 * len(text) | int.from_bytes(text)
    data = (whole << 4).to_bytes(len(text) + 2)
    data += bytes((0xEC, 0x11)[n % 2] for n in range(blocks * size - len(data)))
    parts = [data[n * size : (n + 1) * size] for n in range(blocks)]
    mended = [_mending(part, mends) for part in parts]
    for column in (*zip(*parts, strict=True), *zip(*mended, strict=True)):
        for byte in column:
            yield from (bool(byte >> n & 1) for n in range(7, -1, -1))


def _frame(side: int) -> Dots:
    """What every code of this size has in it; the places of the format are taken."""
    dots: Dots = [[None] * side for _ in range(side)]
    for at in range(side):
        dots[6][at] = dots[at][6] = at % 2 == 0
    if side > 21:
        for y in range(-2, 3):
            for x in range(-2, 3):
                dots[side - 7 + y][side - 7 + x] = max(abs(y), abs(x)) != 1
    for top, left in ((3, 3), (3, side - 4), (side - 4, 3)):
        for y in range(max(0, top - 4), min(side, top + 5)):
            for x in range(max(0, left - 4), min(side, left + 5)):
                dots[y][x] = max(abs(y - top), abs(x - left)) in (0, 1, 3)
    for at in range(9):
        for y, x in ((8, at), (at, 8), *(((8, side - at), (side - at, 8)) if 0 < at < 9 else ())):
            dots[y][x] = bool(dots[y][x]) if 6 in (y, x) else False
    return dots


def _set_format(dots: Dots, mask: int) -> None:
    """Which level and which mask it is, written twice."""
    side, left = len(dots), mask << 10
    for n in range(4, -1, -1):
        left ^= 0x537 << n if left >> n + 10 & 1 else 0
    code = (mask << 10 | left) ^ 0x5412
    first = [(8, n) for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [(n, 8) for n in (7, 5, 4, 3, 2, 1, 0)]
    second = [(side - 1 - n, 8) for n in range(7)] + [(8, side - 8 + n) for n in range(8)]
    for places in (first, second):
        for n, (y, x) in enumerate(places):
            dots[y][x] = bool(code >> 14 - n & 1)
    dots[side - 8][8] = True


def _way(side: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time from the right, up and down."""
    rights = [x for x in range(side - 1, 0, -2) if x > 6] + [5, 3, 1]
    for number, right in enumerate(rights):
        rows = range(side) if number % 2 else range(side - 1, -1, -1)
        yield from ((y, x) for y in rows for x in (right, right - 1))


def dots_of(text: str) -> list[list[bool]]:
    """A text as dots, by the mask that leaves the fewest squares of one colour. Raises ValueError if it is too long."""
    data = text.encode()
    version = next((n for n, (blocks, size, _) in enumerate(BLOCKS, 1) if len(data) + 2 <= blocks * size), None)
    if version is None:
        raise ValueError("The text is too long for a code.")
    side = 17 + 4 * version
    frame, bits = _frame(side), list(_bits(data, version))
    free = [(y, x) for y, x in _way(side) if frame[y][x] is None]
    bits += [False] * (len(free) - len(bits))
    return min((_masked(frame, free, bits, number) for number in range(len(MASKS))), key=_squares)


def _masked(frame: Dots, free: list[tuple[int, int]], bits: list[bool], number: int) -> list[list[bool]]:
    dots = [list(row) for row in frame]
    for (y, x), bit in zip(free, bits, strict=True):
        dots[y][x] = bit != MASKS[number](y, x)
    _set_format(dots, number)
    return [[bool(dot) for dot in row] for row in dots]


def _squares(dots: list[list[bool]]) -> int:
    rows = pairwise(dots)
    return sum(
        len({above[x], above[x + 1], below[x], below[x + 1]}) == 1
        for above, below in rows
        for x in range(len(above) - 1)
    )


@per_process(256)
def qr_svg(text: str) -> str:
    """The code as a picture, dark on white in every theme. Raises ValueError if the text is too long."""
    dots = dots_of(text)
    side = len(dots) + 2 * QUIET
    dark = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(dots) for x, dot in enumerate(row) if dot
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{dark}"/></svg>'
    )
