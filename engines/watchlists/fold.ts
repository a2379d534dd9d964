const UNTIDY = /^\s|\s$|[^\S ]|  /;

/** The text with every run of white space made one space, and none at the ends. */
export function folded(text: string): string {
  return UNTIDY.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text;
}
