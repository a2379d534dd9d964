"""Statements and invoices by fourteen programs that write PDF, none of them edited, and the same files after honest work:
merged, split, turned, made smaller, printed again, bookmarked, a form added, letters put in front.

    pip install reportlab==5.1.0 fpdf2==2.8.9 pikepdf==10.17.0 pypdf==7.1.0 pymupdf==2.0 cairocffi==1.7.1 \
        weasyprint==70.0 typst==0.15.2 matplotlib==3.11.2 xhtml2pdf==0.2.28 borb==3.0.9
    python bench/forensics/document-makers.py FONT.ttf OUT [SEED [FOLDER OF MORE PDF FILES]]

Ghostscript, poppler's pdftocairo, qpdf and mutool are used where they are found. Every second total holds something that
does not stand in its column. Writes OUT/PROGRAM-NUMBER+WAY.pdf for bench/forensics/document-resaves.ts.
"""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cairocffi
import fpdf
import matplotlib
import pikepdf
import pymupdf
import pypdf
import typst
import weasyprint
from borb.pdf import PDF, Document, FixedColumnWidthTable, Page, SingleColumnLayout
from borb.pdf import Paragraph as BorbParagraph
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
from xhtml2pdf import pisa

matplotlib.use("pdf")
from matplotlib import pyplot  # noqa: E402

EACH = 4
Row = tuple[str, str, str]


def money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


