/**
 * Draws the sentences of `fit-4` and `final-4`, in the order of a hash: `node bench/news/sample-proceedings.ts`.
 * No earlier set holds them. As every sentence with a word of accusation had been labelled by then, they hold a word
 * of offence or proceeding outside that net ("suit", "investigate", "attack", "plot", "charged"), in documents that no
 * set has used and in others, or no such word; one of each wording. The halves are by document.
 */
import { sentences } from '../../engines/news/sentences.ts';
import { corpora } from './corpora.ts';
import { hash, labelledBefore, wording } from './drawing.ts';

const WORD = new RegExp(
  String.raw`\b(?:suits?\b|lawsuits?\b|litigation|complaints?\b|courts?\b|judge|jury\b|tribunal|penalt|fine[sd]?\b|` +
    String.raw`settle(?:d|ment) (?:of|with|in)|investigat|inquir(?:y|ies)|inquest|charge[sd] (?!for|to|on|of \d|of about)|` +
    String.raw`blame[ds]?\b|attack(?:ed|s|ing)?\b|raid(?:ed|s)?\b|rebel|guerrilla|bomb|war crime|coup\b|censure|` +
    String.raw`reprimand|cease.and.desist|consent decree|injunction|restraining order|subpoena|breach|infring|` +
    String.raw`misconduct|impropriet|deceiv|decept|falsif|fabricat|misappropriat|misrepresent|assault|kill|` +
    String.raw`shot (?!up|in the arm)|shooting|narcotic|marijuana|opium|seized|confiscat|disgrac|bogus|fake|cover-up|` +
    String.raw`irregularit|negligen|spy|spying|espionage|deport|extradit|fugitive|wanted (?:by|for)|` +
    String.raw`plot(?:ted|ting|s)?\b|cartel|collu|price.fixing|antitrust|manipulat|conceal|unauthori[sz]ed|overcharg|` +
    String.raw`lied\b|lying\b|perjur|obstruct|bail\b|parole|defendant|plaintiff|verdict|acquit|racketeer)`,
  'i',
);
const NAME = /[a-z,"'] (?:[A-Z][a-z]+|[A-Z]{2,}|[A-Z]\.)/;
/** Sentences of each kind. */
const COUNTS = new Map([
  ['word, new document', 240],
  ['word, known document', 961],
  ['title, word', 60],
  ['no word', 60],
]);

const half = (id: string): string =>
  Number.parseInt(hash(`fourth ${id}`).slice(0, 2), 16) % 2 === 0 ? 'fit-4' : 'final-4';

const articles = corpora();
if (articles === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const { byDocument, wordings } = await labelledBefore('-4');
  const drawn = new Map<string, { order: string; line: string }[]>();
  for await (const { id, text, title } of articles) {
    const put = (start: number, end: number, whole: string, field: string): void => {
      const sentence = whole.slice(start, end);
      if (sentence.length < 40 || sentence.length > 500 || !NAME.test(sentence)) return;
      if (wordings.has(wording(sentence))) return;
      wordings.add(wording(sentence));
      const word = WORD.test(sentence);
      if (field !== '' && !word) return;
      const stratum =
        field === '' ? (word ? `word, ${byDocument.has(id) ? 'known' : 'new'} document` : 'no word') : 'title, word';
      const list = drawn.get(stratum) ?? [];
      drawn.set(stratum, list);
      list.push({
        order: hash(`fourth ${id} ${start} ${field}`),
        line: `${id} ${start}-${end} ${half(id)} (${stratum}) ${sentence.replaceAll('\n', ' ')}`,
      });
    };
    for (const { start, end } of sentences(text)) put(start, end, text, '');
    if (/[a-z]/.test(title)) put(0, title.length, title, 'TITLE');
  }
  for (const [stratum, count] of COUNTS) {
    const list = (drawn.get(stratum) ?? []).toSorted((a, b) => (a.order < b.order ? -1 : 1));
    console.log(`# ${stratum}: ${list.length} sentences`);
    for (const [index, { line }] of list.slice(0, count).entries()) console.log(`${index} ${line}`);
  }
}
