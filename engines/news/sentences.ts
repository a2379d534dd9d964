/** A stretch of text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** After these a full stop does not end a sentence. Single letters are handled apart. */
const NEVER_ENDS = new Set(
  (
    'mr mrs ms dr prof sen rep gov gen lt col maj capt sgt cpl cmdr adm rev hon pres st mt ft vs etc no nos art al cf ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ' +
    'hr fr dott dra sra srta sr mme mlle mgr avv ing geom dhr mevr drs bzw ca nr str abs ggf usw z.b u.a d.h i.e e.g ' +
    'г ул им тыс млн млрд руб др пр см'
  ).split(' '),
);
/** After these it ends one only where a word follows that commonly begins sentences. */
const MAY_END = new Set('inc corp co ltd bros plc llc jr u.s u.k u.n e.u a.m p.m d.c s.a s.p.a n.v b.v'.split(' '));
const STARTERS = new Set(
  (
    'the a an he she it they we i in on at but and this that these those his her their its as if when while after ' +
    'there for according however meanwhile last no both some under earlier officials police'
  ).split(' '),
);

/** Longer ones are cut at a blank: nobody writes them, and every later step is bounded by this. */
const MAX_SENTENCE = 1_500;

const END = /[.!?…]+["'”’»)\]]*(?=\s)|\n/g;
const CLOSERS = /^[.!?…"'”’»)\]]+$/u;

function breaks(text: string, mark: string, start: number, end: number): boolean {
  if (mark === '\n') return true;
  const next = /^\s+["'“‘„«([]*([\p{L}\p{N}][\p{L}\p{N}]*)?/u.exec(text.slice(end, end + 40))?.[1];
  if (next === undefined) return true;
  if (/^\p{Ll}/u.test(next)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const before = /([\p{L}\p{N}][\p{L}\p{N}.]*)$/u.exec(text.slice(Math.max(0, start - 20), start))?.[1];
  if (before === undefined) return true;
  const word = before.toLowerCase();
  if (NEVER_ENDS.has(word)) return false;
  const starts = STARTERS.has(next.toLowerCase());
  if (MAY_END.has(word) || /^(?:\p{L}\.)*\p{L}$/u.test(word)) return starts && word !== 'i';
  return true;
}

/**
 * Sentences of a text: at end marks that are no abbreviation, and at every line feed. Linear in the text.
 * @returns spans without blanks at their ends, in order; none is longer than MAX_SENTENCE
 */
export function sentences(text: string): Span[] {
  const found: Span[] = [];
  const push = (from: number, to: number): void => {
    let start = from;
    let end = to;
    while (start < end && /\s/.test(text[start] ?? '')) start++;
    while (end > start && /\s/.test(text[end - 1] ?? '')) end--;
    while (end - start > MAX_SENTENCE) {
      const blank = text.lastIndexOf(' ', start + MAX_SENTENCE);
      const cut = blank > start ? blank : start + MAX_SENTENCE;
      found.push({ start, end: cut });
      start = cut;
      while (start < end && text[start] === ' ') start++;
    }
    if (end > start && !CLOSERS.test(text.slice(start, end))) found.push({ start, end });
  };
  let from = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!breaks(text, match[0], match.index, end)) continue;
    push(from, end);
    from = end;
  }
  push(from, text.length);
  return found;
}
