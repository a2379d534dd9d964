"""Careful edits: characters exchanged one for one in what a page draws, in the file's own font, the file written anew.

    pip install pikepdf==10.17.0 pypdf==7.1.0
    python bench/forensics/document-careful.py FOLDER OF PDF FILES OUT [SEED]

Reads PROGRAM-NUMBER.pdf (invoices and statements as document-office.py writes them), writes OUT/PROGRAM-NUMBER+WAY.pdf
for bench/forensics/document-resaves.ts. Kerning stays as it was, as editors of text that keep to the operators leave it.
"""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pikepdf
import pypdf


def codes_of(font: pikepdf.Dictionary) -> tuple[dict[int, str], int]:
    """What the codes of a font mean, and the bytes of one."""
    step = 2 if font.get("/Subtype") == "/Type0" else 1
    if "/ToUnicode" not in font:
        return ({code: chr(code) for code in range(32, 127)} if step == 1 else {}), step
    text, meanings = font["/ToUnicode"].read_bytes().decode("latin-1"), {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
        for code, meaning in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            meanings[int(code, 16)] = bytes.fromhex(meaning).decode("utf-16-be", "replace")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
        for low, high, first in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>", block):
            for code in range(int(low, 16), int(high, 16) + 1):
                meanings[code] = chr(int(first, 16) + code - int(low, 16))
        for low, _, several in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*\[(.*?)\]", block, re.S):
            for at, meaning in enumerate(re.findall(r"<([0-9A-Fa-f]+)>", several)):
                meanings[int(low, 16) + at] = bytes.fromhex(meaning).decode("utf-16-be", "replace")
    return meanings, step


class Drawn:
    """The characters of a first page in the order in which they are drawn, each with where its code stands."""

    def __init__(self, given: bytes) -> None:
        self.file = pikepdf.open(io.BytesIO(given))
        self.page = self.file.pages[0]
        self.operators = [(list(operands), operator) for operands, operator in pikepdf.parse_content_stream(self.page)]
        fonts = {name: codes_of(font) for name, font in self.page.Resources.get("/Font", {}).items()}
        self.signs: list[tuple[str, bytearray | None, int, int, dict[str, int]]] = []
        self.strings: list[tuple[list, int, bytearray]] = []
        font: tuple[dict[int, str], int] = ({}, 1)
        for operands, operator in self.operators:
            word = str(operator)
            if word == "Tf":
                font = fonts.get(str(operands[0]), ({}, 1))
            if word in ("Td", "TD", "Tm", "T*", "BT", "'"):
                self.signs.append((" ", None, 0, 0, {}))
            if word not in ("Tj", "'", "TJ"):
                continue
            if word == "TJ":
                operands[0] = list(operands[0])
            parts = operands[0] if word == "TJ" else operands
            for at, part in enumerate(parts):
                if not isinstance(part, pikepdf.String):
                    if float(part) < -200:
                        self.signs.append((" ", None, 0, 0, {}))
                    continue
                bytes_ = bytearray(bytes(part))
                self.strings.append((parts, at, bytes_))
                meanings, step = font
                back = {meaning: code for code, meaning in meanings.items()}
                for place in range(0, len(bytes_) - step + 1, step):
                    code = int.from_bytes(bytes_[place : place + step], "big")
                    self.signs.append((meanings.get(code, "\0")[:1] or "\0", bytes_, place, step, back))

    @property
    def text(self) -> str:
        return "".join(sign for sign, *_ in self.signs)

    def put(self, at: int, new: str) -> bool:
        """Other characters from a place on; False where the font does not have one of them."""
        for offset, sign in enumerate(new):
            before, bytes_, place, step, back = self.signs[at + offset]
            if sign == before:
                continue
            if bytes_ is None or sign not in back:
                return False
            bytes_[place : place + step] = back[sign].to_bytes(step, "big")
        return True

    def saved(self, by_pypdf: bool) -> bytes:
        for parts, at, bytes_ in self.strings:
            parts[at] = pikepdf.String(bytes(bytes_))
        operators = [([pikepdf.Array(one) if isinstance(one, list) else one for one in operands], operator) for operands, operator in self.operators]
        self.page.Contents = self.file.make_stream(pikepdf.unparse_content_stream(operators))
        out = io.BytesIO()
        self.file.save(out)
        if not by_pypdf:
            return out.getvalue()
        again = io.BytesIO()
        pypdf.PdfWriter(clone_from=io.BytesIO(out.getvalue())).write(again)
        return again.getvalue()


AMOUNT = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{2}(?!\d)")


def other_digits(old: str, draw: random.Random) -> str:
    return "".join(draw.choice([d for d in "123456789" if d != sign]) if sign.isdigit() else sign for sign in old)


def edited(given: bytes, draw: random.Random) -> dict[str, bytes]:
    made: dict[str, bytes] = {}

    def change(way: str, places) -> None:  # noqa: ANN001
        drawn = Drawn(given)
        changes = places(drawn.text)
        if changes and all(drawn.put(at, new) for at, new in changes):
            made[way] = drawn.saved(draw.random() < 0.5)

    def rows(text: str) -> list[re.Match]:
        found = list(AMOUNT.finditer(text))
        return found[1:-3] if len(found) > 6 else []

    def one_amount(text: str):  # noqa: ANN202
        found = rows(text)
        one = draw.choice(found) if found else None
        return [(one.start(), other_digits(one[0], draw))] if one else []

    def exchanged(text: str):  # noqa: ANN202
        found = rows(text)
        pairs = [(a, b) for a in found for b in found if a.start() < b.start() and len(a[0]) == len(b[0]) and a[0] != b[0]]
        if not pairs:
            return []
        one, other = draw.choice(pairs)
        return [(one.start(), other[0]), (other.start(), one[0])]

    def named(text: str):  # noqa: ANN202
        found = [(text.find(old), new) for old, new in (("Maria Kovacs", "Oscar Travin"), ("Anton Brandt", "Maria Conway"), ("Lena Fiori", "Tina Weron"), ("Wanda Yates", "Tanya Wader"), ("Oscar Wexler", "Anton Weiner"), ("Tova Waverly", "Yara Vanders")) if old in text]
        return [draw.choice(found)] if found else []

    def dated(text: str):  # noqa: ANN202
        found = list(re.finditer(r"\d\d Jan", text))
        one = draw.choice(found) if found else None
        return [(one.start(), f"{draw.randint(1, 28):02d}")] if one else []

    change("careful, digits of an amount", one_amount)
    change("careful, two amounts exchanged", exchanged)
    change("careful, name of the same length", named)
    change("careful, date", dated)
    return made


def main() -> None:
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 61)
    for path in sorted(source.glob("*.pdf")):
        try:
            ways = edited(path.read_bytes(), draw)
        except (pikepdf.PdfError, KeyError, AttributeError, ValueError) as cause:
            print(f"{path.name}: {cause}", file=sys.stderr)
            continue
        for way, made in ways.items():
            (out / f"{path.stem}+{way}.pdf").write_bytes(made)


if __name__ == "__main__":
    main()
