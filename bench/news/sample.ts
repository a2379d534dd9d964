/**
 * Draws the sentences that were labelled, in a fixed order: `node bench/news/sample.ts [net|dense|near|any|accusation|rest-1|rest-2] FROM COUNT`.
 * Four strata: `net` holds a word of a net far wider than the engine's lexicon, `dense` does so in an article where a
 * third of the sentences do, `near` stands next to such a sentence, `any` is every sentence. The net was written before the lexicon, and the order is that of a hash, so
 * nothing the engine finds or misses bears on the choice. `accusation` is a narrower net over the documents that no
 * earlier set uses: from it come `fresh` and `fresh-read`, one sentence of each wording, in two halves by document.
 * `rest-1` and `rest-2` are all that no earlier set holds: titles, sentences whose only name comes first, and other
 * sentences of documents drawn before; in two halves by document, one of each wording.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentences } from '../../engines/news/sentences.ts';
import { corpora } from './corpora.ts';
import type { LabelledSentence } from './label-types.ts';

const NET = new RegExp(
  String.raw`\b(?:accus(?:ed|es|ing|ation)|alleg(?:ed|es|edly|ing|ation)|arrest|assassin|bomb(?:ed|ing|er)|brib|` +
    String.raw`charged (?:with|by|in|two|three)|charges (?:against|of|that)|cheat|cocaine|conspir|convict|corruption|` +
    String.raw`corrupt\b|counterfeit|criminal|custody|defraud|denied (?:any|the|charges|that)|detained|drug (?:deal|` +
    String.raw`traffick|smuggl)|embezzl|evasion|extort|felon|fined\b|forger|fraud|gang\b|gangster|guer+illa|guilty|` +
    String.raw`gunm|hacker|heroin|hijack|hostage|illegal|illicit|impris|indict|insider|jailed|kickback|kidnap|killed|` +
    String.raw`launder|mafia|manipulation|massacre|misled|mislead|murder|offence|pirate|plead|police|prison|` +
    String.raw`probe|prosecut|racket|rape[ds]?\b|rebels|robbe|sabotage|scandal|sentenced|shot dead|smuggl|` +
    String.raw`stole|sued|suspected|swindl|terroris|testif|theft|tortur|traffick|on trial|unlawful|` +
    String.raw`violat|wrongdoing)`,
  'i',
);
const ACCUSATION = new RegExp(
  String.raw`\b(?:accus(?:ed|es|ing|ation)|alleg(?:ed|es|edly|ing|ation)|arrest|brib|charged (?:with|by|in|t` +
    String.raw`wo|three|that)|charges (?:against|of|that)|convict|corruption|corrupt\b|criminal|custody|defrau` +
    String.raw`d|detained|drug (?:deal|traffick|smuggl)|embezzl|extort|fined\b|forger|fraud|guilty|hijack|ille` +
    String.raw`gal|impris|indict|insider|jailed|kickback|kidnap|launder|murder|plead|prosecut|racket|rape[ds]?` +
    String.raw`\b|robbe|scandal|sentenced|smuggl|stole|sued\b|suspected|swindl|terroris|theft|traffick|on tria` +
    String.raw`l|unlawful|violat|wrongdoing)`,
  'i',
);
const EARLIER = new Set(['development', 'held-out', 'test', 'final', 'practice']);
const NAME = /[a-z,"'] (?:[A-Z][a-z]+|[A-Z]{2,}|[A-Z]\.)/;

/** A capitalised word inside, or first where it is no common starter. */
const NAMED =
  /[a-z,"'] (?:[A-Z][a-z]+|[A-Z]{2,}|[A-Z]\.)|^"?(?!(?:The|A|An|He|She|It|They|We|I|In|On|At|But|And|This|That|These|Those|His|Her|Its|Their|As|If|When|While|After|Before|There|Some|Many|One|Two|Three|Police|No|Not|What|For|Under|Such|Most|Any|All|Both|However|Also|So|Last|Since|With|By|To|Other|Another|Now|Earlier|Later)\b)[A-Z]/;
/** The two halves of what no earlier set holds, by document. */
const half = (id: string): string =>
  Number.parseInt(hash(`rest ${id}`).slice(0, 2), 16) % 2 === 0 ? 'rest-1' : 'rest-2';

interface Drawn {
  order: string;
  stratum: string;
  id: string;
  start: number;
  end: number;
  text: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
/** One story is told by several documents. */
const wording = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
const [stratum = 'net', from = '0', count = '50'] = process.argv.slice(2);
const articles = corpora();
if (articles === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const drawn: Drawn[] = [];
  const labels = (
    JSON.parse(readFileSync(join(import.meta.dirname, 'labels.json'), 'utf8')) as LabelledSentence[]
  ).filter(({ split }) => !split.startsWith('rest-') && !split.endsWith('-4'));
  const used = new Set(labels.filter(({ split }) => EARLIER.has(split)).map(({ id }) => id));
  const labelled = new Set(labels.map(({ id, start, field }) => `${id} ${start} ${field ?? ''}`));
  const rest = stratum.startsWith('rest-');
  const wordings = new Set<string>();
  if (rest) {
    for await (const { id, text, title } of corpora() ?? []) {
      // What the first half holds is no part of the second.
      if (stratum === 'rest-2' && half(id) === 'rest-1')
        for (const one of [title, ...sentences(text).map(({ start, end }) => text.slice(start, end))])
          wordings.add(wording(one));
      for (const label of labels)
        if (label.id === id) wordings.add(wording((label.field ? title : text).slice(label.start, label.end)));
    }
  }
  for await (const { id, text, title } of articles) {
    if (rest) {
      if (half(id) !== stratum) continue;
      const known = labels.some((label) => label.id === id) ? 'known document' : 'new document';
      const put = (start: number, end: number, field: string, whole: string): void => {
        const sentence = whole.slice(start, end);
        if (sentence.length < 25 || sentence.length > 500 || labelled.has(`${id} ${start} ${field}`)) return;
        if (!ACCUSATION.test(sentence) && !(field === '' && NET.test(sentence))) return;
        if (field === '' && !NAMED.test(sentence)) return;
        if (wordings.has(wording(sentence))) return;
        wordings.add(wording(sentence));
        drawn.push({
          order: hash(`${stratum} ${id} ${start}`),
          stratum: `${field} ${known}`.trim(),
          id,
          start,
          end,
          text: sentence,
        });
      };
      for (const { start, end } of sentences(text)) put(start, end, '', text);
      put(0, title.length, 'TITLE', title);
      continue;
    }
    const spans = sentences(text);
    const caught = spans.map(({ start, end }) => NET.test(text.slice(start, end)));
    const hits = caught.filter(Boolean).length;
    const dense = hits >= 3 && hits * 3 >= spans.length;
    for (const [index, { start, end }] of spans.entries()) {
      const sentence = text.slice(start, end);
      if (sentence.length < 40 || sentence.length > 500 || !NAME.test(sentence)) continue;
      if (stratum === 'accusation' && (used.has(id) || !ACCUSATION.test(sentence))) continue;
      const near = caught[index - 1] === true || caught[index + 1] === true;
      if (stratum === 'dense' && !(dense && caught[index] === true)) continue;
      if (stratum === 'net' && caught[index] !== true) continue;
      if (stratum === 'near' && (caught[index] === true || !near)) continue;
      drawn.push({ order: hash(`${stratum} ${id} ${start}`), stratum, id, start, end, text: sentence });
    }
  }
  drawn.sort((a, b) => (a.order < b.order ? -1 : 1));
  console.log(`# ${stratum}: ${drawn.length} sentences`);
  const first = Number(from);
  for (const [index, { id, start, end, text, stratum: own }] of drawn.slice(first, first + Number(count)).entries()) {
    console.log(`${first + index} ${id} ${start}-${end}${rest ? ` (${own})` : ''} ${text}`);
  }
}
