import type { PdfView } from './file.ts';
import { type Font, readFont } from './fonts.ts';
import { Lexer, PdfFault } from './lexer.ts';
import { type Bounds, boundsOf, IDENTITY, type Matrix, multiply } from './matrix.ts';
import { shadeOf } from './shade.ts';
import { type Dictionary, Keyword, Name, Stream, Text, type Value } from './values.ts';

interface Item {
  /** In the order of painting. */
  order: number;
  bounds: Bounds;
}

export interface TextItem extends Item {
  kind: 'TEXT';
  font: Font;
  /** Height of the font on the page, points. */
  size: number;
  /** Where it begins, on its baseline. */
  x: number;
  y: number;
  /** Codes of the characters, whatever they mean. */
  codes: string;
  count: number;
  /** Drawn at all: rendering modes 3 and 7 draw nothing. */
  visible: boolean;
  /** Brightness of its colour, 0 black to 1 white; null where the colour space does not tell. */
  shade: number | null;
  /** Marked as the value of a form's field (ISO 32000-2, 12.7.4.3), also where the form was made part of the page. */
  isField: boolean;
}

export interface FillItem extends Item {
  kind: 'FILL';
  shade: number | null;
  opacity: number;
}

export interface ImageItem extends Item {
  kind: 'IMAGE';
  width: number;
  height: number;
  mask: boolean;
  filter: string | null;
  opacity: number;
}

export type PageItem = TextItem | FillItem | ImageItem;

interface State {
  matrix: Matrix;
  font: Font | null;
  size: number;
  leading: number;
  characterSpace: number;
  wordSpace: number;
  scale: number;
  rise: number;
  mode: number;
  shade: number | null;
  opacity: number;
  isField: boolean;
}

const START: State = {
  matrix: IDENTITY,
  font: null,
  size: 1,
  leading: 0,
  characterSpace: 0,
  wordSpace: 0,
  scale: 1,
  rise: 0,
  mode: 0,
  shade: 0,
  opacity: 1,
  isField: false,
};
const MAX_OPERATORS = 2_000_000;
const MAX_ITEMS = 200_000;
const MAX_FORMS = 12;

/**
 * What a page paints, in order: texts with their fonts and places, filled areas, pictures (ISO 32000-2, 8 and 9, as far
 * as needed: curves are taken for their corner points, clipping is not followed). Nothing is run or opened.
 */
export function readContent(view: PdfView, page: Dictionary, resources: Dictionary | null): PageItem[] {
  const contents = view.resolve(page.get('Contents'));
  const streams = Array.isArray(contents) ? contents.map(view.resolve) : [contents];
  const parts: Uint8Array[] = [];
  for (const stream of streams) {
    if (stream instanceof Stream) parts.push(view.decoded(stream)?.bytes ?? new Uint8Array(), Buffer.from('\n'));
  }
  const painter = new Painter(view);
  painter.run(Buffer.concat(parts), resources ?? new Map(), START, 0);
  return painter.items;
}

class Painter {
  readonly items: PageItem[] = [];
  readonly #view: PdfView;
  readonly #fonts = new Map<Value, Font>();
  #operators = 0;

  constructor(view: PdfView) {
    this.#view = view;
  }

