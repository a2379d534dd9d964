const isWhite = (text: string, at: number): boolean => text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) >= 0x80;

/**
 * True where the text has white space at an end, two together, or any that is not a plain space. A letter outside
 * ASCII at an end counts too: whether it is a space is for the regular expression.
 */
const untidy = (text: string): boolean =>
  text !== '' && (isWhite(text, 0) || isWhite(text, text.length - 1) || text.includes('  ') || /[^\S ]/.test(text));

/** The text with every run of white space made one space, and none at the ends. */
export function folded(text: string): string {
  return untidy(text) ? text.replaceAll(/\s+/g, ' ').trim() : text;
}
