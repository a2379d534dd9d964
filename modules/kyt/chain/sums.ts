import { ExactSums } from './exact-sums.ts';

const FIRST_ROOM = 1 << 10;

/** Places of pairs of numbers and a third one, in an open-addressing table: a Map would make a text of each. */
class Places {
  #table = new Int32Array(FIRST_ROOM * 2).fill(-1);
  a = new Int32Array(FIRST_ROOM);
  b = new Int32Array(FIRST_ROOM);
  c = new Float64Array(FIRST_ROOM);
  size = 0;

  /** The place of a key, a new one at the end where it has none yet. */
  of(a: number, b: number, c: number): number {
    let slot = this.#slotOf(a, b, c);
    const known = this.#table[slot] ?? -1;
    if (known >= 0) return known;
    if (this.size === this.a.length) {
      this.#grow();
      slot = this.#slotOf(a, b, c);
    }
    const place = this.size++;
    this.#table[slot] = place;
    [this.a[place], this.b[place], this.c[place]] = [a, b, c];
    return place;
  }

  #slotOf(a: number, b: number, c: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c | 0, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    let slot = (mixed ^ (mixed >>> 13)) & mask;
    for (;;) {
      const place = table[slot] ?? -1;
      if (place < 0 || (this.a[place] === a && this.b[place] === b && this.c[place] === c)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const room = this.a.length * 2;
    const widen = <T extends Int32Array | Float64Array>(old: T, wide: T): T => {
      wide.set(old);
      return wide;
    };
    this.a = widen(this.a, new Int32Array(room));
    this.b = widen(this.b, new Int32Array(room));
    this.c = widen(this.c, new Float64Array(room));
    this.#table = new Int32Array(room * 2).fill(-1);
    for (let place = 0; place < this.size; place += 1) {
      this.#table[this.#slotOf(this.a[place] ?? 0, this.b[place] ?? 0, this.c[place] ?? 0)] = place;
    }
  }
}

/** What payments between two addresses in one asset add up to, and over what time. */
abstract class Payments {
  protected readonly places = new Places();
  readonly #units = new ExactSums(FIRST_ROOM);
  readonly #payments = new ExactSums(FIRST_ROOM);
  #first = new Float64Array(FIRST_ROOM);
  #last = new Float64Array(FIRST_ROOM);

  get size(): number {
    return this.places.size;
  }

  unitsAt(place: number): number | bigint {
    return this.#units.get(place);
  }

  paymentsAt(place: number): number {
    return Number(this.#payments.get(place));
  }

  /** Seconds since 1970; 0 where unknown. */
  firstAt(place: number): number {
    return this.#first[place] ?? 0;
  }

  lastAt(place: number): number {
    return this.#last[place] ?? 0;
  }

  protected addAt(place: number, units: number | bigint, time: number): void {
    if (place >= this.#first.length) {
      const [first, last] = [this.#first, this.#last];
      this.#first = new Float64Array(first.length * 2);
      this.#last = new Float64Array(last.length * 2);
      this.#first.set(first);
      this.#last.set(last);
    }
    this.#units.add(place, units);
    this.#payments.add(place, 1);
    const before = this.#first[place] ?? 0;
    if (time > 0 && (before === 0 || time < before)) this.#first[place] = time;
    if (time > (this.#last[place] ?? 0)) this.#last[place] = time;
  }
}

/** Payments by pair of addresses (numbers of the database) and asset. */
export class EdgeSums extends Payments {
  readonly #assets = new Map<string, number>();
  readonly #names: string[] = [];

  add(from: number, to: number, asset: string, units: number | bigint, time: number): number {
    let number = this.#assets.get(asset);
    if (number === undefined) {
      number = this.#names.length;
      this.#assets.set(asset, number);
      this.#names.push(asset);
    }
    const place = this.places.of(from, to, number);
    this.addAt(place, units, time);
    return place;
  }

  fromAt(place: number): number {
    return this.places.a[place] ?? 0;
  }

  toAt(place: number): number {
    return this.places.b[place] ?? 0;
  }

  assetAt(place: number): string {
    return this.#names[this.assetNumberAt(place)] ?? '';
  }

  assetNumberAt(place: number): number {
    return this.places.c[place] ?? 0;
  }

  assetNamed(number: number): string {
    return this.#names[number] ?? '';
  }
}

/** What single blocks brought to edges. */
export class BlockSums extends Payments {
  /** @param edge the place of the edge among the sums */
  add(edge: number, height: number, units: number | bigint, time: number): void {
    this.addAt(this.places.of(edge, 0, height), units, time);
  }

  edgeAt(place: number): number {
    return this.places.a[place] ?? 0;
  }

  heightAt(place: number): number {
    return this.places.c[place] ?? 0;
  }
}

/** What is added to the sums of addresses: value, and counterparties that are new. */
export class NodeSums {
  readonly #places = new Places();
  readonly #payers = new ExactSums(FIRST_ROOM);
  readonly #payees = new ExactSums(FIRST_ROOM);
  readonly #received = new ExactSums(FIRST_ROOM);
  readonly #sent = new ExactSums(FIRST_ROOM);
  readonly #edges: EdgeSums;

  /** @param isKnown whether the edge at a place was there before */
  constructor(edges: EdgeSums, isKnown: (place: number) => boolean) {
    this.#edges = edges;
    for (let place = 0; place < edges.size; place += 1) {
      const fresh = isKnown(place) ? 0 : 1;
      const units = edges.unitsAt(place);
      const asset = edges.assetNumberAt(place);
      const payer = this.#places.of(edges.fromAt(place), asset, 0);
      this.#payees.add(payer, fresh);
      this.#sent.add(payer, units);
      const payee = this.#places.of(edges.toAt(place), asset, 0);
      this.#payers.add(payee, fresh);
      this.#received.add(payee, units);
    }
  }

  get size(): number {
    return this.#places.size;
  }

  nodeAt(place: number): number {
    return this.#places.a[place] ?? 0;
  }

  assetAt(place: number): string {
    return this.#edges.assetNamed(this.#places.b[place] ?? 0);
  }

  payersAt(place: number): number {
    return Number(this.#payers.get(place));
  }

  payeesAt(place: number): number {
    return Number(this.#payees.get(place));
  }

  receivedAt(place: number): number | bigint {
    return this.#received.get(place);
  }

  sentAt(place: number): number | bigint {
    return this.#sent.get(place);
  }
}