  run(bytes: Uint8Array, resources: Dictionary, start: State, depth: number): void {
    const lexer = new Lexer(bytes);
    const stack: State[] = [];
    let state = { ...start };
    let line: Matrix = IDENTITY;
    let place: Matrix = IDENTITY;
    let path: Bounds | null = null;
    let operands: Value[] = [];
    const marks: boolean[] = [];
    const number = (index: number): number => {
      const value = operands[index];
      return typeof value === 'number' ? value : 0;
    };
    const reach = (x: number, y: number): void => {
      path = path
        ? [Math.min(path[0], x), Math.min(path[1], y), Math.max(path[2], x), Math.max(path[3], y)]
        : [x, y, x, y];
    };
    const show = (value: Value | undefined): void => {
      if (value instanceof Text) place = this.#show(value, state, place);
    };
    const newLine = (x: number, y: number): void => {
      line = multiply([1, 0, 0, 1, x, y], line);
      place = line;
    };
    for (;;) {
      const token = lexer.read();
      if (token === undefined) return;
      if (!(token instanceof Keyword)) {
        if (operands.length < 4096) operands.push(token);
        continue;
      }
      if (++this.#operators > MAX_OPERATORS) throw new PdfFault('a page of it has too many operators');
      switch (token.word) {
        case 'q':
          if (stack.length < 256) stack.push({ ...state });
          break;
        case 'Q':
          // Marks of content are no part of what is restored.
          state = { ...(stack.pop() ?? state), isField: state.isField };
          break;
        case 'BMC':
        case 'BDC':
          if (marks.length < 256) marks.push(operands[0] instanceof Name && operands[0].name === 'Tx');
          state.isField = start.isField || marks.includes(true);
          break;
        case 'EMC':
          marks.pop();
          state.isField = start.isField || marks.includes(true);
          break;
        case 'cm':
          state.matrix = multiply(matrixOf(operands), state.matrix);
          break;
        case 'gs':
          this.#graphics(resources, operands[0], state);
          break;
        case 'BT':
          line = IDENTITY;
          place = IDENTITY;
          break;
        case 'Tf':
          state.font = this.#font(resources, operands[0]);
          state.size = number(1);
          break;
        case 'Tc':
          state.characterSpace = number(0);
          break;
        case 'Tw':
          state.wordSpace = number(0);
          break;
        case 'Tz':
          state.scale = number(0) / 100;
          break;
        case 'TL':
          state.leading = number(0);
          break;
        case 'Ts':
          state.rise = number(0);
          break;
        case 'Tr':
          state.mode = number(0);
          break;
        case 'Td':
          newLine(number(0), number(1));
          break;
        case 'TD':
          state.leading = -number(1);
          newLine(number(0), number(1));
          break;
        case 'Tm':
          line = matrixOf(operands);
          place = line;
          break;
        case 'T*':
          newLine(0, -state.leading);
          break;
        case 'Tj':
          show(operands[0]);
          break;
        case "'":
          newLine(0, -state.leading);
          show(operands[0]);
          break;
        case '"':
          state.wordSpace = number(0);
          state.characterSpace = number(1);
          newLine(0, -state.leading);
          show(operands[2]);
          break;
        case 'TJ': {
          const list = operands[0];
          for (const part of Array.isArray(list) ? list : []) {
            if (typeof part === 'number') {
              place = multiply([1, 0, 0, 1, (-part / 1000) * state.size * state.scale, 0], place);
            } else show(part);
          }
          break;
        }
        case 'g':
        case 'rg':
        case 'k':
        case 'sc':
        case 'scn':
          state.shade = shadeOf(operands);
          break;
        case 'cs':
          state.shade = 0;
          break;
        case 're':
          reach(number(0), number(1));
          reach(number(0) + number(2), number(1) + number(3));
          break;
        case 'm':
        case 'l':
          reach(number(0), number(1));
          break;
        case 'c':
          reach(number(4), number(5));
          break;
        case 'v':
        case 'y':
          reach(number(2), number(3));
          break;
        case 'f':
        case 'F':
        case 'f*':
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          if (path) {
            const { shade, opacity } = state;
            this.#add({ kind: 'FILL', order: this.items.length, bounds: boundsOf(state.matrix, path), shade, opacity });
          }
          path = null;
          break;
        case 'S':
        case 's':
        case 'n':
          path = null;
          break;
        case 'Do':
          this.#external(resources, operands[0], state, depth);
          break;
        case 'BI':
          this.#inline(lexer, state);
          break;
      }
      operands = [];
    }
  }

  #add(item: PageItem): void {
    if (this.items.length >= MAX_ITEMS) throw new PdfFault('a page of it paints too much');
    this.items.push(item);
  }

