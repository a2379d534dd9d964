/**
 * Fits the weights of engines/news/weigh: `node bench/news/train.ts` prints cross-validated precision and recall,
 * `--write` also writes weights.ts. Logistic regression with an L2 penalty on the sets that were read; articles are
 * dealt to folds whole. `final` and `fresh` are never used.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { candidates } from '../../engines/news/statements.ts';
import { corpora } from './corpora.ts';
import { asArticle } from './invented.ts';
import type { LabelledSentence } from './label-types.ts';

export interface Row {
  features: string[];
  label: 0 | 1;
  fold: number;
  /** Of an article without a word of accusation; no part of the figures. */
  ordinary?: boolean;
  /** Of an invented sentence; trained on, and no part of the figures either. */
  invented?: boolean;
  /** Set of the labels it comes from. */
  set?: LabelledSentence['split'];
}

export interface Fit {
  bias: number;
  weights: Map<string, number>;
}

const FOLDS = 8;
/** The penalty written: the best of those cross-validated. */
const PENALTY = 3;
/** One ordinary article of so many is read. */
const ORDINARY = 2;
const ACCUSING =
  /accus|alleg|arrest|brib|charged (?:with|by|in)|convict|corrupt|criminal|defraud|embezzl|fraud|guilty|illegal|indict|jailed|launder|murder|prosecut|sentenced|smuggl|stole|suspected|terroris|theft|unlawful|violat/i;
const READ = new Set(['development', 'held-out', 'test', 'practice', 'fresh-read', 'rest-1', 'rest-2', 'fit-4']);

