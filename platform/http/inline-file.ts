import { tooLarge } from '../files/files.ts';
import { invalid } from './errors.ts';

/**
 * The bytes of a file sent as base64 (RFC 4648 section 4, padding optional) in a member of a JSON request.
 * @param path JSON pointer of the member
 * @throws ApiError VALIDATION_ERROR where it is not base64; PAYLOAD_TOO_LARGE beyond `maxBytes`
 */
export function decodeInlineFile(content: string, path: string, maxBytes: number): Buffer {
  if (content.startsWith('data:')) {
    throw invalid(path, 'INVALID_FORMAT', 'must be base64 alone: remove all up to and with the first comma');
  }
  const text = withoutPadding(content);
  const size = Math.floor((text.length * 3) / 4);
  if (size > maxBytes) throw tooLarge(maxBytes);
  const bytes = Buffer.from(text, 'base64');
  const isPadded = text.length < content.length;
  // Node skips what is not base64; what it took must be all there is.
  if ((isPadded && content.length % 4 !== 0) || withoutPadding(bytes.toString('base64')) !== text) {
    throw invalid(path, 'INVALID_FORMAT', 'must be base64 (A–Z a–z 0–9 + /), without line breaks or spaces');
  }
  return bytes;
}

const withoutPadding = (text: string): string => {
  const end = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return end === 0 ? text : text.slice(0, -end);
};
