import { MOST_TAG_CHARACTERS, MOST_TAGS, type Tag, tag } from './sound.ts';

/** Vorbis comments, as FLAC, Vorbis and Opus carry them: the vendor, then `KEY=value`. What is broken is left out. */
export function readVorbisComments(body: Uint8Array): Tag[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const tags: Tag[] = [];
  let at = 0;
  const text = (): string | null => {
    if (at + 4 > body.length) return null;
    const length = view.getUint32(at, true);
    if (at + 4 + length > body.length) return null;
    const part = body.subarray(at + 4, at + 4 + Math.min(length, MOST_TAG_CHARACTERS));
    at += 4 + length;
    return Buffer.from(part).toString('utf8');
  };
  const add = (key: string, value: string): void => {
    const made = tag(key, value);
    if (made) tags.push(made);
  };
  const vendor = text();
  if (vendor === null) return tags;
  add('vendor', vendor);
  if (at + 4 > body.length) return tags;
  const count = Math.min(view.getUint32(at, true), MOST_TAGS);
  at += 4;
  for (let i = 0; i < count; i++) {
    const comment = text();
    if (comment === null) break;
    const split = comment.indexOf('=');
    if (split > 0) add(comment.slice(0, split), comment.slice(split + 1));
  }
  return tags;
}
