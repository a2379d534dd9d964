/** Reads the serialised forms of Bitcoin from bytes, front to back. @throws RangeError beyond the end */
export class ByteReader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    if (length > this.#bytes.length - this.at) throw new RangeError('The data ends too early');
    const part = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }

  /** Bytes from a place on up to here. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.at);
  }

  peek(): number {
    return this.#bytes[this.at] ?? -1;
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  uint64(): bigint {
    return this.take(8).readBigUInt64LE();
  }

  /** A count in Bitcoin's variable length ("CompactSize"); none can be larger than what is left. */
  count(): number {
    const head = this.take(1).readUInt8();
    let value = BigInt(head);
    if (head === 0xfd) value = BigInt(this.take(2).readUInt16LE());
    else if (head === 0xfe) value = BigInt(this.uint32());
    else if (head === 0xff) value = this.uint64();
    if (value > BigInt(this.#bytes.length - this.at)) throw new RangeError('A count is larger than the data');
    return Number(value);
  }

  text(): Buffer {
    return this.take(this.count());
  }

  get ended(): boolean {
    return this.at >= this.#bytes.length;
  }
}
