"""Statements by three more programs, and files of any program saved again without an edit in eight ways.

    pip install reportlab==5.1.0 fpdf2==2.8.9 pikepdf==10.17.0 pypdf==7.1.0 pymupdf==2.0
    python bench/forensics/document-resaves.py FONT.ttf OUT [FOLDER OF MORE PDF FILES]

Writes OUT/PROGRAM-NUMBER.pdf and OUT/PROGRAM-NUMBER+WAY.pdf for bench/forensics/document-resaves.ts.
"""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import fpdf
import pikepdf
import pymupdf
import pypdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

EACH = 8
Row = tuple[str, str, str]


def rows(draw: random.Random) -> list[Row]:
    whats, names = ["Rent", "Salary", "Invoice", "Refund"], ["Maria Kovacs", "Anton Brandt", "Oscar Wexler"]
    return [
        (f"{day + 1:02d} January 2026", f"{draw.choice(whats)}, {draw.choice(names)}", f"{draw.randint(12, 980)}.{draw.randint(0, 99):02d}")
        for day in range(draw.randint(9, 30))
    ]


def by_fpdf2(font: str, pages: int, draw: random.Random) -> bytes:
    made = fpdf.FPDF()
    made.add_font("D", fname=font)
    for _ in range(pages):
        made.add_page()
        made.set_font("D", size=10)
        for row in rows(draw):
            for text, width, align in zip(row, (40, 90, 40), "LLR"):
                made.cell(width, 7, text, align=align)
            made.ln()
    return bytes(made.output())


def by_reportlab(font: str, pages: int, draw: random.Random) -> bytes:
    pdfmetrics.registerFont(TTFont("D", font))
    out = io.BytesIO()
    made = canvas.Canvas(out, pageCompression=1)
    for _ in range(pages):
        made.setFont("D", 10)
        for index, (date, what, amount) in enumerate(rows(draw)):
            made.drawString(60, 780 - 20 * index, date)
            made.drawString(170, 780 - 20 * index, what)
            made.drawRightString(440, 780 - 20 * index, amount)
        made.showPage()
    made.save()
    return out.getvalue()


def by_pymupdf(font: str, pages: int, draw: random.Random) -> bytes:
    made = pymupdf.open()
    for _ in range(pages):
        page = made.new_page()
        page.insert_font("D", fontfile=font)
        for index, row in enumerate(rows(draw)):
            for x, text in zip((60, 170, 400), row):
                page.insert_text((x, 60 + 20 * index), text, fontname="D", fontsize=10)
    made.subset_fonts()
    return made.tobytes(deflate=True, garbage=3)


def saved_again(given: bytes) -> dict[str, bytes]:
    made = {}

    def through_pikepdf(name: str, **options: object) -> None:
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(given)) as document:
            document.save(out, **options)
        made[name] = out.getvalue()

    def through_pypdf(name: str, writer: pypdf.PdfWriter) -> None:
        out = io.BytesIO()
        writer.write(out)
        made[name] = out.getvalue()

    through_pikepdf("qpdf")
    through_pikepdf("qpdf, all compressed anew", recompress_flate=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    through_pypdf("pypdf", pypdf.PdfWriter(clone_from=io.BytesIO(given)))
    merged = pypdf.PdfWriter()
    for page in pypdf.PdfReader(io.BytesIO(given)).pages:
        merged.add_page(page)
    through_pypdf("pypdf, pages taken over", merged)
    smaller = pypdf.PdfWriter(clone_from=io.BytesIO(given))
    for page in smaller.pages:
        page.compress_content_streams()
    through_pypdf("pypdf, pages compressed anew", smaller)
    document = pymupdf.open(stream=given)
    made["mupdf"] = document.tobytes()
    made["mupdf, deflate"] = document.tobytes(deflate=True, garbage=4)
    made["mupdf, clean"] = document.tobytes(clean=True, deflate=True, garbage=4)
    return made


def main() -> None:
    font, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    files = {path.stem: path.read_bytes() for path in sorted(Path(sys.argv[3]).glob("*.pdf"))} if len(sys.argv) > 3 else {}
    draw = random.Random(5)
    for number in range(EACH):
        for name, make in (("fpdf2", by_fpdf2), ("reportlab", by_reportlab), ("pymupdf", by_pymupdf)):
            files[f"{name}-{number}"] = make(font, 1 if number % 2 else 5, draw)
    for name, given in files.items():
        (out / f"{name}.pdf").write_bytes(given)
        for way, made in saved_again(given).items():
            (out / f"{name}+{way}.pdf").write_bytes(made)


if __name__ == "__main__":
    main()