class Makers:
    """Each method that begins with `by_` writes one document with a program of its own."""

    def __init__(self, font: str, draw: random.Random) -> None:
        self.font, self.draw = font, draw
        pdfmetrics.registerFont(TTFont("D", font))

    def rows(self) -> list[Row]:
        draw = self.draw
        whats = ["Rent", "Salary", "Invoice 114", "Refund", "Card payment", "Standing order", "Zürich office"]
        names = ["Maria Kovacs", "Anton Brandt", "Oscar Wexler", "Lena Fiori", "José Quigley"]
        lines, total, day = [], 0, 0
        for _ in range(draw.randint(8, 24)):
            day += draw.randint(0, 2)
            cents = draw.randint(1_000, 480_000)
            total += cents
            lines.append((f"{day % 28 + 1:02d} January 2026", f"{draw.choice(whats)}, {draw.choice(names)}", money(cents)))
        return [*lines, ("", "Total", money(total + draw.choice([0, draw.randint(100, 99_999)])))]

    def html(self, families: list[str]) -> str:
        cells = "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in self.rows())
        style = f"body{{font-family:'{self.draw.choice(families)}';font-size:{self.draw.randint(9, 13)}px}}"
        return (
            f"<html><head><style>{style} td:last-child{{text-align:right}} table{{width:100%}}</style></head><body>"
            f"<h2>Statement</h2><p>Dear customer, <b>please</b> find <i>below</i> what we booked.</p><table>{cells}</table></body></html>"
        )

    def _fpdf(self, made: fpdf.FPDF, rows: list[Row]) -> bytes:
        made.add_font("D", fname=self.font)
        made.add_page()
        made.set_font("D", size=10)
        for row in rows:
            for text, width, align in zip(row, (40, 90, 40), "LLR"):
                made.cell(width, 7, text, align=align)
            made.ln()
        return bytes(made.output())

    def by_fpdf2(self) -> bytes:
        return self._fpdf(fpdf.FPDF(), self.rows())

    def by_fpdf2_numbered(self) -> bytes:
        class Numbered(fpdf.FPDF):
            def footer(self) -> None:
                self.set_y(-15)
                self.set_font("D", size=8)
                self.cell(0, 10, f"Page {self.page_no()} of {{nb}}", align="C")

        return self._fpdf(Numbered(), [*self.rows(), *self.rows(), *self.rows()])

    def by_fpdf2_table(self) -> bytes:
        made = fpdf.FPDF()
        made.add_page()
        made.set_font("Helvetica", size=10)
        with made.table(text_align=("LEFT", "LEFT", "RIGHT")) as table:
            for row in [("Date", "What", "Amount"), *self.rows()]:
                cells = table.row()
                for text in row:
                    cells.cell(text)
        return bytes(made.output())

    def by_reportlab(self) -> bytes:
        out = io.BytesIO()
        made = canvas.Canvas(out, pageCompression=1)
        made.setFont("D", 10)
        for index, (date, what, amount) in enumerate(self.rows()):
            made.drawString(60, 780 - 20 * index, date)
            made.drawString(170, 780 - 20 * index, what)
            made.drawRightString(440, 780 - 20 * index, amount)
        made.save()
        return out.getvalue()

    def by_platypus(self) -> bytes:
        out = io.BytesIO()
        style = [("ALIGN", (2, 0), (2, -1), "RIGHT"), ("GRID", (0, 0), (-1, -1), 0.5, "black")]
        parts = [Paragraph("Invoice", getSampleStyleSheet()["Heading1"]), Table(self.rows(), style=style)]
        SimpleDocTemplate(out, pagesize=A4).build(parts)
        return out.getvalue()

    def by_weasyprint(self) -> bytes:
        return weasyprint.HTML(string=self.html(["DejaVu Sans", "Liberation Sans", "Liberation Serif"])).write_pdf()

    def by_xhtml2pdf(self) -> bytes:
        out = io.BytesIO()
        pisa.CreatePDF(self.html(["Helvetica", "Times"]), dest=out)
        return out.getvalue()

    def by_typst(self) -> bytes:
        cells = ",".join(f"[{text}]" for row in self.rows() for text in row)
        source = f'#set page("a4")\n= Statement\nDear customer, *please* find _below_ all.\n#table(columns:(auto,1fr,auto),align:(left,left,right),{cells})\n'
        with tempfile.NamedTemporaryFile("w", suffix=".typ") as file:
            file.write(source)
            file.flush()
            return typst.compile(file.name)

    def by_matplotlib(self) -> bytes:
        matplotlib.rcParams["pdf.fonttype"] = self.draw.choice([3, 42])
        figure = pyplot.figure(figsize=(8, 11))
        pyplot.axis("off")
        pyplot.table(cellText=self.rows(), loc="center")
        pyplot.title("Statement")
        out = io.BytesIO()
        figure.savefig(out, format="pdf")
        pyplot.close(figure)
        return out.getvalue()

    def by_cairo(self) -> bytes:
        out = io.BytesIO()
        surface = cairocffi.PDFSurface(out, 595, 842)
        made = cairocffi.Context(surface)
        made.select_font_face(self.draw.choice(["DejaVu Sans", "Liberation Sans"]))
        made.set_font_size(10)
        for index, (date, what, amount) in enumerate(self.rows()):
            for x, text in ((60, date), (170, what), (440 - made.text_extents(amount)[4], amount)):
                made.move_to(x, 60 + 20 * index)
                made.show_text(text)
        surface.finish()
        return out.getvalue()

    def by_mupdf_story(self) -> bytes:
        out = io.BytesIO()
        story, writer, more = pymupdf.Story(self.html(["serif", "sans-serif"])), pymupdf.DocumentWriter(out), 1
        while more:
            page = writer.begin_page(pymupdf.paper_rect("a4"))
            more, _ = story.place(pymupdf.Rect(50, 50, 545, 790))
            story.draw(page)
            writer.end_page()
        writer.close()
        return out.getvalue()

    def by_pymupdf(self) -> bytes:
        made = pymupdf.open()
        page = made.new_page()
        page.insert_font("D", fontfile=self.font)
        for index, row in enumerate(self.rows()):
            for x, text in zip((60, 170, 400), row):
                page.insert_text((x, 60 + 20 * index), text, fontname="D", fontsize=10)
        made.subset_fonts()
        return made.tobytes(deflate=True, garbage=3)

    def by_borb(self) -> bytes:
        made, page, rows = Document(), Page(), self.rows()
        made.append_page(page)
        table = FixedColumnWidthTable(number_of_columns=3, number_of_rows=len(rows))
        for row in rows:
            for text in row:
                table.append_layout_element(BorbParagraph(text.replace("ü", "u").replace("é", "e") or "-", font_size=9))
        SingleColumnLayout(page).append_layout_element(table)
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            PDF.write(what=made, where_to=file.name)
            return Path(file.name).read_bytes()


