/**
 * The place of each number among those that were added, from 0 on: an open-addressing table of whole numbers below 2^32.
 * A Map of a walk's some thousand nodes costs more to fill and to collect than the walk itself.
 */
export class Places {
  /** Place and 1 more; 0 where a slot is free. */
  #slots = new Uint32Array(512);
  #numbers = new Uint32Array(256);
  size = 0;

  /** @returns the number's place, or -1 where it was not added */
  find(number: number): number {
    return this.#slots[this.#slotOf(number)]! - 1;
  }

  /** @returns the number's place, a new one where it was not added before */
  add(number: number): number {
    const slot = this.#slotOf(number);
    const known = this.#slots[slot]!;
    if (known > 0) return known - 1;
    const place = this.size++;
    this.#numbers[place] = number;
    this.#slots[slot] = this.size;
    if (this.size === this.#numbers.length) this.#grow();
    return place;
  }

  numberAt(place: number): number {
    return this.#numbers[place]!;
  }

  /** Where a number is, or where it would go. */
  #slotOf(number: number): number {
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(number, 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let at = this.#slots[slot]!; at > 0; at = this.#slots[slot]!) {
      if (this.#numbers[at - 1] === number) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const numbers = new Uint32Array(this.#numbers.length * 4);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#slots = new Uint32Array(numbers.length * 2);
    for (let place = 0; place < this.size; place++) this.#slots[this.#slotOf(numbers[place]!)] = place + 1;
  }
}
