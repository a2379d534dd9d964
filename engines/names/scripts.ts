export type Script =
  | 'LATIN'
  | 'DIGIT'
  | 'CYRILLIC'
  | 'GREEK'
  | 'ARABIC'
  | 'HEBREW'
  | 'HAN'
  | 'KANA'
  | 'HANGUL'
  | 'INDIC'
  | 'GEORGIAN'
  | 'ARMENIAN'
  | 'THAI'
  | 'OTHER';

function scriptOfCode(code: number): Script | undefined {
  if (code < 0x80) {
    if (code >= 0x30 && code <= 0x39) return 'DIGIT';
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) ? 'LATIN' : undefined;
  }
  if (code < 0x370) return code >= 0x300 ? undefined : 'LATIN';
  if (code < 0x400) return 'GREEK';
  if (code < 0x530) return 'CYRILLIC';
  if (code < 0x590) return 'ARMENIAN';
  if (code < 0x600) return 'HEBREW';
  if (code < 0x780) return code >= 0x700 && code < 0x750 ? 'OTHER' : 'ARABIC';
  if (code >= 0x8a0 && code < 0x900) return 'ARABIC';
  if (code >= 0x900 && code < 0xe00) return 'INDIC';
  if (code < 0xe80) return 'THAI';
  if (code >= 0x10a0 && code < 0x1100) return 'GEORGIAN';
  if (code >= 0x1100 && code < 0x1200) return 'HANGUL';
  if (code >= 0x1c90 && code < 0x1cc0) return 'GEORGIAN';
  if (code >= 0x1e00 && code < 0x1f00) return 'LATIN';
  if (code >= 0x1f00 && code < 0x2000) return 'GREEK';
  if (code >= 0x2d00 && code < 0x2d30) return 'GEORGIAN';
  if (code >= 0x2de0 && code < 0x2e00) return 'CYRILLIC';
  if (code === 0x3005 || code === 0x3007) return 'HAN';
  if (code >= 0x3040 && code < 0x3100) return 'KANA';
  if (code >= 0x3130 && code < 0x3190) return 'HANGUL';
  if (code >= 0x31f0 && code < 0x3200) return 'KANA';
  if (code >= 0x3400 && code < 0xa000) return 'HAN';
  if (code >= 0xa640 && code < 0xa6a0) return 'CYRILLIC';
  if (code >= 0xac00 && code < 0xd7b0) return 'HANGUL';
  if (code >= 0xf900 && code < 0xfb00) return 'HAN';
  if (code >= 0xfb1d && code < 0xfb50) return 'HEBREW';
  if (code >= 0xfb50 && code < 0xfe00) return 'ARABIC';
  if (code >= 0xfe70 && code < 0xff00) return 'ARABIC';
  if (code >= 0x20000 && code < 0x32000) return 'HAN';
  return 'OTHER';
}

/** The script most letters of a text are in; `DIGIT` where it has digits only, `LATIN` where it has no letter at all. */
export function scriptOf(text: string): Script {
  let first: Script | undefined;
  let counts: Map<Script, number> | undefined;
  for (const char of text) {
    const script = scriptOfCode(char.codePointAt(0) ?? 0);
    if (script === undefined || script === first) {
      if (counts !== undefined && script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
      continue;
    }
    if (first === undefined) first = script;
    else {
      counts ??= new Map([[first, 1]]);
      counts.set(script, (counts.get(script) ?? 0) + 1);
    }
  }
  if (first === undefined) return 'LATIN';
  if (counts === undefined) return first;
  // Any letter outweighs digits; any foreign letter outweighs Latin, so that lookalikes are noticed.
  let best: Script = 'DIGIT';
  let bestCount = -1;
  for (const [script, count] of counts) {
    const rank = script === 'DIGIT' ? 0 : script === 'LATIN' ? 1 : 1000 + count;
    if (rank > bestCount) {
      best = script;
      bestCount = rank;
    }
  }
  return best;
}
