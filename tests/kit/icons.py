"""Draws the icons of the installed pages from the emblem.

``python -m tests.kit.icons`` writes them; ``tests/web/test_installed.py`` looks whether they are in step.
"""

import re
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

STATIC = Path(__file__).resolve().parents[2] / "sekigahara" / "static"
INK = "#231c16"
"""Behind the emblem where a system cuts icons into a shape of its own."""
SAFE = 0.8
"""The part of such an icon that every system shows."""
ICONS = {"icon_192": 192, "icon_512": 512, "maskable_512": 512, "apple_180": 180}


def drawn(name: str) -> bytes:
    """The PNG of an icon, with a palette."""
    size = ICONS[name]
    svg = (STATIC / "emblem.svg").read_text(encoding="utf-8")
    if not name.startswith("icon"):
        inner = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)
        margin = 32 * (1 - SAFE)
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
            f'<rect width="64" height="64" fill="{INK}"/>'
            f'<g transform="translate({margin} {margin}) scale({SAFE})">{inner}</g></svg>'
        )
    picture = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))))
    content = BytesIO()
    picture.quantize(64, method=Image.Quantize.FASTOCTREE).save(content, "PNG", optimize=True)
    return content.getvalue()


def main() -> None:
    """Write all of them."""
    (STATIC / "icons").mkdir(exist_ok=True)
    for name in ICONS:
        (STATIC / "icons" / f"{name}.png").write_bytes(drawn(name))


if __name__ == "__main__":
    main()
