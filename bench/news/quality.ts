/**
 * Precision and recall on the labelled sentences: `node bench/news/quality.ts [development|held-out|test|practice|fresh-read|fresh|final|rest-1|rest-2|fit-4|final-4|final-5]`.
 * `--failures` after it prints each miss with its text (not for a set that is to stay unseen).
 * One unit is a party named in a sentence: found when the engine says ACCUSED or CONVICTED of it there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainSilence, partyStatements, type PartyStatement } from '../../engines/news/statements.ts';
import { corpora } from './corpora.ts';
import type { LabelledSentence } from './label-types.ts';

const labels = JSON.parse(readFileSync(join(import.meta.dirname, 'labels.json'), 'utf8')) as LabelledSentence[];
const [split = 'development', show] = process.argv.slice(2);

/** 95 % interval of a proportion (Wilson, 1927). */
function wilson(hits: number, all: number): [number, number] {
  if (all === 0) return [0, 1];
  const z = 1.96;
  const p = hits / all;
  const centre = p + (z * z) / (2 * all);
  const spread = z * Math.sqrt((p * (1 - p) + (z * z) / (4 * all)) / all);
  const below = 1 + (z * z) / all;
  return [(centre - spread) / below, (centre + spread) / below];
}

function percent(hits: number, all: number): string {
  const [low, high] = wilson(hits, all);
  const value = all === 0 ? 0 : hits / all;
  return `${value.toFixed(3)} (${hits}/${all}; 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)})`;
}

const articles = corpora();
if (articles === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const wanted = new Map<string, LabelledSentence[]>();
  for (const label of labels) {
    if (label.split === split) wanted.set(label.id, [...(wanted.get(label.id) ?? []), label]);
  }
  let found = 0;
  let gold = 0;
  let right = 0;
  let roles = 0;
  let offences = 0;
  let others = 0;
  const accusedOthers = new Map<string, number>();
  const silences = new Map<string, number>();
  const rules = new Map<string, [right: number, wrong: number]>();
  for await (const article of articles) {
    const here = wanted.get(article.id);
    if (!here) continue;
    const all = partyStatements(article).filter(({ role }) => role === 'ACCUSED' || role === 'CONVICTED');
    for (const label of here) {
      const text = label.field === 'TITLE' ? article.title : article.text;
      const inside = all.filter(
        ({ name, field }) => field === (label.field ?? 'TEXT') && name.start >= label.start && name.end <= label.end,
      );
      const byParty = new Map<number, PartyStatement[]>();
      for (const one of inside) byParty.set(one.party.id, [...(byParty.get(one.party.id) ?? []), one]);
      const matched = new Set<number>();
      for (const name of label.adverse) {
        const hit = [...byParty].find(([, list]) =>
          list.some((one) => name.at.some(([start, end]) => one.name.start < end && one.name.end > start)),
        );
        if (hit) matched.add(hit[0]);
        if (name.role === '?') continue;
        gold++;
        if (!hit) {
          const [start, end] = name.at[0] ?? [0, 0];
          const why = explainSilence(article, start, end, label.field);
          silences.set(why, (silences.get(why) ?? 0) + 1);
          if (show)
            console.log(
              `MISSED ${why} ${article.id} [${text.slice(start, end)}] ${text.slice(label.start, label.end)}`,
            );
          continue;
        }
        right++;
        found++;
        const role = hit[1].some((one) => one.role === 'CONVICTED') ? 'C' : 'A';
        if (role === name.role) roles++;
        else if (show) console.log(`ROLE ${role} for ${name.role}: ${text.slice(label.start, label.end)}`);
        if (hit[1].some((one) => name.offences.includes(one.offence))) offences++;
        else if (show)
          console.log(
            `OFFENCE ${hit[1].map((one) => one.offence).join()} for ${name.offences.join()}: ${text.slice(label.start, label.end)}`,
          );
        for (const { rule } of hit[1]) rules.set(rule, [(rules.get(rule)?.[0] ?? 0) + 1, rules.get(rule)?.[1] ?? 0]);
      }
      for (const { at, role } of label.others ?? []) {
        others++;
        if (inside.some(({ name }) => at.some(([start, end]) => name.start < end && name.end > start)))
          accusedOthers.set(role, (accusedOthers.get(role) ?? 0) + 1);
      }
      for (const [id, list] of byParty) {
        if (matched.has(id)) continue;
        found++;
        for (const { rule } of list) rules.set(rule, [rules.get(rule)?.[0] ?? 0, (rules.get(rule)?.[1] ?? 0) + 1]);
        const one = list[0];
        if (show && one)
          console.log(
            `WRONG ${article.id} [${text.slice(one.name.start, one.name.end)}] ${list.map((each) => `${each.rule} <${text.slice(each.cue.start, each.cue.end)}>`).join('; ')} :: ${text.slice(label.start, label.end)}`,
          );
      }
    }
  }
  const sentences = [...wanted.values()].flat().length;
  console.log(`${split}: ${sentences} sentences`);
  console.log(`precision ${percent(right, found)}`);
  console.log(`recall    ${percent(right, gold)}`);
  console.log(`role right ${percent(roles, right)}`);
  console.log(`offence right ${percent(offences, right)}`);
  if (others > 0) {
    const wrong = [...accusedOthers].map(([role, count]) => `${role} ${count}`).join(', ');
    console.log(
      `victims, officials, witnesses and cleared parties accused: ${[...accusedOthers.values()].reduce((a, b) => a + b, 0)} of ${others}${wrong === '' ? '' : ` (${wrong})`}`,
    );
  }
  for (const [why, count] of [...silences].toSorted((a, b) => b[1] - a[1])) console.log(`  missed, ${why}: ${count}`);
  for (const [rule, [good, bad]] of [...rules].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)))
    console.log(`  ${rule}: ${good} right, ${bad} wrong`);
}
