import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { BASIC, type Fonts } from './fonts.ts';

type Pdf = InstanceType<typeof PDFDocument>;

// Its types tell of a default inside the module; where modules of both kinds meet, the module is the function.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Between these signs a line may end without a space: Chinese and Japanese write none. */
const ENDS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Lines of scripts with signs above and below are further apart, as shares of the size. */
const LEADING = 1.45;

/** Signs that a line can hold at most. */
const LONGEST = 300;

/** Part of a line in one font and one direction. */
interface Piece {
  text: string;
  font: string;
  level: number;
}

type Line = readonly Piece[];

/** Texts of all scripts: lines broken, each part in a font that has it, from right to left where it runs so. */
export class Lettering {
  readonly #pdf: Pdf;
  readonly #fonts: Fonts;
  readonly #basic: string;

  constructor(pdf: Pdf, fonts: Fonts, basic: string) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#basic = basic;
  }

  /** Whether the library's own lines do: one font has all of it, and it runs from the left. */
  isPlain(text: string): boolean {
    return !RIGHT_TO_LEFT.test(text) && Array.from(text).every((sign) => BASIC.test(sign));
  }

  /** @returns what is drawn: signs that no font has are told by their code points, and nothing turns what follows */
  printable(text: string): string {
    const clean = text.normalize('NFC').replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\r]/gu, '');
    const fontOf = this.#fonts.forText(clean);
    return Array.from(clean)
      .map((sign) => (fontOf(sign) === null ? codePoint(sign) : sign))
      .join('');
  }

  /** How high a text is, points, at the current size. */
  height(text: string, width: number, size: number): number {
    return this.#lines(text, width, size).length * size * LEADING;
  }

  /** Draws a text from its top; the document's place is below it afterwards. */
  draw(text: string, x: number, y: number, width: number, size: number, most = Infinity): void {
    const pdf = this.#pdf;
    let top = y;
    for (const line of this.#lines(text, width, size).slice(0, most)) {
      if (top + size * LEADING > pdf.page.height - pdf.page.margins.bottom) {
        pdf.addPage();
        top = pdf.page.margins.top;
      }
      let at = x;
      for (const piece of line) {
        const shown = shownOf(piece);
        pdf.font(piece.font).fontSize(size);
        // As it is read, for whoever copies or searches: what is drawn stands in the order of the eye.
        pdf.markContent('Span', { actual: piece.text });
        pdf.text(shown, at, top + size * 1.05, { lineBreak: false, baseline: 'alphabetic', features: [] });
        pdf.endMarkedContent();
        at += this.#width(shown, piece.font, size);
      }
      top += size * LEADING;
    }
    pdf.font(this.#basic).fontSize(size);
    pdf.y = top;
  }

  #width(text: string, font: string, size: number): number {
    return this.#pdf.font(font).fontSize(size).widthOfString(text, { features: [] });
  }

  #lines(text: string, width: number, size: number): Line[] {
    return text.split('\n').flatMap((paragraph) => this.#paragraph(paragraph, width, size));
  }

  #paragraph(text: string, width: number, size: number): Line[] {
    if (text === '') return [[]];
    const { levels } = bidi.getEmbeddingLevels(text, 'auto');
    const fontOf = this.#fonts.forText(text);
    const pieces = (from: number, to: number): Piece[] => this.#pieces(text, levels, fontOf, from, to);
    const wide = (from: number, to: number): number =>
      pieces(from, to).reduce((sum, piece) => sum + this.#width(shownOf(piece), piece.font, size), 0);
    const lines: Line[] = [];
    const close = (from: number, to: number): void => {
      lines.push(inOrder(pieces(from, trimmed(text, from, to))));
    };
    let from = 0;
    let end = 0;
    // Of the line so far, with the space at its end.
    let taken = 0;
    for (const stop of stopsOf(text)) {
      const long = stop - end > LONGEST;
      if (end > from && (long || taken + wide(end, trimmed(text, end, stop)) > width)) {
        close(from, end);
        [from, taken] = [end, 0];
      }
      // A word that is wider than the room is cut where it must be; no further is looked than a line can be long.
      while (from === end && (stop - from > LONGEST || wide(from, trimmed(text, from, stop)) > width)) {
        const cut = this.#cut(text, from, Math.min(stop, from + LONGEST), (to) => wide(from, to) <= width);
        close(from, cut);
        [from, end] = [cut, cut];
      }
      taken += wide(end, stop);
      end = stop;
    }
    if (end > from) close(from, end);
    return lines;
  }

  /** The furthest end of a sign that still fits, one sign at least. */
  #cut(text: string, from: number, to: number, fits: (end: number) => boolean): number {
    const ends = [...new Intl.Segmenter().segment(text.slice(from, to))].map(
      ({ index, segment }) => from + index + segment.length,
    );
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(ends[middle] ?? to)) low = middle;
      else high = middle - 1;
    }
    return ends[low] ?? to;
  }

  /** Parts of one font and one level, as they are read. */
  #pieces(text: string, levels: Uint8Array, fontOf: ReturnType<Fonts['forText']>, from: number, to: number): Piece[] {
    const pieces: Piece[] = [];
    for (let at = from; at < to;) {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 32);
      const level = levels[at] ?? 0;
      const last = pieces.at(-1);
      // Spaces, joiners and marks stay with what stands before them.
      const joins = last?.level === level && /[\s\p{M}\u200c\u200d]/u.test(sign);
      const font = joins ? last.font : (fontOf(sign) ?? this.#basic);
      if (last?.level === level && last.font === font) last.text += sign;
      else pieces.push({ text: sign, font, level });
      at += sign.length;
    }
    return pieces;
  }
}

/** As the eye meets them (UAX #9, L2). */
function inOrder(pieces: readonly Piece[]): Line {
  const line = [...pieces];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let at = 0; at < line.length; at++) {
      if ((line[at]?.level ?? 0) < level) continue;
      let end = at;
      while (end < line.length && (line[end]?.level ?? 0) >= level) end++;
      line.splice(at, end - at, ...line.slice(at, end).toReversed());
      at = end;
    }
  }
  return line;
}

/** What is handed to the font: letters that run from the right are turned by it, brackets and the like here. */
function shownOf({ text, level }: Piece): string {
  if (level % 2 === 0) return text;
  const mirrored = Array.from(text).map((sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return RIGHT_TO_LEFT.test(text) ? mirrored.join('') : mirrored.toReversed().join('');
}

/** Where a line may end, as offsets: after spaces, between words of scripts without spaces, after signs of Chinese. */
function* stopsOf(text: string): Generator<number> {
  for (const { index, segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    const end = index + segment.length;
    const next = text.slice(end, end + 2);
    if (end === text.length) yield end;
    else if (/\s$/u.test(segment) && !/^\s/u.test(next)) yield end;
    else if (/\p{Script=Thai}$/u.test(segment) && /^\p{Script=Thai}/u.test(next)) yield end;
    else if (ENDS_ANYWHERE.test(segment) && !/^[\p{Po}\p{Pe}\p{Pf}\s]/u.test(next)) yield end;
  }
}

const trimmed = (text: string, from: number, to: number): number => from + text.slice(from, to).trimEnd().length;

const codePoint = (sign: string): string =>
  `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
