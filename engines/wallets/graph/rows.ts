/** Insertion sort is quickest on the short rows that nearly all nodes have. */
const SHORT = 24;

/** A row this long leaves room for a 32-bit key beside the place in the 53 bits of a number. */
const PACKED = 2 ** 21;

/** Exponent and leading bits of 1 as a double: no whole number's are less. */
const LEAST_HIGH_WORD = 0x3ff00000;

type Column = Uint32Array | Float64Array;

/**
 * Orders rows of a table held in columns: finds the order of a row by one column, then puts every column of the row
 * into it. Scratch space is kept from row to row. Long rows are sorted natively, key and place packed in one number.
 */
export class RowOrder {
  #keys = new Float64Array(1024);
  #order = new Uint32Array(1024);
  #spare = new Float64Array(1024);
  readonly #words = new Uint32Array(2);
  readonly #number = new Float64Array(this.#words.buffer);

  /** Puts `columns` in order of rising `payee`. */
  byPayee(payee: Uint32Array, start: number, end: number, columns: readonly Column[]): void {
    const length = end - start;
    if (length < 2) return;
    this.#reserve(length);
    if (length <= SHORT) {
      for (let i = 0; i < length; i++) this.#keys[i] = payee[start + i]!;
      this.#insert(length);
    } else {
      for (let i = 0; i < length; i++) this.#keys[i] = payee[start + i]! * PACKED + i;
      this.#sortPacked(length, (a, b) => payee[start + a]! - payee[start + b]!);
    }
    for (const column of columns) this.#apply(column, start, length);
  }

  /** Puts `columns` in order of falling `value`; rows of equal value keep their order. */
  byFallingValue(value: Float64Array, start: number, end: number, columns: readonly Column[]): void {
    const length = end - start;
    if (length < 2) return;
    this.#reserve(length);
    if (length <= SHORT) {
      for (let i = 0; i < length; i++) this.#keys[i] = -value[start + i]!;
      this.#insert(length);
    } else {
      // The upper half of a double orders whole numbers but for their last bits, which a second look puts right.
      for (let i = 0; i < length; i++) {
        this.#number[0] = value[start + i]!;
        this.#keys[i] = (LEAST_HIGH_WORD + 2 ** 26 - this.#words[1]!) * PACKED + i;
      }
      this.#sortPacked(length, (a, b) => value[start + b]! - value[start + a]! || a - b);
      for (let i = 0; i < length; i++) this.#keys[i] = -value[start + this.#order[i]!]!;
      this.#settle(length);
    }
    for (const column of columns) this.#apply(column, start, length);
  }

  #reserve(length: number): void {
    if (length <= this.#keys.length) return;
    const room = 2 ** Math.ceil(Math.log2(length));
    this.#keys = new Float64Array(room);
    this.#order = new Uint32Array(room);
    this.#spare = new Float64Array(room);
  }

  #insert(length: number): void {
    for (let i = 0; i < length; i++) this.#order[i] = i;
    this.#settle(length);
  }

  /** Insertion sort of keys and order together; linear where they are nearly in order. */
  #settle(length: number): void {
    const [keys, order] = [this.#keys, this.#order];
    for (let i = 1; i < length; i++) {
      const key = keys[i]!;
      const place = order[i]!;
      let at = i;
      for (; at > 0 && (keys[at - 1]! > key || (keys[at - 1] === key && order[at - 1]! > place)); at--) {
        keys[at] = keys[at - 1]!;
        order[at] = order[at - 1]!;
      }
      keys[at] = key;
      order[at] = place;
    }
  }

  #sortPacked(length: number, compare: (a: number, b: number) => number): void {
    const order = this.#order;
    if (length > PACKED) {
      for (let i = 0; i < length; i++) order[i] = i;
      order.subarray(0, length).sort(compare);
      return;
    }
    const keys = this.#keys.subarray(0, length).sort();
    for (let i = 0; i < length; i++) order[i] = keys[i]! % PACKED;
  }

  #apply(column: Column, start: number, length: number): void {
    const [order, spare] = [this.#order, this.#spare];
    for (let i = 0; i < length; i++) spare[i] = column[start + order[i]!]!;
    for (let i = 0; i < length; i++) column[start + i] = spare[i]!;
  }
}
