"""Invoices and statements by four Python programs, in standard and in embedded fonts, edited by tools that anybody has,
and the same files after honest work on them (stamped, numbered, put on letter paper, a form filled and flattened).

    pip install reportlab==5.1.0 fpdf2==2.8.9 pikepdf==10.17.0 pypdf==7.1.0 pymupdf==2.0
    python bench/forensics/document-editors.py FONT.ttf OUT [SEED]

Writes OUT/PROGRAM-NUMBER+honest WAY.pdf and OUT/PROGRAM-NUMBER+edited WAY.pdf for bench/forensics/document-resaves.ts.
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
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
from reportlab.lib.styles import getSampleStyleSheet

EACH = 5
Rows = list[tuple[str, str, str]]


def money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def rows(draw: random.Random) -> tuple[Rows, str]:
    whats = ["Rent", "Salary", "Invoice 114", "Refund", "Card payment", "Standing order"]
    names = ["Maria Kovacs", "Anton Brandt", "Oscar Wexler", "Lena Fiori"]
    lines, total = [], 0
    for day in range(draw.randint(8, 20)):
        cents = draw.randint(1_000, 480_000)
        total += cents
        lines.append((f"{day + 1:02d} January 2026", f"{draw.choice(whats)}, {draw.choice(names)}", money(cents)))
    return lines, money(total)


def by_reportlab(lines: Rows, total: str, font: str) -> bytes:
    out = io.BytesIO()
    made = canvas.Canvas(out, pageCompression=1)
    made.setFont(font, 14)
    made.drawString(60, 800, "Statement of account")
    made.setFont(font, 10)
    for index, (date, what, amount) in enumerate(lines):
        made.drawString(60, 770 - 20 * index, date)
        made.drawString(170, 770 - 20 * index, what)
        made.drawRightString(440, 770 - 20 * index, amount)
    made.drawString(60, 760 - 20 * len(lines), "Total")
    made.drawRightString(440, 760 - 20 * len(lines), total)
    made.save()
    return out.getvalue()


def by_platypus(lines: Rows, total: str, _: str) -> bytes:
    out = io.BytesIO()
    table = Table([*lines, ("", "Total", total)], colWidths=[110, 230, 90], style=[("ALIGN", (2, 0), (2, -1), "RIGHT")])
    SimpleDocTemplate(out, pagesize=A4).build([Paragraph("Invoice", getSampleStyleSheet()["Heading1"]), table])
    return out.getvalue()


def by_fpdf2(lines: Rows, total: str, font: str) -> bytes:
    made = fpdf.FPDF()
    if font.endswith(".ttf"):
        made.add_font("D", fname=font)
    made.add_page()
    made.set_font("D" if font.endswith(".ttf") else font, size=10)
    for row in [*lines, ("", "Total", total)]:
        for text, width, align in zip(row, (40, 90, 40), "LLR"):
            made.cell(width, 7, text, align=align)
        made.ln()
    return bytes(made.output())


def written(document: pymupdf.Document) -> bytes:
    return document.tobytes(garbage=3, deflate=True)


def opened(given: bytes, wanted: str) -> tuple[pymupdf.Document, pymupdf.Page, pymupdf.Rect]:
    document = pymupdf.open(stream=given)
    page = document[0]
    return document, page, page.search_for(wanted)[-1]


def honest(given: bytes, draw: random.Random) -> dict[str, bytes]:
    made = {"as made": given}

    def overlaid(name: str, drawn: bytes, under: bool = False) -> None:
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(given))
        for page in writer.pages:
            page.merge_page(pypdf.PdfReader(io.BytesIO(drawn)).pages[0], over=not under)
        out = io.BytesIO()
        writer.write(out)
        made[name] = out.getvalue()

    def drawn(paint) -> bytes:  # noqa: ANN001
        out = io.BytesIO()
        sheet = canvas.Canvas(out)
        paint(sheet)
        sheet.save()
        return out.getvalue()

    def letter_paper(sheet: canvas.Canvas) -> None:
        sheet.setFont("Helvetica-Bold", 12)
        sheet.drawString(380, 820, "Halvorsrud & Brandt AG")
        sheet.setFont("Helvetica", 8)
        sheet.drawString(60, 30, "Registered office: Musterstrasse 4, 8000 Zurich")

    def number(sheet: canvas.Canvas) -> None:
        sheet.setFont("Helvetica", 9)
        sheet.drawRightString(540, 20, "Page 1 of 1")

    def stamp(sheet: canvas.Canvas) -> None:
        sheet.setFont("Helvetica-Bold", 20)
        sheet.setFillColorRGB(0.8, 0, 0)
        sheet.drawString(450, 700, "RECEIVED")

    overlaid("honest, put on letter paper", drawn(letter_paper), under=True)
    overlaid("honest, page numbered", drawn(number))
    overlaid("honest, stamped", drawn(stamp))
    document = pymupdf.open(stream=given)
    for number, box in enumerate(document[0].search_for("January")[:3]):
        field = pymupdf.Widget()
        field.field_type, field.field_name = pymupdf.PDF_WIDGET_TYPE_TEXT, f"note{number}"
        field.rect = pymupdf.Rect(450, box.y0, 540, box.y1)
        field.field_value, field.text_fontsize = f"seen {draw.randint(1, 28)} March", 9
        document[0].add_widget(field)
    document.bake()
    made["honest, form filled and flattened"] = written(document)
    document = pymupdf.open(stream=given)
    document[0].add_highlight_annot(document[0].search_for("January")[0])
    made["honest, highlighted"] = written(document)
    return made


def edited(given: bytes, old: str, draw: random.Random) -> dict[str, bytes]:
    made = {}
    same = "".join(draw.choice("23456789") if sign.isdigit() and at == 0 else sign for at, sign in enumerate(old))
    if same == old:
        same = ("9" if old[0] != "9" else "8") + old[1:]
    wider = "1" + same if "," not in same else "12" + same

    for name, text in (("same length", same), ("longer", wider)):
        document, page, box = opened(given, old)
        page.add_redact_annot(box, text=text, fontsize=10, align=pymupdf.TEXT_ALIGN_RIGHT)
        page.apply_redactions()
        made[f"edited, redacted and rewritten, {name}"] = written(document)
    document, page, box = opened(given, old)
    page.draw_rect(box, color=(1, 1, 1), fill=(1, 1, 1))
    page.insert_text((box.x0, box.y1 - 2), same, fontsize=10)
    made["edited, painted over and rewritten"] = written(document)
    document, page, box = opened(given, old)
    page.add_redact_annot(pymupdf.Rect(50, box.y0 + 1, 460, box.y1 - 1), fill=False)
    page.apply_redactions()
    made["edited, line taken out"] = written(document)

    document, page, box = opened(given, "Oscar" if page.search_for("Oscar") else "January")
    page.add_redact_annot(box, text="Peter" if page.search_for("Oscar") else "October", fontsize=10)
    page.apply_redactions()
    made["edited, word redacted and rewritten"] = written(document)

    with pikepdf.open(io.BytesIO(given)) as file:
        contents = file.pages[0].Contents
        bytes_before = contents.read_bytes()
        for name, text in (("same length", same), ("longer", wider)):
            changed = bytes_before.replace(old.encode(), text.encode(), 1)
            if changed != bytes_before:
                file.pages[0].Contents = file.make_stream(changed)
                out = io.BytesIO()
                file.save(out)
                made[f"edited, content changed, {name}"] = out.getvalue()

    document, _, box = opened(given, old)
    over = io.BytesIO()
    sheet = canvas.Canvas(over)
    sheet.setFillColorRGB(1, 1, 1)
    sheet.rect(box.x0, 842 - box.y1, box.width, box.height, stroke=0, fill=1)
    sheet.setFillColorRGB(0, 0, 0)
    sheet.setFont("Helvetica", 10)
    sheet.drawRightString(box.x1, 842 - box.y1 + 3, same)
    sheet.save()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(given))
    writer.pages[0].merge_page(pypdf.PdfReader(over).pages[0])
    out = io.BytesIO()
    writer.write(out)
    made["edited, sheet laid over"] = out.getvalue()

    picture = pymupdf.open(stream=given)[0].get_pixmap(dpi=200)
    scan = pymupdf.open()
    page = scan.new_page(width=595, height=842)
    page.insert_image(page.rect, stream=picture.tobytes("jpeg", jpg_quality=80))
    page.draw_rect(box, color=(1, 1, 1), fill=(1, 1, 1))
    page.insert_text((box.x0, box.y1 - 2), same, fontsize=10)
    made["edited, scan written over"] = written(scan)
    return made


def main() -> None:
    font, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    pdfmetrics.registerFont(TTFont("D", font))
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 11)
    makers = {
        "reportlab": lambda *given: by_reportlab(*given, "Helvetica"),
        "reportlab times": lambda *given: by_reportlab(*given, "Times-Roman"),
        "reportlab embedded": lambda *given: by_reportlab(*given, "D"),
        "platypus": lambda *given: by_platypus(*given, ""),
        "fpdf2": lambda *given: by_fpdf2(*given, "helvetica"),
        "fpdf2 embedded": lambda *given: by_fpdf2(*given, font),
    }
    for number in range(EACH):
        for name, make in makers.items():
            lines, total = rows(draw)
            given = make(lines, total)
            old = draw.choice([amount for _, _, amount in lines] + [total])
            for way, made in {**honest(given, draw), **edited(given, old, draw)}.items():
                (out / f"{name}-{number}+{way}.pdf").write_bytes(made)


if __name__ == "__main__":
    main()
