import { scoreAlone } from '../../engines/names/testing.ts';
import { allPairs, mixedPairs, type LabelledPair } from './pairs.ts';
import { interval, isHeldOut } from './random.ts';

/**
 * Rates on labelled pairs by kind, with intervals: one name is listed, alone, and the other is searched for.
 * `--tuning` uses the tuning half, `--show KIND` prints its failures.
 */
const tuning = process.argv.includes('--tuning');
const show = process.argv.includes('--show') ? process.argv[process.argv.indexOf('--show') + 1] : undefined;
const THRESHOLD = 80;
const stats = new Map<string, { hits: number; total: number; failures: string[] }>();
const matchedOf = new Map<LabelledPair, boolean>();
for (const pair of allPairs()) {
  if (isHeldOut(pair.group) === tuning) continue;
  const score = scoreAlone(pair.a, pair.b, pair.schema);
  const matched = score >= THRESHOLD;
  matchedOf.set(pair, matched);
  const entry = stats.get(pair.kind) ?? { hits: 0, total: 0, failures: [] };
  entry.total++;
  if (matched) entry.hits++;
  if (matched !== pair.same) entry.failures.push(`${score.toFixed(1)}  ${pair.a}  |  ${pair.b}`);
  stats.set(pair.kind, entry);
}

function rates(label: string, pairs: Iterable<LabelledPair>): void {
  let [tp, fp, fn, total] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const matched = matchedOf.get(pair) === true;
    total++;
    if (pair.same && matched) tp++;
    else if (pair.same) fn++;
    else if (matched) fp++;
  }
  const f1 = (2 * tp) / (2 * tp + fp + fn);
  console.log(
    `${label}: precision ${(tp / (tp + fp)).toFixed(4)} recall ${(tp / (tp + fn)).toFixed(4)} F1 ${f1.toFixed(4)} n=${total}`,
  );
}
console.log(`${tuning ? 'tuning' : 'held-out'} half; share matched at ${THRESHOLD}`);
for (const [kind, { hits, total, failures }] of [...stats].sort(([a], [b]) => a.localeCompare(b))) {
  const [low, high] = interval(hits, total);
  console.log(`${kind.padEnd(32)} ${(hits / total).toFixed(4)}  [${low.toFixed(3)}, ${high.toFixed(3)}]  n=${total}`);
  if (show === kind) for (const failure of failures.slice(0, 400)) console.log(`    ${failure}`);
}
rates('all of them', matchedOf.keys());
rates('a mix, at most 150 of a kind', mixedPairs([...matchedOf.keys()], 150));
