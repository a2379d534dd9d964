"""Statements, invoices and payslips by programs of offices, TeX, the web and print, none of them edited.

    apt-get install libreoffice-writer-nogui libreoffice-calc-nogui texlive-latex-recommended texlive-xetex lmodern \
        texlive-fonts-recommended wkhtmltopdf groff ghostscript
    python bench/forensics/document-office.py OUT [SEED [EACH]]

One row of an invoice in 25 is reduced by ten per cent. Writes OUT/PROGRAM-NUMBER.pdf; programs that are not found are
left out. document-makers.py takes the folder for its honest work, document-careful.py for its edits.
"""

from __future__ import annotations

import csv
import html
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

NAMES = ["Maria Kovacs", "Anton Brandt", "Oscar Wexler", "Lena Fiori", "Tova Waverly", "Avi Fjeld", "Wanda Yates"]
WHATS = ["Rent", "Salary", "Invoice 114", "Refund", "Card payment", "Standing order", "Office supplies", "Travel, Wien"]
SENTENCES = [
    "Thank you for your order of last week.",
    "We waive the fee for the first three months.",
    "Your traffic was five times what we had offered.",
    "Please affix the label to the file before you return it.",
    "Yours faithfully, Tax Office, Avenue Waterloo 12.",
]
FONTS = ["DejaVu Sans", "Liberation Sans", "Liberation Serif", "DejaVu Serif", "Liberation Mono"]


