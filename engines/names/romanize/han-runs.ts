import type { RawToken } from '../text.ts';
import { foreignPieces, foreignSound, splitChinese } from './han.ts';
import type { Reading } from './index.ts';

/** One character behind a longer run, customary in Malaysia and Singapore. */
const SUFFIX: ReadonlyMap<string, string> = new Map([['星', 'singh']]);
/** Most characters of a run that is parted: longer ones have too many places to part them at. */
const LONGEST = 8;
/** Fewest characters of a name written by sound. */
const SHORTEST = 2;

/**
 * A foreign name of two parts written in one run of Han, as newspapers of Malaysia and Hong Kong do ("哈敏沙慕里"): every
 * way to part what is not known by custom, each part read by sound. None for Chinese names and for runs parted by dots.
 */
export function foreignSplits(tokens: readonly RawToken[]): Reading[][] {
  const [only] = tokens;
  if (only === undefined || tokens.length !== 1 || only.script !== 'HAN') return [];
  const chars = Array.from(only.text);
  const suffix = SUFFIX.get(chars.at(-1) ?? '');
  if (suffix !== undefined && chars.length > SHORTEST && chars.length <= LONGEST) {
    const front = chars.slice(0, -1).join('');
    return [
      [
        { text: foreignSound(front), fidelity: 'd' },
        { text: suffix, fidelity: 'b' },
      ],
    ];
  }
  if (chars.length < 2 * SHORTEST || chars.length > LONGEST || splitChinese(only.text) !== null) return [];
  const out: Reading[][] = [];
  for (let at = SHORTEST; at <= chars.length - SHORTEST; at++) {
    const parts = [chars.slice(0, at).join(''), chars.slice(at).join('')].map((part): Reading => {
      const [piece] = foreignPieces(part);
      return piece?.known === true && foreignPieces(part).length === 1
        ? { text: piece.text, fidelity: 'b' }
        : { text: foreignSound(part), fidelity: 'd' };
    });
    out.push(parts);
  }
  return out;
}
