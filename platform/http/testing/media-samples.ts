/** For tests: the fewest bytes by which each form of media is known. */

const ftyp = (brand: string, compatible = ''): Buffer => {
  const brands = Buffer.from(`${brand}\0\0\0\0${compatible}`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + brands.length);
  head.write('ftyp', 4);
  return Buffer.concat([head, brands, Buffer.alloc(32)]);
};
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const ogg = (codec: string): Buffer =>
  Buffer.concat([latin('OggS\0\x02'), Buffer.alloc(22), latin(codec), Buffer.alloc(32)]);

export const SAMPLES = {
  jpeg: hex('ffd8ffe000104a46494600010100000100010000ffd9'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  webp: latin('RIFF\x1a\0\0\0WEBPVP8 '),
  heic: ftyp('heic'),
  avif: ftyp('avif'),
  tiff: hex('49492a0008000000010000010300010000000100000000000000'),
  mp4: ftyp('isom'),
  mov: ftyp('qt  '),
  webm: hex('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806700'),
  wav: latin('RIFF\x24\0\0\0WAVEfmt '),
  mp3: hex('fffb906400000000000000000000'),
  m4a: ftyp('M4A '),
  ogg: ogg('\x01vorbis'),
  opus: ogg('OpusHead'),
  flac: latin('fLaC\0\0\0\x22'),
  pdf: latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
  gif: latin('GIF89a\x01\0\x01\0'),
  zip: hex('504b0304140000000000000000000000000000000000000000000100000061'),
  mkv: hex('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b6142878104428581021853806700'),
  avi: latin('RIFF\x24\0\0\0AVI LIST'),
  text: latin('just some words'),
  html: latin('<html><script>alert(1)</script></html>'),
  empty: Buffer.alloc(0),
} as const satisfies Record<string, Buffer>;
export type Sample = keyof typeof SAMPLES;

/** A form of multipart/form-data with one file and text fields. */
export function form(
  file: { bytes: Uint8Array; name: string; type?: string; field?: string },
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const blob = new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' });
  data.append(file.field ?? 'file', blob, file.name);
  return data;
}
