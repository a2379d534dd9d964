/** True where the text has white space at an end, two together, or any that is not a plain space. */
function untidy(text: string): boolean {
  let before = 0x20;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code === 0x20 && before === 0x20) || code === 0xa0 || code >= 0x1680) {
      // Above U+1680 white space is rare; let the regular expression decide.
      if (code < 0x1680 || /\s/.test(text)) return true;
    }
    before = code;
  }
  return before === 0x20 && text.length > 0;
}

/** The text with every run of white space made one space, and none at the ends. */
export function folded(text: string): string {
  return untidy(text) ? text.replaceAll(/\s+/g, ' ').trim() : text;
}
