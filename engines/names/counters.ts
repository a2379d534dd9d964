/** In a cell: the weight, and whether the reading is among the likely ones. */
export const WEIGHT = 0x7fff;
const LIKELY = 1 << 15;
/** In a cell: one token found, and one found that is but a part of the one asked for (which stands for two). */
export const HIT = 1 << 16;
export const PART = 1 << 21;
const MARK_SHIFT = 24;
const BELOW_MARK = 0xffffff;

const FIRST = 4096;
/** One hostile or very frequent query must not keep the memory. */
const MOST_KEPT = 1 << 20;

/**
 * Scratch space for counting what is found in readings, one per index and thread. Readings are numbered by place, in the
 * order in which they are found, and what is counted lies in that order; which are found is told by one bit each, so that
 * most postings touch little memory. A cell holds the weight found in a reading (15 bits), whether the reading is among
 * the likely ones (1 bit), the tokens of the query found in it (5 bits), of which it holds parts (3 bits), and the last
 * token counted (8 bits).
 */
export class Counters {
  private readonly found: Int32Array;
  /** Place by reading; holds for those found only. */
  private readonly places: Uint32Array;
  /** By place: the reading, its cell, and the weight of the tokens found that is lost because they are only like the ones asked for. */
  readings = new Uint32Array(FIRST);
  cells = new Uint32Array(FIRST);
  losses = new Uint32Array(FIRST);
  /** Places of readings that may hold two tokens of the query or have no more than one, as many as `likely`; later of those that pass. */
  passing = new Uint32Array(FIRST);
  estimates = new Float32Array(FIRST);
  count = 0;
  likely = 0;

  constructor(readings: number) {
    this.found = new Int32Array((readings >>> 5) + 1);
    this.places = new Uint32Array(readings);
  }

  reset(): void {
    const { found, readings } = this;
    for (let i = 0; i < this.count; i++) found[(readings[i] as number) >>> 5] = 0;
    this.count = 0;
    this.likely = 0;
    if (readings.length > MOST_KEPT) this.resize(FIRST);
  }

  private resize(length: number): void {
    const copied = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const next = new Uint32Array(length);
      next.set(old.subarray(0, this.count));
      return next;
    };
    this.readings = copied(this.readings);
    this.cells = copied(this.cells);
    this.losses = copied(this.losses);
    this.passing = copied(this.passing);
    this.estimates = new Float32Array(length);
  }

  has(reading: number): boolean {
    return ((this.found[reading >>> 5] as number) & (1 << (reading & 31))) !== 0;
  }

  /**
   * Counts the first token of the query found in a reading.
   * @param single the reading has one name or none
   */
  add(reading: number, gain: number, loss: number, mark: number, single: boolean): void {
    if (this.count === this.readings.length) this.resize(2 * this.count);
    const place = this.count++;
    const word = reading >>> 5;
    this.found[word] = (this.found[word] as number) | (1 << (reading & 31));
    this.places[reading] = place;
    this.readings[place] = reading;
    this.losses[place] = loss;
    let cell = gain | (mark << MARK_SHIFT);
    if (single || gain >= PART) {
      this.passing[this.likely++] = place;
      cell |= LIKELY;
    }
    this.cells[place] = cell;
  }

  /** Counts one more in a reading found before, unless it holds that token in another place. */
  addTo(reading: number, gain: number, loss: number, mark: number): void {
    const place = this.places[reading] as number;
    if ((this.cells[place] as number) >>> MARK_SHIFT !== mark) this.more(place, gain, loss, mark);
  }

  /** The same by place, of a token not counted there. */
  more(place: number, gain: number, loss: number, mark: number): void {
    const cell = this.cells[place] as number;
    if ((cell & LIKELY) === 0) this.passing[this.likely++] = place;
    this.cells[place] = (((cell | LIKELY) & BELOW_MARK) + gain) | (mark << MARK_SHIFT);
    this.losses[place] = (this.losses[place] as number) + loss;
  }
}
