"""Two ways of editing and one editor that no detector was made or tried with, on statements by five programs.

    pip install reportlab==5.1.0 fpdf2==2.8.9 pikepdf==10.17.0 pypdf==7.1.0 pymupdf==2.0 pdfrw==0.4
    python bench/forensics/document-unseen.py FONT.ttf OUT [SEED]

Writes OUT/PROGRAM-NUMBER+WAY.pdf for bench/forensics/document-resaves.ts. Two amounts exchanged leave every total as it
was; a name is replaced by a longer one through the page's operators; pdfrw changes an amount in place.
"""

from __future__ import annotations

import importlib.util
import io
import random
import sys
from pathlib import Path

import pdfrw
import pikepdf

spec = importlib.util.spec_from_file_location("editors", Path(__file__).with_name("document-editors.py"))
editors = importlib.util.module_from_spec(spec)
spec.loader.exec_module(editors)


def saved(given: bytes, content: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(given)) as file:
        file.pages[0].Contents = file.make_stream(content)
        out = io.BytesIO()
        file.save(out)
        return out.getvalue()


def content_of(given: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(given)) as file:
        return file.pages[0].Contents.read_bytes()


def exchanged(given: bytes, lines: list, draw: random.Random) -> bytes | None:
    """Amounts of two lines change places."""
    before = content_of(given)
    one, other = (amount.encode() for _, _, amount in draw.sample(lines, 2))
    if before.count(one) != 1 or before.count(other) != 1:
        return None
    return saved(given, before.replace(one, b"\0").replace(other, one).replace(b"\0", other))


def renamed(given: bytes) -> bytes | None:
    """A longer name, by operators that are read and written again."""
    with pikepdf.open(io.BytesIO(given)) as file:
        operators, done = [], False
        for operands, operator in pikepdf.parse_content_stream(file.pages[0]):
            if not done and str(operator) == "Tj" and b"Anton Brandt" in bytes(operands[0]):
                operands, done = [pikepdf.String(bytes(operands[0]).replace(b"Anton Brandt", b"Oscar Wexlermann").decode())], True
            operators.append((operands, operator))
        if not done:
            return None
        file.pages[0].Contents = file.make_stream(pikepdf.unparse_content_stream(operators))
        out = io.BytesIO()
        file.save(out)
        return out.getvalue()


def by_pdfrw(given: bytes, old: str, draw: random.Random) -> bytes | None:
    """An amount with all its digits drawn anew, by another library."""
    with pikepdf.open(io.BytesIO(given)) as file:
        plain = io.BytesIO()
        file.save(plain, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
    reader = pdfrw.PdfReader(fdata=plain.getvalue())
    new = "".join(draw.choice("123456789") if sign.isdigit() else sign for sign in old)
    changed = reader.pages[0].Contents.stream.replace(f"({old})", f"({new})", 1)
    if changed == reader.pages[0].Contents.stream:
        return None
    reader.pages[0].Contents.stream = changed
    out = io.BytesIO()
    pdfrw.PdfWriter().addpages(reader.pages).write(out)
    return out.getvalue()


def main() -> None:
    font, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    editors.pdfmetrics.registerFont(editors.TTFont("D", font))
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 53)
    makers = {
        "reportlab": lambda *given: editors.by_reportlab(*given, "Helvetica"),
        "reportlab embedded": lambda *given: editors.by_reportlab(*given, "D"),
        "platypus": lambda *given: editors.by_platypus(*given, ""),
        "fpdf2": lambda *given: editors.by_fpdf2(*given, "helvetica"),
    }
    for number in range(6):
        for name, make in makers.items():
            lines, total = editors.rows(draw)
            given = make(lines, total)
            ways = {
                "unseen, amounts exchanged": exchanged(given, lines, draw),
                "unseen, longer name": renamed(given),
                "unseen, pdfrw": by_pdfrw(given, draw.choice(lines)[2], draw),
            }
            for way, made in ways.items():
                if made is not None:
                    (out / f"{name}-{number}+{way}.pdf").write_bytes(made)


if __name__ == "__main__":
    main()
