import { GENERIC_WORDS, LEGAL_FORMS, ORG_SYNONYMS } from './data/words.ts';
import type { Reading } from './romanize/index.ts';
import type { NameSchema } from './types.ts';

const LONGEST_STUCK = 18;
/** Legal forms that may be stuck to a word: short ones only behind, and only those that few words end in. */
const STUCK_FORMS = [...LEGAL_FORMS.keys()].filter(
  (form) => /^[a-z]{3,}$/.test(form) && !/^(?:ent|est|ses)$/.test(form),
);
const STUCK_SHORT_FORMS = ['co', 'sa', 'ad', 'kg', 'bv', 'nv', 'ag'];
const STUCK_WORDS = [...GENERIC_WORDS, ...ORG_SYNONYMS.keys()].filter((word) => /^[a-z]{4,}$/.test(word));
const STUCK_NUMERALS = ['viii', 'vii', 'iii', 'xii', 'ii', 'iv', 'vi', 'ix', 'xi'];
const TAILS = byLength([...STUCK_FORMS, ...STUCK_WORDS]);
const HEADS = byLength([...STUCK_FORMS, ...STUCK_WORDS, 'the']);
/** Words by length, so that a beginning or an end is looked up rather than searched for. */
function byLength(list: readonly string[]): ReadonlyArray<ReadonlySet<string>> {
  const sets: Set<string>[] = Array.from({ length: LONGEST_STUCK + 1 }, () => new Set());
  for (const word of list) sets[word.length]?.add(word);
  return sets;
}

function unstick(text: string, thing: boolean, last: boolean): [string, string] | null {
  if (text.length < 6 || !/^[a-z]+$/.test(text) || GENERIC_WORDS.has(text)) return null;
  for (const numeral of STUCK_NUMERALS)
    if (text.endsWith(numeral) && text.length - numeral.length >= 4) return [text.slice(0, -numeral.length), numeral];
  if (!thing || LEGAL_FORMS.has(text) || ORG_SYNONYMS.has(text)) return null;
  const short = text.slice(-2);
  const behind = last && STUCK_SHORT_FORMS.includes(short);
  if (behind && TAILS[text.length - 2]?.has(text.slice(0, -2)) === true) return [text.slice(0, -2), short];
  for (let size = Math.min(LONGEST_STUCK, text.length - 3); size >= 3; size--) {
    if (TAILS[size]?.has(text.slice(-size)) === true) return [text.slice(0, -size), text.slice(-size)];
    if (HEADS[size]?.has(text.slice(0, size)) === true) return [text.slice(0, size), text.slice(size)];
  }
  return behind ? [text.slice(0, -2), short] : null;
}

/**
 * The words with legal forms, trades and numerals parted from what they may be stuck to; null where none is. Only a guess:
 * a second reading of a name that is asked for, never the only one.
 */
export function unstuck(pieces: readonly Reading[], schema: NameSchema): Reading[] | null {
  let found = false;
  const out: Reading[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Reading;
    // Two letters are a form only where nothing but forms follow.
    const last = pieces.slice(at + 1).every(({ text }) => LEGAL_FORMS.has(text));
    const parts = piece.fidelity === 'a' ? unstick(piece.text, schema === 'ORGANIZATION', last) : null;
    if (parts === null) out.push(piece);
    else {
      found = true;
      for (const text of parts) out.push({ text, fidelity: 'a' });
    }
  }
  return found ? out : null;
}

/** Where capitals end and a word with a capital begins, or a word in small letters and the next. */
const CASE_CHANGES = /\p{Lu}{2}(?=\p{Lu}\p{Ll}{2})|\p{Ll}{3}(?=\p{Lu}\p{L}{2})/gu;

/** A text whose words are stuck together where its capitals tell so ("BADRANMuhammad", "MuhammadBadran"), parted; as it is where they do not. */
export function partedByCase(raw: string): string {
  return raw.replace(CASE_CHANGES, '$& ');
}
