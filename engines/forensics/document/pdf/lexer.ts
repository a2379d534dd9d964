import { type Dictionary, Keyword, Name, Reference, Text, type Value } from './values.ts';

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const MAX_DEPTH = 64;

/** The file breaks the rules of the format in a way that cannot be passed over. */
export class PdfFault extends Error {
  override name = 'PdfFault';
}

/** Reads objects out of bytes, one after another (ISO 32000-2, 7.2 and 7.3). */
export class Lexer {
  readonly bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return;
      if (byte === 0x25) while (this.at < this.bytes.length && !isEnd(this.bytes[this.at])) this.at++;
      else if (SPACE.has(byte)) this.at++;
      else return;
    }
  }

  /** @returns the next object; undefined at the end. @throws PdfFault where objects are nested too deeply */
  read(depth = 0): Value | undefined {
    if (depth > MAX_DEPTH) throw new PdfFault('objects are nested too deeply');
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined) return undefined;
    switch (byte) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literal();
      case 0x5b:
        this.at++;
        return this.#array(depth);
      case 0x3c:
        if (this.bytes[this.at + 1] !== 0x3c) return this.#hexadecimal();
        this.at += 2;
        return this.#dictionary(depth);
      case 0x3e:
        this.at += this.bytes[this.at + 1] === 0x3e ? 2 : 1;
        return new Keyword('>>');
      case 0x5d:
      case 0x7b:
      case 0x7d:
      case 0x29:
        this.at++;
        return new Keyword(String.fromCharCode(byte));
      default:
        return this.#word();
    }
  }

  /** The next object, `12 0 R` taken together. */
  readWithReferences(depth = 0): Value | undefined {
    const value = this.read(depth);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return value;
    const after = this.at;
    const generation = this.#digits();
    if (generation !== null) {
      this.skipSpace();
      const next = this.bytes[this.at + 1];
      if (this.bytes[this.at] === 0x52 && (next === undefined || SPACE.has(next) || DELIMITERS.has(next))) {
        this.at++;
        return new Reference(value, generation);
      }
    }
    this.at = after;
    return value;
  }

  #digits(): number | null {
    this.skipSpace();
    let value = 0;
    let count = 0;
    for (; count < 6; count++) {
      const digit = (this.bytes[this.at] ?? 0) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      this.at++;
    }
    return count === 0 ? null : value;
  }

  #array(depth: number): Value[] {
    const values: Value[] = [];
    for (;;) {
      const value = this.readWithReferences(depth + 1);
      if (value === undefined || (value instanceof Keyword && value.word === ']')) return values;
      if (value instanceof Keyword && (value.word === '>>' || value.word === 'endobj')) return values;
      values.push(value);
    }
  }

  #dictionary(depth: number): Dictionary {
    const dictionary: Dictionary = new Map();
    for (;;) {
      const key = this.read(depth + 1);
      if (key === undefined || (key instanceof Keyword && (key.word === '>>' || key.word === 'endobj'))) {
        return dictionary;
      }
      if (!(key instanceof Name)) continue;
      const value = this.readWithReferences(depth + 1);
      if (value === undefined || (value instanceof Keyword && value.word === '>>')) return dictionary;
      dictionary.set(key.name, value);
    }
  }

  #name(): Name {
    let text = '';
    for (this.at++; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] as number;
      if (SPACE.has(byte) || DELIMITERS.has(byte)) break;
      const code = byte === 0x23 ? hex(this.bytes[this.at + 1], this.bytes[this.at + 2]) : null;
      if (code !== null) this.at += 2;
      text += String.fromCharCode(code ?? byte);
    }
    return new Name(text);
  }

  #literal(): Text {
    const out: number[] = [];
    let open = 1;
    for (this.at++; this.at < this.bytes.length; this.at++) {
      let byte = this.bytes[this.at] as number;
      if (byte === 0x28) open++;
      else if (byte === 0x29 && --open === 0) {
        this.at++;
        break;
      } else if (byte === 0x5c) {
        this.at++;
        const next = this.bytes[this.at] ?? 0;
        const special = ESCAPES[String.fromCharCode(next)];
        if (special !== undefined) byte = special;
        else if (next >= 48 && next <= 55) {
          byte = next - 48;
          for (let n = 0; n < 2; n++) {
            const digit = (this.bytes[this.at + 1] ?? 0) - 48;
            if (digit < 0 || digit > 7) break;
            byte = byte * 8 + digit;
            this.at++;
          }
          byte &= 255;
        } else if (next === 13) {
          if (this.bytes[this.at + 1] === 10) this.at++;
          continue;
        } else if (next === 10) continue;
        else byte = next;
      }
      out.push(byte);
    }
    return new Text(Uint8Array.from(out));
  }

  #hexadecimal(): Text {
    const digits: number[] = [];
    for (this.at++; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] as number;
      if (byte === 0x3e) {
        this.at++;
        break;
      }
      const digit = Number.parseInt(String.fromCharCode(byte), 16);
      if (!Number.isNaN(digit)) digits.push(digit);
    }
    const bytes = new Uint8Array(Math.ceil(digits.length / 2));
    for (let i = 0; i < bytes.length; i++) bytes[i] = (digits[2 * i] as number) * 16 + (digits[2 * i + 1] ?? 0);
    return new Text(bytes);
  }

  #word(): Value {
    const from = this.at;
    while (this.at < this.bytes.length) {
      const byte = this.bytes[this.at] as number;
      if (SPACE.has(byte) || DELIMITERS.has(byte)) break;
      this.at++;
    }
    const word = Buffer.from(this.bytes.subarray(from, Math.min(this.at, from + 200))).toString('latin1');
    if (/^[+-]*\d*\.?\d*(?:-\d*)?$/.test(word) && /\d/.test(word)) {
      const number = Number.parseFloat(word.replace(/^([+-])+/, '$1'));
      return Number.isFinite(number) ? number : 0;
    }
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    return new Keyword(word);
  }
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12, '(': 40, ')': 41, '\\': 92 };
const isEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13;

function hex(high: number | undefined, low: number | undefined): number | null {
  const value = Number.parseInt(String.fromCharCode(high ?? 0, low ?? 0), 16);
  return /^[0-9A-Fa-f]{2}$/.test(String.fromCharCode(high ?? 0, low ?? 0)) ? value : null;
}
