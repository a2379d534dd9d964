import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { utf8Chunks, type GunzipLimits } from './bytes.ts';
import { repairUtf8 } from './cp1252.ts';
import { file } from './fixtures.ts';
import { Notes } from './notes.ts';

async function text(
  content: string | Uint8Array,
  chunk = 7,
  limits?: GunzipLimits,
): Promise<{ text: string; notes: Notes }> {
  const notes = new Notes();
  let out = '';
  for await (const part of utf8Chunks(file('list.csv', content, chunk), notes, limits)) out += part.toString('utf8');
  return { text: out, notes };
}

const SAMPLE = 'Łódź; Ωμέγα; 名前; عمر; 𐍈 and plain\n'.repeat(40);

test('UTF-8 comes through whole, whatever the chunk size', async () => {
  for (const chunk of [1, 2, 3, 5, 1024, 1 << 20]) assert.equal((await text(SAMPLE, chunk)).text, SAMPLE);
});

test('a byte order mark is taken off; UTF-16 and a declared code page are converted', async () => {
  assert.equal((await text(`\uFEFF${SAMPLE}`)).text, SAMPLE);
  assert.equal((await text(Buffer.from(`\uFEFF${SAMPLE}`, 'utf16le'))).text.replace('\uFEFF', ''), SAMPLE);
  const declared = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Jérôme</a>';
  const { text: converted, notes } = await text(Buffer.from(declared, 'latin1'));
  assert.equal(converted, declared);
  assert.deepEqual(notes.list(), []);
});

test('stray Windows-1252 bytes are repaired and counted, with the byte of the first', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Zoë '),
    Buffer.from([0x4a, 0xe9, 0x72, 0xf4, 0x6d, 0x65, 0x20, 0x93, 0x58, 0x94]),
  ]);
  for (const chunk of [1, 3, 64]) {
    const { text: repaired, notes } = await text(bytes, chunk);
    assert.equal(repaired, 'Zoë Jérôme “X”');
    const [warning] = notes.list();
    assert.equal(warning?.code, 'CP1252_IN_UTF8');
    assert.equal(warning?.count, 4);
    assert.equal(warning?.example, 'list.csv byte 6');
  }
});

test('another code page, an undefined byte and text cut to low bytes are refused, never guessed', async () => {
  const cyrillic = Buffer.concat([Buffer.from('a,'), Buffer.from([0xcf, 0xe5, 0xf2, 0xf0, 0xee, 0xe2])]);
  await assert.rejects(text(cyrillic), { code: 'ENCODING', place: /list\.csv byte \d+/ });
  await assert.rejects(text(Buffer.from([0x41, 0x81, 0x42])), { code: 'ENCODING', place: 'list.csv byte 1' });
  const low = Buffer.from('J\u00E9r\u00F4me M\u0019Ba', 'latin1');
  await assert.rejects(text(low, 64), { code: 'ENCODING', message: /low byte/ });
});

test('overlong forms and surrogates are not taken for UTF-8', () => {
  assert.equal(repairUtf8(Buffer.from([0xc0, 0xaf]), 'f', 0).text.toString(), 'À¯');
  assert.equal(repairUtf8(Buffer.from([0xed, 0xa0, 0x80, 0x41]), 'f', 0).repaired, 3);
});

test('characters lost before are said', async () => {
  assert.equal((await text('a \uFFFD b')).notes.list()[0]?.code, 'REPLACEMENT_CHARACTER');
});

test('the end mark is taken off; anything after it, and binary zeros, are refused', async () => {
  assert.equal((await text('a,b\r\n\u001A')).text, 'a,b\r\n');
  assert.equal((await text('a,b\r\n\u001A\r\n')).text, 'a,b\r\n');
  await assert.rejects(text('a,b\n\u001Ac,d\n'), { code: 'DAMAGED', place: 'list.csv byte 4' });
  await assert.rejects(text('a,b\n\u001A\n  c,d\n'), { code: 'DAMAGED' });
  await assert.rejects(text('a\u0000b'), { code: 'DAMAGED', place: 'list.csv byte 1' });
});

test('nothing, blanks, and files of another kind', async () => {
  await assert.rejects(text(''), { code: 'EMPTY' });
  await assert.rejects(text(' \r\n \n'), { code: 'EMPTY' });
  await assert.rejects(text('<!DOCTYPE html><html>'), { code: 'UNKNOWN_FORMAT', message: /web page/ });
  await assert.rejects(text('PK\u0003\u0004....'), { code: 'UNKNOWN_FORMAT', message: /ZIP/ });
});

test('gzip is unpacked; cut, damaged and exploding files are refused', async () => {
  const packed = gzipSync(SAMPLE);
  assert.equal((await text(packed)).text, SAMPLE);
  await assert.rejects(text(packed.subarray(0, packed.length - 20)), { code: 'TRUNCATED' });
  const damaged = Buffer.from(packed);
  damaged.fill(0x55, 20, 40);
  await assert.rejects(text(damaged), { code: 'DAMAGED' });
  const bomb = gzipSync(Buffer.alloc(1 << 20, 0x20));
  await assert.rejects(text(bomb, 512, { total: 1 << 30, ratio: 50, free: 1 << 17 }), {
    code: 'DAMAGED',
    message: /unpacks/,
  });
  await assert.rejects(text(gzipSync(SAMPLE), 64, { total: 100, ratio: 200, free: 1 << 20 }), { code: 'DAMAGED' });
});
