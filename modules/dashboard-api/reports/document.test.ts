import { PDFiumLibrary } from '@hyzyla/pdfium';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Report, toPdf } from './document.ts';

const report = (values: readonly string[], foot = 'Fjordbank'): Report => ({
  title: 'Decision about an identity verification',
  subject: 'ver_01',
  madeAt: new Date('2026-11-21T12:00:00Z'),
  sections: [{ heading: 'Names', facts: values.map((value, at) => ({ label: `Name ${at + 1}`, value })) }],
  foot,
});

/** What stands on the pages, as drawn from left to right. */
async function drawnOn(made: Report): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await toPdf(made));
    const pages = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}
const reversed = (text: string): string => Array.from(text).toReversed().join('');

test('names are printed in the scripts that they are written in', async () => {
  const names = [
    'Ingrid Ólafsdóttir',
    'Иванов Пётр',
    '王小明',
    '蔡英文，臺北市',
    '山田 太郎（やまだ）髙橋',
    '김철수 서울특별시',
    'ชัชชาติ',
    'मोदी',
  ];
  const text = (await drawnOn(report(names, '北欧银行'))).join('\n');
  for (const name of [...names, '北欧银行']) assert.ok(text.includes(name), `${name} in ${text}`);
  assert.ok(!text.includes('[U+'), text);
});

test('what runs from right to left does, words and brackets too; numbers in it run from the left', async () => {
  const names = ['בנימין נתניהו', 'محمد بن سلمان', 'רחוב הרצל 12'];
  const text = (await drawnOn(report(names))).join('\n');
  assert.ok(text.includes(reversed('בנימין נתניהו')), text);
  assert.ok(text.includes(reversed('محمد بن سلمان')), text);
  assert.match(text, /12/);
  assert.ok(!text.includes('21'), text);
});

test('signs that no font has are told by their code points, and nothing turns what follows', async () => {
  const text = (await drawnOn(report(['ok 😀', 'አማ', 'safe\u202etxt.exe']))).join('\n');
  assert.ok(text.includes('ok [U+1F600]'), text);
  assert.ok(text.includes('[U+12A0][U+121B]'), text);
  assert.ok(text.includes('safetxt.exe'), text);
});

test('a long text of any script goes on over lines and pages and loses nothing', async () => {
  const long = '上海市浦东新区世纪大道一百号'.repeat(400);
  const pages = await drawnOn(report([long, 'after']));
  assert.ok(pages.length > 1);
  const text = pages.join('').replaceAll(/\s/g, '');
  assert.equal(Array.from(text).filter((sign) => sign === '浦').length, 400);
  assert.ok(text.includes('after'));
});

test(
  'a text of every sign there is takes a bounded number of fonts, and is printed',
  { timeout: 300_000 },
  async () => {
    const all = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5)).join('');
    const pages = await drawnOn(report([all]));
    assert.ok(pages.join('').includes('[U+'), 'what is beyond the bound is told by code points');
  },
);
