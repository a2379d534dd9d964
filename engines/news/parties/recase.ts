import { foldWord } from '../fold.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { Party } from './mention.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** A title longer than this is none. */
const MAX_TITLE = 500;

/** Given names that are also common words of headlines. */
const AMBIGUOUS = new Set(
  'will mark bill grant rose may june april art frank jack drew chase hope faith grace joy dawn gene rich max christian dale dean clay cliff rob sue pat earl duke guy victor chad jordan israel georgia virginia charlotte florence sydney austin carol penny amber olive iris ivy heather miles lance stone summer king prince angel jean lee ali van don ray roy dan sam'.split(
    ' ',
  ),
);

/** Whether a title is written in capitals throughout or with a capital for each word, so that capitals tell no names. */
export function capitalsTellNothing(title: string): boolean {
  if (title === title.toUpperCase()) return true;
  const words = title.match(/\p{L}{4,}/gu) ?? [];
  return words.length >= 5 && words.filter((word) => /^\p{Lu}/u.test(word)).length >= words.length * 0.85;
}

/**
 * A title in capitals throughout or with a capital for each word, written as a sentence would be: small letters, and the names of the text as the
 * text writes them. Of names that the text does not hold only those with a given name are told, by `common` that says
 * which words may not follow it; the others stay small, and so unseen. The length never changes, so
 * offsets hold.
 */
export function recase(title: string, parties: readonly Party[], common: (word: string) => boolean): string {
  const small = title.toLowerCase();
  if (small.length !== title.length || title.length > MAX_TITLE) return '';
  const forms = new Map<string, string[]>();
  for (const party of parties) {
    for (const form of party.forms) {
      const first = (form.match(WORD)?.[0] ?? '').toLowerCase();
      if (first.length < 2) continue;
      const known = forms.get(first);
      if (known) known.push(form);
      else forms.set(first, [form]);
    }
    // The family name of a person, the first word of a company.
    const words = party.name.match(WORD) ?? [];
    const short = (party.kind === 'PERSON' ? words.at(-1) : words[0]) ?? '';
    // "Allied Stores" for "Allied Stores Corp".
    if (party.kind === 'ORGANIZATION')
      for (let count = words.length - 1; count > 1; count--) {
        const form = words.slice(0, count).join(' ');
        const first = (words[0] ?? '').toLowerCase();
        if (party.name.startsWith(form)) forms.set(first, [...(forms.get(first) ?? []), form]);
      }
    if (short.length > 3 && words.length > 1)
      forms.set(short.toLowerCase(), [...(forms.get(short.toLowerCase()) ?? []), short]);
  }
  const shouting = title === title.toUpperCase();
  let written = shouting
    ? small
    : small.replace(WORD, (word, index: number) => {
        const own = title.slice(index, index + word.length);
        return own.length > 1 && own === own.toUpperCase() ? own : word;
      });
  let done = 0;
  const put = (form: string, index: number): void => {
    done = index + form.length;
    written = written.slice(0, index) + form + written.slice(done);
  };
  for (const { 0: word, index } of small.matchAll(WORD)) {
    if (index < done) continue;
    const [best] = (forms.get(word) ?? [])
      .filter(
        (form) =>
          small.startsWith(form.toLowerCase(), index) && !/[\p{L}\p{N}]/u.test(small[index + form.length] ?? ''),
      )
      .toSorted((a, b) => b.length - a.length);
    if (best !== undefined && best.toLowerCase().length === best.length) {
      put(best, index);
      continue;
    }
    // "MICHAEL DEAVER": a given name, perhaps an initial, and a word that is none of those.
    if (!GIVEN_NAMES.has(foldWord(word)) || AMBIGUOUS.has(word)) continue;
    const full = /^[\p{L}\p{M}]+ (?:\p{L}\. )?([\p{L}\p{M}]{3,}(?:-[\p{L}\p{M}]+)?)/u.exec(small.slice(index));
    if (full?.[1] === undefined || common(full[1])) continue;
    const name = full[0].replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
    if (name.length === full[0].length) put(name, index);
  }
  return written;
}
