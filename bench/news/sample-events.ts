/**
 * Draws the sentences of `final-5`, in the order of a hash: `node bench/news/sample-events.ts`.
 * No earlier set holds them, nor their wording. They hold a word of an event or of who acts in one ("raid",
 * "settlement", "agreed to pay", "frozen", "extradition", "inspectors", "barred", "the SEC"), or a part of a word that
 * looks like one.
 */
import { sentences } from '../../engines/news/sentences.ts';
import { corpora } from './corpora.ts';
import { hash, labelledBefore, wording } from './drawing.ts';

const EVENT = new RegExp(
  String.raw`\b(?:raid(?:ed|s)?\b|probe[ds]?\b|probing|settlement|settled|indict|extradit|deport|agreed to pay|pay (?:a )?(?:fine|damages|penalt)|` +
    String.raw`froze\b|frozen|freez(?:e|ing) (?:of )?(?:the )?(?:assets|accounts|funds)|barred|banned|suspended from|expelled|` +
    String.raw`inspectors|investigators|prosecutors?|grand jury|securities and exchange commission|SEC\b|watchdog|regulators|` +
    String.raw`verdict|ruled (?:that|against)|found (?:that|to have)|liable|damages|contempt|penalt(?:y|ies)|fine[sd]?\b|` +
    String.raw`lawsuit|suing|sues?\b|filed (?:a |an )?(?:suit|complaint|action)|class action|subpoena|hearing|inquiry|investigation|` +
    String.raw`guerrillas?|rebels?|kidnap|hijack|bomb|murder|killed|spy|plot|coup|smuggl|drug|scandal|affair|resigned (?:after|over|amid))`,
  'i',
);
const NAME = /[a-z,"'] (?:[A-Z][a-z]+|[A-Z]{2,}|[A-Z]\.)/;
/** Sentences of each kind. More would add next to none: what is left in the documents tells of no crime. */
const COUNTS = { known: 170, new: 110 };

const articles = corpora();
if (articles === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const { byDocument, wordings } = await labelledBefore('-5');
  const drawn = { known: [] as { order: string; line: string }[], new: [] as { order: string; line: string }[] };
  for await (const { id, text } of articles) {
    for (const { start, end } of sentences(text)) {
      const sentence = text.slice(start, end);
      if (sentence.length < 40 || sentence.length > 500 || !NAME.test(sentence) || !EVENT.test(sentence)) continue;
      if (wordings.has(wording(sentence))) continue;
      wordings.add(wording(sentence));
      drawn[byDocument.has(id) ? 'known' : 'new'].push({
        order: hash(`fifth ${id} ${start}`),
        line: `${id} ${start}-${end} ${sentence.replaceAll('\n', ' ')}`,
      });
    }
  }
  for (const kind of ['known', 'new'] as const) {
    const list = drawn[kind].toSorted((a, b) => (a.order < b.order ? -1 : 1));
    console.log(`# ${kind} document: ${list.length} sentences`);
    for (const [index, { line }] of list.slice(0, COUNTS[kind]).entries()) console.log(`${index} ${line}`);
  }
}
