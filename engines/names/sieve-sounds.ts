import { BitDistance } from './bit-distance.ts';
import { LEAST_EDIT, NEAR_SOUNDS, soundCosts, soundWithin, sumOf, type SoundCosts } from './sound-distance.ts';
import { FIDELITIES } from './traits.ts';

const NO_SOUNDS: Uint8Array = new Uint8Array(0);

/** The sounds of a token asked for; what they cost against each way of reading is worked out when it is first needed. */
export class AskedSounds {
  private sounds = NO_SOUNDS;
  private from = 0;
  private to = 0;
  private kind = 0;
  private readonly costs: (SoundCosts | undefined)[] = Array.from({ length: FIDELITIES.length });
  private readonly weight = new Int32Array(FIDELITIES.length);
  private readonly cost = new Int32Array(FIDELITIES.length);
  private readonly near = new BitDistance();
  private nearReady = false;

  /** @param kind how they were read, by number */
  prepare(sounds: Uint8Array, from: number, to: number, kind: number): void {
    this.sounds = sounds;
    this.from = from;
    this.to = to;
    this.kind = kind;
    this.nearReady = false;
    for (let i = 0; i < FIDELITIES.length; i++) this.costs[i] = undefined;
  }

  /** How alike sounds `[from, to)` of a listed token read in a certain way are; 0 where that is less than `least`. */
  alike(kind: number, sounds: Uint8Array, from: number, to: number, least: number): number {
    const costs = this.costs[kind] ?? this.costsOf(kind);
    const weight = this.weight[kind] as number;
    if ((kind === LATIN || kind === NATIVE) && (this.kind === LATIN || this.kind === NATIVE)) {
      if (!this.nearReady) this.prepareNear();
      // Between faithful readings each change costs something; few of them are told much quicker than their cost.
      if (this.near.able) {
        const most = (1 - least) * Math.max(weight / 100, to - from, 1.2);
        if (this.near.to(sounds, from, to) * LEAST_EDIT > most + 1e-6) return 0;
      }
    }
    const cost = this.cost[kind] as number;
    return soundWithin(costs, this.sounds, this.from, this.to, weight, cost, sounds, from, to, least);
  }

  private costsOf(kind: number): SoundCosts {
    const costs = soundCosts(this.kind, kind);
    this.costs[kind] = costs;
    this.weight[kind] = sumOf(costs.weights, this.sounds, this.from, this.to);
    this.cost[kind] = sumOf(costs.deletion, this.sounds, this.from, this.to);
    return costs;
  }

  private prepareNear(): void {
    this.nearReady = true;
    this.near.clear(this.to - this.from);
    if (!this.near.able) return;
    for (let i = this.from; i < this.to; i++) {
      const near = NEAR_SOUNDS[this.sounds[i] as number] ?? NO_SOUNDS;
      for (let k = 0; k < near.length; k++) this.near.allow(i - this.from, near[k] as number);
    }
  }
}

/** Ways of reading, by number, that are faithful to the sound by sound. */
const LATIN = 0;
const NATIVE = 4;
