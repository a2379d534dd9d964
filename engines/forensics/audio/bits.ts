/** Bits from the most significant down. Reading past the end throws RangeError. */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** In bits. */
  #at: number;

  constructor(bytes: Uint8Array, fromByte = 0) {
    this.#bytes = bytes;
    this.#at = fromByte * 8;
  }

  get bytesLeft(): number {
    return this.#bytes.length - Math.ceil(this.#at / 8);
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }

  peek(bits: number): number {
    const at = this.#at;
    const value = this.read(bits);
    this.#at = at;
    return value;
  }

  /** @param bits 0 to 32 */
  read(bits: number): number {
    let value = 0;
    let left = bits;
    let at = this.#at;
    if (at + bits > this.#bytes.length * 8) throw new RangeError('end of bits');
    while (left > 0) {
      const inByte = 8 - (at & 7);
      const take = left < inByte ? left : inByte;
      const byte = this.#bytes[at >> 3] as number;
      value = value * (1 << take) + ((byte >> (inByte - take)) & ((1 << take) - 1));
      at += take;
      left -= take;
    }
    this.#at = at;
    return value;
  }

  /** Two's complement. @param bits 1 to 33 */
  signed(bits: number): number {
    if (bits > 32) return this.read(1) * -(2 ** 32) + this.read(32);
    const value = this.read(bits);
    return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
  }

  /** How many zeros stand before the next one. */
  unary(): number {
    let zeros = 0;
    for (;;) {
      const index = this.#at >> 3;
      if (index >= this.#bytes.length) throw new RangeError('end of bits');
      const rest = (this.#bytes[index] as number) & (0xff >> (this.#at & 7));
      const inByte = 8 - (this.#at & 7);
      if (rest === 0) {
        zeros += inByte;
        this.#at += inByte;
        continue;
      }
      const lead = Math.clz32(rest) - (32 - inByte);
      this.#at += lead + 1;
      return zeros + lead;
    }
  }

  /** A Rice code, folded to signed. */
  rice(parameter: number): number {
    const value = this.unary() * 2 ** parameter + this.read(parameter);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
