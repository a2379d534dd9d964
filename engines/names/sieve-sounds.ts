import { BitDistance } from './bit-distance.ts';
import type { Fidelity } from './romanize/index.ts';
import { LEAST_EDIT, NEAR_SOUNDS, sumOf } from './sound-distance.ts';
import { mayBeWithin, wholeCosts, type WholeCosts } from './sound-sieve.ts';
import { FIDELITIES } from './traits.ts';

const NO_SOUNDS: Uint8Array = new Uint8Array(0);

/** The sounds of a token asked for; what they cost against each way of reading is worked out when it is first needed. */
export class AskedSounds {
  private code = NO_SOUNDS;
  private fidelity: Fidelity = 'a';
  private readonly costs: (WholeCosts | undefined)[] = [];
  private readonly weight = new Float64Array(FIDELITIES.length);
  private readonly cost = new Float64Array(FIDELITIES.length);
  private readonly near = new BitDistance();
  private nearReady = false;

  prepare(code: Uint8Array, fidelity: Fidelity): void {
    this.code = code;
    this.fidelity = fidelity;
    this.nearReady = false;
    for (let kind = 0; kind < FIDELITIES.length; kind++) this.costs[kind] = undefined;
  }

  /** Whether sounds `[from, to)` of a listed token read in a certain way are alike by `least` or more. */
  alike(kind: number, sounds: Uint8Array, from: number, to: number, least: number): boolean {
    const costs = this.costs[kind] ?? this.costsOf(kind);
    const weight = this.weight[kind] as number;
    if ((kind === 0 || kind === 4) && (this.fidelity === 'a' || this.fidelity === 'e')) {
      if (!this.nearReady) this.prepareNear();
      // Between faithful readings each change costs something; few of them are told much quicker than their cost.
      if (this.near.able) {
        const most = (1 - least) * Math.max(weight / 100, to - from, 1.2);
        if (this.near.to(sounds, from, to) * LEAST_EDIT > most + 1e-6) return false;
      }
    }
    return mayBeWithin(costs, this.code, weight, this.cost[kind] as number, sounds, from, to, least);
  }

  private costsOf(kind: number): WholeCosts {
    const costs = wholeCosts(this.fidelity, kind);
    this.costs[kind] = costs;
    this.weight[kind] = sumOf(costs.weights, this.code);
    this.cost[kind] = sumOf(costs.deletion, this.code);
    return costs;
  }

  private prepareNear(): void {
    this.nearReady = true;
    this.near.clear(this.code.length);
    if (!this.near.able) return;
    for (let i = 0; i < this.code.length; i++) {
      const near = NEAR_SOUNDS[this.code[i] as number] ?? NO_SOUNDS;
      for (let k = 0; k < near.length; k++) this.near.allow(i, near[k] as number);
    }
  }
}
