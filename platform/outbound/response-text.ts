/**
 * The start of a response body as text that a UTF-8 database column takes: bytes that are not UTF-8 and NUL become
 * U+FFFD, and a character that the cut went through is left out. Decoding never yields lone surrogates.
 */
export function responseText(bytes: Uint8Array, cut: boolean): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes, { stream: cut }).replaceAll('\0', '\uFFFD');
}
