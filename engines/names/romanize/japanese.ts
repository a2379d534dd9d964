import { JAPANESE_ELEMENTS, JAPANESE_FAMILY, JAPANESE_GIVEN } from '../data/japanese-names.ts';

export interface JapaneseName {
  family: readonly string[];
  given: string;
  /** The given name stands in the table as a whole; else it is put together from its characters. */
  sure: boolean;
}

/** A name in kanji, family name first, read as Japanese; null where the family or the given name is not in the tables. */
export function splitJapanese(text: string, space: number): JapaneseName | null {
  const chars = Array.from(text);
  if (chars.length < 2 || chars.length > 7) return null;
  for (const size of space > 0 ? [space] : [3, 2, 1]) {
    const family = JAPANESE_FAMILY.get(chars.slice(0, size).join(''));
    const rest = chars.slice(size);
    if (family === undefined || rest.length === 0 || rest.length > 3) continue;
    const whole = JAPANESE_GIVEN.get(rest.join(''));
    if (whole !== undefined) return { family, given: whole, sure: true };
    if (rest.length < 2) continue;
    const parts = rest.map((char) => JAPANESE_ELEMENTS.get(char));
    if (parts.every((part) => part !== undefined)) return { family, given: parts.join(''), sure: false };
  }
  return null;
}
