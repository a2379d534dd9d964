const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const CHUNK = 1 << 18;
/** Room that any field but a long text takes at most, its length included. */
const FIELD = 64;
const TEN_THOUSAND = 10_000n;

/** Rows in the binary form of PostgreSQL's COPY, written field by field. */
export class CopyRows {
  readonly #columns: number;
  readonly #full: Buffer[] = [];
  #chunk = Buffer.allocUnsafe(CHUNK);
  #at: number;
  readonly #digits: number[] = [];
  count = 0;

  constructor(columns: number) {
    this.#columns = columns;
    this.#at = SIGNATURE.copy(this.#chunk);
  }

  /** Begins a row; exactly as many fields follow as there are columns. */
  row(): this {
    this.#reserve(2);
    this.#at = this.#chunk.writeInt16BE(this.#columns, this.#at);
    this.count += 1;
    return this;
  }

  null(): this {
    this.#reserve(4);
    this.#at = this.#chunk.writeInt32BE(-1, this.#at);
    return this;
  }

  int4(value: number): this {
    this.#reserve(8);
    this.#at = this.#chunk.writeInt32BE(value, this.#chunk.writeInt32BE(4, this.#at));
    return this;
  }

  /** A whole number up to 2^53. */
  int8(value: number): this {
    this.#reserve(12);
    this.#at = this.#chunk.writeInt32BE(8, this.#at);
    this.#at = this.#chunk.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#chunk.writeUInt32BE(value >>> 0, this.#at);
    return this;
  }

  text(value: string): this {
    this.#reserve(4 + value.length * 3);
    const length = this.#chunk.write(value, this.#at + 4, 'utf8');
    this.#chunk.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#reserve(4 + value.length);
    this.#at = this.#chunk.writeInt32BE(value.length, this.#at);
    this.#chunk.set(value, this.#at);
    this.#at += value.length;
    return this;
  }

  /** Bytes that a text holds, one in each of its characters. */
  latin1(value: string): this {
    this.#reserve(4 + value.length);
    this.#at = this.#chunk.writeInt32BE(value.length, this.#at);
    this.#at += this.#chunk.write(value, this.#at, 'latin1');
    return this;
  }

  /** A whole number, 0 or more, as `numeric`: digits to the base of ten thousand, the highest first. */
  numeric(value: bigint | number): this {
    const digits = this.#digits;
    digits.length = 0;
    let rest = value;
    if (typeof rest === 'bigint') {
      for (; rest > 9_007_199_254_740_991n; rest /= TEN_THOUSAND) digits.push(Number(rest % TEN_THOUSAND));
    }
    for (let small = Number(rest); small > 0; small = Math.floor(small / 10_000)) digits.push(small % 10_000);
    this.#reserve(12 + digits.length * 2);
    this.#at = this.#chunk.writeInt32BE(8 + digits.length * 2, this.#at);
    this.#at = this.#chunk.writeInt16BE(digits.length, this.#at);
    this.#at = this.#chunk.writeInt16BE(Math.max(0, digits.length - 1), this.#at);
    this.#at = this.#chunk.writeInt32BE(0, this.#at);
    for (let i = digits.length - 1; i >= 0; i -= 1) this.#at = this.#chunk.writeInt16BE(digits[i] ?? 0, this.#at);
    return this;
  }

  /** All rows with head and end. Nothing may be written afterwards. */
  finish(): Buffer[] {
    this.#reserve(2);
    this.#at = this.#chunk.writeInt16BE(-1, this.#at);
    return [...this.#full, this.#chunk.subarray(0, this.#at)];
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return;
    this.#full.push(this.#chunk.subarray(0, this.#at));
    this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK, bytes + FIELD));
    this.#at = 0;
  }
}
