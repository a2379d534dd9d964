/** A small seeded generator (mulberry32), so that every run measures the same thing. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** True for the part of the data that measurements are reported on; the other part is for tuning. By person, never by name. */
export function isHeldOut(personId: string): boolean {
  let hash = 2166136261;
  for (let i = 0; i < personId.length; i++) hash = Math.imul(hash ^ personId.charCodeAt(i), 16777619);
  return ((hash >>> 8) & 1) === 1;
}

/** Wilson interval at 95 %. */
export function interval(hits: number, total: number): [number, number] {
  if (total === 0) return [0, 1];
  const z = 1.96;
  const p = hits / total;
  const centre = (p + (z * z) / (2 * total)) / (1 + (z * z) / total);
  const half = (z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total))) / (1 + (z * z) / total);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
