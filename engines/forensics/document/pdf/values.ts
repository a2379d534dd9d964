/** What PDF objects are made of (ISO 32000-2, 7.3). */

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Reference {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

export class Text {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  /** Latin-1 of the bytes. */
  get raw(): string {
    return Buffer.from(this.bytes).toString('latin1');
  }
  /** UTF-16 and UTF-8 by their marks, else PDFDocEncoding taken for Latin-1. */
  get string(): string {
    const [a, b, c] = this.bytes;
    if (a === 0xfe && b === 0xff) {
      const even = Buffer.from(this.bytes.subarray(2, this.bytes.length & ~1));
      return even.swap16().toString('utf16le');
    }
    if (a === 0xef && b === 0xbb && c === 0xbf) return Buffer.from(this.bytes.subarray(3)).toString('utf8');
    return this.raw;
  }
}

/** A word that is no object: an operator of a content stream, or `endobj`. */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

export type Dictionary = Map<string, Value>;

export class Stream {
  readonly dictionary: Dictionary;
  /** Encoded bytes. */
  readonly data: Uint8Array;
  constructor(dictionary: Dictionary, data: Uint8Array) {
    this.dictionary = dictionary;
    this.data = data;
  }
}

export type Value = null | boolean | number | Name | Text | Reference | Keyword | Stream | Dictionary | Value[];

export const isDictionary = (value: Value | undefined): value is Dictionary => value instanceof Map;
