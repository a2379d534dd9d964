import type { Party } from './mention.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** A title longer than this is none. */
const MAX_TITLE = 500;

/**
 * A title in capitals throughout, written as a sentence would be: small letters, and the names of the text as the
 * text writes them. Names that the text does not hold stay small, and so unseen. The length never changes, so
 * offsets hold.
 */
export function recase(title: string, parties: readonly Party[]): string {
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
    if (short.length > 3 && words.length > 1)
      forms.set(short.toLowerCase(), [...(forms.get(short.toLowerCase()) ?? []), short]);
  }
  let written = small;
  let done = 0;
  for (const { 0: word, index } of small.matchAll(WORD)) {
    if (index < done) continue;
    const [best] = (forms.get(word) ?? [])
      .filter(
        (form) =>
          small.startsWith(form.toLowerCase(), index) && !/[\p{L}\p{N}]/u.test(small[index + form.length] ?? ''),
      )
      .toSorted((a, b) => b.length - a.length);
    if (best === undefined || best.toLowerCase().length !== best.length) continue;
    done = index + best.length;
    written = written.slice(0, index) + best + written.slice(done);
  }
  return written;
}