def honest(given: bytes, other: bytes) -> dict[str, bytes]:
    """What offices do with a document; `other` is a second one by any program."""
    made = {"as made": given}

    def through_pypdf(name: str, writer: pypdf.PdfWriter) -> None:
        out = io.BytesIO()
        writer.write(out)
        made[name] = out.getvalue()

    reader = pypdf.PdfReader(io.BytesIO(given))
    for name, parts in (("merged, first", (given, other)), ("merged, second", (other, given))):
        writer = pypdf.PdfWriter()
        for part in parts:
            writer.append(io.BytesIO(part))
        through_pypdf(name, writer)
    writer = pypdf.PdfWriter()
    writer.add_page(reader.pages[-1])
    through_pypdf("split, last page", writer)
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(given))
    writer.add_outline_item("Statement", 0)
    through_pypdf("bookmarked", writer)
    with pikepdf.open(io.BytesIO(given)) as document:
        for page in document.pages:
            page.rotate(90, relative=True)
        out = io.BytesIO()
        document.save(out, linearize=True)
        made["turned and linearised"] = out.getvalue()
    document = pymupdf.open(stream=given)
    field = pymupdf.Widget()
    field.field_type, field.field_name, field.rect = pymupdf.PDF_WIDGET_TYPE_TEXT, "note", pymupdf.Rect(420, 20, 560, 40)
    field.field_value = "seen 4 March"
    document[0].add_widget(field)
    made["form filled"] = document.tobytes()
    document = pymupdf.open(stream=given)
    document.move_page(len(document) - 1, 0)
    made["last page first"] = document.tobytes(garbage=3, deflate=True)
    made["behind a printer's lines"] = b"\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n" + given
    programs = {
        "ghostscript": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile=OUT", "IN"],
        "ghostscript, small": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook", "-sOutputFile=OUT", "IN"],
        "printed by cairo": ["pdftocairo", "-pdf", "IN", "OUT"],
        "qpdf": ["qpdf", "IN", "OUT"],
        "mutool, clean": ["mutool", "clean", "-gggg", "-z", "IN", "OUT"],
    }
    for name, words in programs.items():
        if shutil.which(words[0]) is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in.pdf").write_bytes(given)
            places = {"IN": f"{folder}/in.pdf", "OUT": f"{folder}/out.pdf", "-sOutputFile=OUT": f"-sOutputFile={folder}/out.pdf"}
            done = subprocess.run([places.get(word, word) for word in words], capture_output=True, check=False)
            written = Path(folder) / "out.pdf"
            if done.returncode in (0, 3) and written.exists():
                made[name] = written.read_bytes()
    return made


def main() -> None:
    font, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 17)
    makers = Makers(font, draw)
    files = {path.stem: path.read_bytes() for path in sorted(Path(sys.argv[4]).glob("*.pdf"))} if len(sys.argv) > 4 else {}
    for name in (name for name in dir(makers) if name.startswith("by_")):
        for number in range(EACH):
            files[f"{name[3:]}-{number}"] = getattr(makers, name)()
    given = list(files.items())
    for at, (name, bytes_) in enumerate(given):
        for way, made in honest(bytes_, given[(at * 7 + 3) % len(given)][1]).items():
            (out / f"{name}+{way}.pdf").write_bytes(made)


if __name__ == "__main__":
    main()