/** Fits by full-batch gradient descent with momentum; deterministic. `penalty` is per row. */
export function fit(rows: readonly Row[], penalty: number, rounds = 400): Fit {
  const names = new Map<string, number>();
  const counts: number[] = [];
  for (const { features } of rows)
    for (const name of features) {
      const at = names.get(name) ?? names.size;
      names.set(name, at);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  const sparse = rows.map(({ features, label }) => ({ at: features.map((name) => names.get(name) ?? 0), label }));
  const weights = new Float64Array(names.size + 1);
  const speed = new Float64Array(weights.length);
  const bias = names.size;
  for (let round = 0; round < rounds; round++) {
    const slope = new Float64Array(weights.length);
    for (const { at, label } of sparse) {
      let sum = weights[bias] ?? 0;
      for (const index of at) sum += weights[index] ?? 0;
      const error = 1 / (1 + Math.exp(-sum)) - label;
      slope[bias] = (slope[bias] ?? 0) + error;
      for (const index of at) slope[index] = (slope[index] ?? 0) + error;
    }
    for (let index = 0; index < weights.length; index++) {
      const pull = index === bias ? 0 : penalty * (weights[index] ?? 0);
      speed[index] = 0.9 * (speed[index] ?? 0) - 0.004 * ((slope[index] ?? 0) + pull);
      weights[index] = (weights[index] ?? 0) + (speed[index] ?? 0);
    }
  }
  return {
    bias: weights[bias] ?? 0,
    weights: new Map([...names].map(([name, at]) => [name, weights[at] ?? 0])),
  };
}

export function chance({ bias, weights }: Fit, features: readonly string[]): number {
  let sum = bias;
  for (const name of features) sum += weights.get(name) ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** Every party of the labelled sentences that were read, with its features; `missed` are adverse names found nowhere. */
export async function readRows(): Promise<{ rows: Row[]; missed: number; skipped: number } | undefined> {
  const articles = corpora();
  if (articles === undefined) return undefined;
  const labels = JSON.parse(readFileSync(join(import.meta.dirname, 'labels.json'), 'utf8')) as LabelledSentence[];
  const wanted = Map.groupBy(
    labels.filter(({ split }) => READ.has(split)),
    ({ id }) => id,
  );
  const rows: Row[] = [];
  let missed = 0;
  let skipped = 0;
  const labelled = new Set(labels.map(({ id }) => id));
  for await (const article of articles) {
    const here = wanted.get(article.id);
    const order = createHash('sha256').update(article.id).digest();
    if (!here) {
      // Ordinary news: what a rule says there is taken for wrong.
      if (labelled.has(article.id) || (order[1] ?? 0) % ORDINARY !== 0 || ACCUSING.test(article.text)) continue;
      for (const { features } of candidates(article)) {
        if (features.some((name) => name.startsWith('rule: ')))
          rows.push({ features, label: 0, fold: (order[0] ?? 0) % FOLDS, ordinary: true });
      }
      continue;
    }
    const fold = (order[0] ?? 0) % FOLDS;
    const all = candidates(article);
    for (const { start, end, adverse, split, field = 'TEXT' } of here) {
      const inside = all.filter(
        ({ names, field: of }) => of === field && names.some((name) => name.start >= start && name.end <= end),
      );
      const matched = new Set<number>();
      for (const candidate of inside) {
        const gold = adverse.findIndex(({ at }) =>
          at.some(([from, to]) => candidate.names.some((name) => name.start < to && name.end > from)),
        );
        const label = adverse[gold];
        if (label) matched.add(gold);
        if (label?.role === '?') skipped++;
        else rows.push({ features: candidate.features, label: label ? 1 : 0, fold, set: split });
      }
      for (const [index, { role }] of adverse.entries()) if (role !== '?' && !matched.has(index)) missed++;
    }
  }
  rows.push(...inventedRows());
  return { rows, missed, skipped };
}

/** Invented sentences, each an article by itself: what the rules must do without the help of an article around. */
function inventedRows(): Row[] {
  const rows: Row[] = [];
  const lines = readFileSync(join(import.meta.dirname, 'invented/en.txt'), 'utf8')
    .trim()
    .split('\n');
  for (const [index, line] of lines.entries()) {
    const [text = '', facts = ''] = line.split(' ## ');
    const roles = new Map(
      facts.split(';').map((fact): [string, string] => {
        const [name = '', role = ''] = fact.trim().split('=');
        return [name, role];
      }),
    );
    for (const { party, features } of candidates({ ...asArticle(text), language: 'en' })) {
      const role = [...roles].find(([name]) => name.includes(party.name) || party.name.includes(name))?.[1] ?? '';
      rows.push({ features, label: /^[AC]/.test(role) ? 1 : 0, fold: index % FOLDS, invented: true });
    }
  }
  return rows;
}

if (import.meta.main) {
  const read = await readRows();
  if (!read) console.log('skipped: the public news data is absent');
  else {
    const { rows, missed } = read;
    const gold = rows.filter(({ label, invented }) => label === 1 && invented !== true).length;
    console.log(`${rows.length} names, ${gold} adverse in news, ${missed} more that are no candidate`);
    for (const penalty of [0.3, 1, 3]) {
      const scored: [number, number][] = [];
      for (let fold = 0; fold < FOLDS; fold++) {
        const model = fit(
          rows.filter((row) => row.fold !== fold),
          penalty,
        );
        for (const row of rows)
          if (row.fold === fold && row.ordinary !== true && row.invented !== true)
            scored.push([chance(model, row.features), row.label]);
      }
      for (const threshold of [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
        const found = scored.filter(([p]) => p >= threshold);
        const right = found.filter(([, label]) => label === 1).length;
        console.log(
          `penalty ${penalty}, from ${threshold}: precision ${(right / found.length).toFixed(3)} (${right}/${found.length}), recall ${(right / (gold + missed)).toFixed(3)}`,
        );
      }
    }
    if (process.argv.includes('--write')) {
      const { bias, weights } = fit(rows, PENALTY);
      const lines = [...weights]
        .filter(([, weight]) => Math.abs(weight) >= 0.01)
        .toSorted((a, b) => b[1] - a[1])
        .map(([name, weight]) => `  ${JSON.stringify(name)}: ${weight.toFixed(2)},`);
      writeFileSync(
        join(import.meta.dirname, '../../engines/news/weigh/weights.ts'),
        `/** Written by bench/news/train.ts from ${rows.length} labelled names: what each feature adds to the log odds of an accusation. */\nexport const BIAS = ${bias.toFixed(2)};\n\nexport const WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n};\n`,
      );
    }
  }
}