def money(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


@dataclass
class Paper:
    kind: str
    head: list[str]
    rows: list[list[str]]
    foot: list[tuple[str, str]]
    letter: str
    number: int


def paper(draw: random.Random) -> Paper:
    kind, rows, foot, total = draw.choice(["statement", "invoice", "payslip"]), [], [], 0
    letter = " ".join(draw.choice(SENTENCES) for _ in range(draw.randint(4, 14)))
    head = ["Item", "Quantity", "Price", "Amount"]
    if kind == "statement":
        head, balance = ["Date", "What", "Amount", "Balance"], draw.randint(100_000, 900_000)
        for day in range(draw.randint(6, 26)):
            cents = draw.randint(900, 220_000) * draw.choice([1, -1])
            balance += cents
            what = f"{draw.choice(WHATS)}, {draw.choice(NAMES)}"
            rows.append([f"{day % 28 + 1:02d} Jan 2026", what, money(cents), money(balance)])
    elif kind == "invoice":
        for _ in range(draw.randint(6, 26)):
            quantity, price = draw.randint(1, 12), draw.randint(150, 29_000)
            reduced = draw.random() < 0.04
            amount = round(quantity * price * (0.9 if reduced else 1))
            total += amount
            what = f"{draw.choice(WHATS)} {draw.randint(10, 99)}{' (less 10 %)' if reduced else ''}"
            rows.append([what, str(quantity), money(price), money(amount)])
        tax = round(total * 0.2)
        foot = [("Subtotal", money(total)), ("VAT 20 %", money(tax)), ("Total", money(total + tax))]
    else:
        head = ["Kind", "Hours", "Rate", "Amount"]
        for what in ("Basic pay", "Overtime", "Bonus", "Pension", "Income tax", "Health insurance", "Union fee"):
            rows.append([what, str(draw.randint(1, 40)), money(draw.randint(900, 4_000)), money(draw.randint(2_000, 520_000))])
        foot = [("Net pay", money(draw.randint(100_000, 400_000)))]
    return Paper(kind, head, rows, foot, letter, draw.randint(1000, 99_999))


def as_html(given: Paper, draw: random.Random) -> str:
    def row(cells: list[str]) -> str:
        return "".join(f"<td{' align=right' if at >= 2 else ''}>{html.escape(cell)}</td>" for at, cell in enumerate(cells))

    rows = "".join(f"<tr>{row(cells)}</tr>" for cells in given.rows)
    foot = "".join(f"<tr><td colspan=3>{label}</td><td align=right><b>{amount}</b></td></tr>" for label, amount in given.foot)
    head = "".join(f"<th align=left>{name}</th>" for name in given.head)
    style = f"body{{font-family:'{draw.choice(FONTS)}';font-size:{draw.choice([9, 10, 11])}pt}} table{{width:100%}}"
    return (
        f"<html><head><meta charset=utf-8><style>{style}</style></head><body><h1>{given.kind.title()} {given.number}</h1>"
        f"<p><b>{draw.choice(NAMES)}</b><br><i>Waterloo Avenue</i></p><p>{given.letter}</p>"
        f"<table><tr>{head}</tr>{rows}{foot}</table><p>{given.letter}</p></body></html>"
    )


def as_tex(given: Paper, draw: random.Random, xetex: bool) -> str:
    def safe(text: str) -> str:
        return text.replace("%", r"\%")

    rows = "\n".join(safe(" & ".join(cells)) + r" \\" for cells in given.rows)
    foot = "\n".join(rf"{safe(label)} & & & \textbf{{{amount}}} \\" for label, amount in given.foot)
    if xetex:
        fonts = rf"\usepackage{{fontspec}}\setmainfont{{{draw.choice(['DejaVu Serif', 'Liberation Serif', 'Latin Modern Roman'])}}}"
    else:
        fonts = draw.choice([r"\usepackage[T1]{fontenc}\usepackage{lmodern}", r"\usepackage{mathptmx}", r"\usepackage{microtype}", ""])
    return (
        rf"\documentclass[a4paper]{{article}}{fonts}\usepackage{{longtable}}\begin{{document}}"
        f"\n\\section*{{{given.kind.title()} {given.number}}}\n\\textbf{{{draw.choice(NAMES)}}}\n\n{given.letter}\n\n"
        f"\\begin{{longtable}}{{llrr}}\n{rows}\n{foot}\n\\end{{longtable}}\n\n{given.letter} See $x_1^2+y$ in \\LaTeX.\n\\end{{document}}\n"
    )


def run(words: list[str], folder: Path, given: bytes | None = None) -> bytes:
    if shutil.which(words[0]) is None:
        return b""
    done = subprocess.run(words, cwd=folder, input=given, capture_output=True, check=False, timeout=300)
    return done.stdout


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 7)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(int(sys.argv[3]) if len(sys.argv) > 3 else 8):
            (folder / f"libreoffice-{number}.html").write_text(as_html(paper(draw), draw))
            given = paper(draw)
            with (folder / f"librecalc-{number}.csv").open("w") as file:
                csv.writer(file).writerows([given.head, *given.rows, *([label, "", "", amount] for label, amount in given.foot)])
            for program in ("pdflatex", "xelatex"):
                (folder / f"{program}-{number}.tex").write_text(as_tex(paper(draw), draw, program == "xelatex"))
                run([program, "-interaction=batchmode", f"{program}-{number}.tex"], folder)
            (folder / "page.html").write_text(as_html(paper(draw), draw))
            run(["wkhtmltopdf", "-q", "page.html", f"wkhtmltopdf-{number}.pdf"], folder)
            given = paper(draw)
            table = "\n".join("\t".join(cells) for cells in given.rows)
            source = f".fam T\n.SH\n{given.kind}\n.PP\n{given.letter}\n.TS\nl l r r.\n{table}\n.TE\n".encode()
            (folder / f"gropdf-{number}.pdf").write_bytes(run(["groff", "-t", "-ms", "-Tpdf"], folder, source))
            (folder / "page.ps").write_bytes(run(["groff", "-t", "-ms", "-Tps"], folder, source))
            run(["ps2pdf", "page.ps", f"groff_ps2pdf-{number}.pdf"], folder)
        home = f"-env:UserInstallation=file://{folder}/home"
        pages = sorted(path.name for path in folder.glob("libreoffice-*.html"))
        tables = sorted(path.name for path in folder.glob("librecalc-*.csv"))
        run(["soffice", home, "--headless", "--convert-to", "pdf:writer_web_pdf_Export", *pages], folder)
        run(["soffice", home, "--headless", "--convert-to", "pdf", *tables], folder)
        run(["soffice", home, "--headless", "--infilter=HTML (StarWriter)", "--convert-to", "docx", "--outdir", "docx", *pages], folder)
        run(["soffice", home, "--headless", "--convert-to", "pdf", "--outdir", "docx", *(f"docx/{Path(page).stem}.docx" for page in pages)], folder)
        for path in [*folder.glob("*.pdf"), *folder.glob("docx/*.pdf")]:
            target = path.name.replace("libreoffice", "writerdocx") if path.parent.name == "docx" else path.name
            if path.read_bytes().startswith(b"%PDF"):
                shutil.copy(path, out / target)


if __name__ == "__main__":
    main()
