import { presentAddress } from '../addresses.ts';
import { formatUnits } from '../assets.ts';
import type { Assessment } from '../strategy.ts';
import type { EdgeDetail, EdgeQuestion } from './store.ts';

/** A payment of a path as the record shows it, and the version of the chain data that it is of. */
export interface Step {
  shown: Readonly<Assessment['evidence'][number]['steps'][number]>;
  /** Seconds since 1970; 0 where no time is known. */
  firstAt: number;
  lastAt: number;
  chainVersion: number | null;
}

export const pairOf = ({ from, to }: { from: number; to: number }): string => `${from} ${to}`;
const moment = (seconds: number): string | null => (seconds === 0 ? null : new Date(seconds * 1000).toISOString());

export const stepOf = ({ fromAddress, toAddress, units, firstAt, lastAt, chainVersion }: EdgeDetail): Step => ({
  // One for all records that show it.
  shown: Object.freeze({
    from: presentAddress(fromAddress),
    to: presentAddress(toAddress),
    value: formatUnits(BigInt(units)),
    firstAt: moment(firstAt),
    lastAt: moment(lastAt),
  }),
  firstAt,
  lastAt,
  chainVersion,
});

const REMEMBERED = 30_000;

/**
 * Steps of paths: many checks show the same ones, around services above all. Those asked for last are remembered with
 * the version of the chain data that they are of, and count at that version only.
 */
export class StepBook {
  #known = new Map<string, Step>();
  #older = new Map<string, Step>();

  /**
   * @param chainVersion what the check is of; a step that changed on the way is returned with the version it is of
   * @param ask asks the database for those that are not known
   * @returns by {@link pairOf}; without those that are no more
   */
  async of(
    question: EdgeQuestion,
    chainVersion: number | null,
    ask: (question: EdgeQuestion) => Promise<readonly EdgeDetail[]>,
  ): Promise<ReadonlyMap<string, Step>> {
    const found = new Map<string, Step>();
    const missing: EdgeQuestion['pairs'][number][] = [];
    for (const pair of question.pairs) {
      const step = this.#at(pair, question.asset, chainVersion);
      if (step) found.set(pairOf(pair), step);
      else missing.push(pair);
    }
    if (missing.length === 0) return found;
    for (const detail of await ask({ ...question, pairs: missing })) {
      const step = stepOf(detail);
      found.set(pairOf(detail), step);
      this.#keep(`${pairOf(detail)} ${question.asset}`, step);
    }
    return found;
  }

  #at(pair: { from: number; to: number }, asset: string, chainVersion: number | null): Step | undefined {
    const key = `${pairOf(pair)} ${asset}`;
    const known = this.#known.get(key);
    const step = known ?? this.#older.get(key);
    if (!step || step.chainVersion !== chainVersion) return undefined;
    if (!known) this.#keep(key, step);
    return step;
  }

  #keep(key: string, step: Step): void {
    if (this.#known.size >= REMEMBERED) [this.#older, this.#known] = [this.#known, new Map()];
    this.#known.set(key, step);
  }
}
