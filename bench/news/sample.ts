/**
 * Draws the sentences that were labelled, in a fixed order: `node bench/news/sample.ts [net|dense|near|any] FROM COUNT`.
 * Four strata: `net` holds a word of a net far wider than the engine's lexicon, `dense` does so in an article where a
 * third of the sentences do, `near` stands next to such a sentence, `any` is every sentence. The net was written before the lexicon, and the order is that of a hash, so
 * nothing the engine finds or misses bears on the choice.
 */
import { createHash } from 'node:crypto';
import { sentences } from '../../engines/news/sentences.ts';
import { corpora } from './corpora.ts';

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
const NAME = /[a-z,"'] (?:[A-Z][a-z]+|[A-Z]{2,}|[A-Z]\.)/;

interface Drawn {
  order: string;
  stratum: string;
  id: string;
  start: number;
  end: number;
  text: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const [stratum = 'net', from = '0', count = '50'] = process.argv.slice(2);
const articles = corpora();
if (articles === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const drawn: Drawn[] = [];
  for await (const { id, text } of articles) {
    const spans = sentences(text);
    const caught = spans.map(({ start, end }) => NET.test(text.slice(start, end)));
    const hits = caught.filter(Boolean).length;
    const dense = hits >= 3 && hits * 3 >= spans.length;
    for (const [index, { start, end }] of spans.entries()) {
      const sentence = text.slice(start, end);
      if (sentence.length < 40 || sentence.length > 500 || !NAME.test(sentence)) continue;
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
  for (const [index, { id, start, end, text }] of drawn.slice(first, first + Number(count)).entries()) {
    console.log(`${first + index} ${id} ${start}-${end} ${text}`);
  }
}
