import type { Span } from './sentences.ts';

/** A word, number or mark of a sentence. */
export interface Token extends Span {
  text: string;
  lower: string;
  kind: 'WORD' | 'NUMBER' | 'MARK';
  /** Begins with a capital letter. */
  capital: boolean;
}

/** Words with inner full stops (`U.S.`, `S.p.A.`) and initials keep theirs; a possessive ending is a token of its own. */
const TOKEN =
  /(?:[ldsnjcmtLDSNJCMT]|[Qq]u|[Dd]ell|[Aa]ll|[Nn]ell|[Ss]ull|[Dd]all|[Uu]n|[Qq]uell|[Ll]orsqu|[Pp]uisqu|[Jj]usqu)['’](?=\p{Ll}{2})|(?:\p{L}\.){2,}\p{L}?|\p{Lu}\.(?=\s?\p{Lu})|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}{2,})?|\p{N}+(?:[.,]\p{N}+)*(?:\p{L}+)?|\S/gu;

/** Tokens of one sentence of a text, with offsets in the text. */
export function tokenise(text: string, { start, end }: Span): Token[] {
  const tokens: Token[] = [];
  for (const match of text.slice(start, end).matchAll(TOKEN)) {
    const [word] = match;
    const letter = /^\p{L}/u.test(word);
    tokens.push({
      start: start + match.index,
      end: start + match.index + word.length,
      text: word,
      lower: word.toLowerCase(),
      kind: letter ? 'WORD' : /^\p{N}/u.test(word) ? 'NUMBER' : 'MARK',
      capital: letter && /^\p{Lu}/u.test(word),
    });
  }
  return tokens;
}

/** Whether two neighbouring tokens are written together. */
export function glued(left: Token | undefined, right: Token | undefined): boolean {
  return left !== undefined && right !== undefined && left.end === right.start;
}