  #show({ bytes }: Text, state: State, place: Matrix): Matrix {
    const { font, size, scale, rise, matrix } = state;
    if (!font || bytes.length === 0) return place;
    let width = 0;
    const step = font.codeBytes;
    for (let at = 0; at + step <= bytes.length; at += step) {
      const code = step === 2 ? ((bytes[at] as number) << 8) | (bytes[at + 1] as number) : (bytes[at] as number);
      const space = step === 1 && code === 32 ? state.wordSpace : 0;
      width += ((font.widthOf(code) / 1000) * size + state.characterSpace + space) * scale;
    }
    const whole = multiply(place, matrix);
    const bounds = boundsOf(whole, [0, rise - 0.2 * size, width, rise + 0.75 * size]);
    const [x, y] = [whole[2] * rise + whole[4], whole[3] * rise + whole[5]];
    this.#add({
      kind: 'TEXT',
      order: this.items.length,
      bounds,
      font,
      size: Math.abs(size) * Math.hypot(whole[2], whole[3]),
      x,
      y,
      codes: Buffer.from(bytes).toString('latin1'),
      count: Math.floor(bytes.length / step),
      visible: state.mode !== 3 && state.mode !== 7 && state.opacity > 0.05,
      shade: state.shade,
      isField: state.isField,
    });
    return multiply([1, 0, 0, 1, width, 0], place);
  }

  #font(resources: Dictionary, name: Value | undefined): Font | null {
    const view = this.#view;
    const dictionary =
      name instanceof Name ? view.dictionary(view.dictionary(resources.get('Font'))?.get(name.name)) : null;
    if (!dictionary) return null;
    const known = this.#fonts.get(dictionary);
    if (known) return known;
    const font = readFont(view, dictionary);
    this.#fonts.set(dictionary, font);
    return font;
  }

  #graphics(resources: Dictionary, name: Value | undefined, state: State): void {
    const view = this.#view;
    const given =
      name instanceof Name ? view.dictionary(view.dictionary(resources.get('ExtGState'))?.get(name.name)) : null;
    const opacity = view.number(given?.get('ca'));
    if (opacity !== null) state.opacity = opacity;
  }

  #external(resources: Dictionary, name: Value | undefined, state: State, depth: number): void {
    const view = this.#view;
    const object =
      name instanceof Name ? view.resolve(view.dictionary(resources.get('XObject'))?.get(name.name)) : null;
    if (!(object instanceof Stream)) return;
    const { dictionary } = object;
    const kind = view.name(dictionary.get('Subtype'));
    if (kind === 'Image') {
      this.#image(dictionary, state);
    } else if (kind === 'Form' && depth < MAX_FORMS) {
      const bytes = view.decoded(object)?.bytes;
      const matrix = matrixOf(view.array(dictionary.get('Matrix')).map(view.resolve));
      const own = view.dictionary(dictionary.get('Resources')) ?? resources;
      if (bytes) this.run(bytes, own, { ...state, matrix: multiply(matrix, state.matrix) }, depth + 1);
    }
  }

  #image(dictionary: Dictionary, { matrix, opacity }: State): void {
    const view = this.#view;
    const filter = view.resolve(dictionary.get('Filter') ?? dictionary.get('F'));
    const last = Array.isArray(filter) ? view.resolve(filter.at(-1)) : filter;
    this.#add({
      kind: 'IMAGE',
      order: this.items.length,
      bounds: boundsOf(matrix, [0, 0, 1, 1]),
      width: view.number(dictionary.get('Width') ?? dictionary.get('W')) ?? 0,
      height: view.number(dictionary.get('Height') ?? dictionary.get('H')) ?? 0,
      mask: dictionary.has('SMask') || dictionary.has('Mask') || view.resolve(dictionary.get('ImageMask')) === true,
      filter: last instanceof Name ? last.name : null,
      opacity,
    });
  }

  /** Inline pictures end at `EI` between white space. */
  #inline(lexer: Lexer, state: State): void {
    const dictionary: Dictionary = new Map();
    for (;;) {
      const key = lexer.read();
      if (key === undefined || (key instanceof Keyword && key.word === 'ID')) break;
      const value = lexer.read();
      if (key instanceof Name && value !== undefined) dictionary.set(key.name, value);
    }
    const { bytes } = lexer;
    for (let at = lexer.at; at < bytes.length; at++) {
      const isEnd = bytes[at] === 0x45 && bytes[at + 1] === 0x49;
      if (isEnd && isSpace(bytes[at - 1]) && (at + 2 >= bytes.length || isSpace(bytes[at + 2]))) {
        lexer.at = at + 2;
        return this.#image(dictionary, state);
      }
    }
    lexer.at = bytes.length;
  }
}

const isSpace = (byte: number | undefined): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

function matrixOf(values: readonly Value[]): Matrix {
  if (values.length < 6) return IDENTITY;
  const [a, b, c, d, e, f] = values.slice(-6).map((value) => (typeof value === 'number' ? value : 0));
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}
