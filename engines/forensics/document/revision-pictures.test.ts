import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawRevisions } from '../index.ts';
import {
  contentNumber,
  contentObject,
  makeDocument,
  pageNumber,
  saveAgain,
  show,
  sign,
  statementPage,
  streamBody,
} from '../testing/pdf-maker.ts';

for (const structure of ['TABLE', 'STREAM'] as const) {
  test(`each state is drawn as it was, with the place and the text that changed (${structure})`, async () => {
    const first = makeDocument({ pages: [statementPage(1), statementPage(2)], structure });
    const second = saveAgain(first, [contentObject(statementPage(1, '9,204.50'))], structure);
    const third = saveAgain(second, [contentObject(statementPage(2, '7,000.00'), 1)], structure);
    const { states, changes, pictures, leftOut } = await drawRevisions(third);
    assert.deepEqual([states, leftOut], [3, 0]);
    assert.deepEqual(
      changes.map(({ page, from, to, before, after }) => [page, from, to, before, after]),
      [
        [1, 1, 2, 'state-1-page-1.webp', 'state-2-page-1.webp'],
        [2, 2, 3, 'state-2-page-2.webp', 'state-3-page-2.webp'],
      ],
    );
    const [change] = changes;
    assert.deepEqual(change?.texts, [{ before: '1,204.50', after: '9,204.50' }]);
    const place = change?.places[0];
    assert.equal(change?.places.length, 1);
    assert.ok(place && Math.abs(place.x - 440 / 595) < 0.02, JSON.stringify(place));
    assert.ok(Math.abs(place.y - (842 - 620) / 842) < 0.02, JSON.stringify(place));
    for (const { bytes } of pictures) {
      const { width, height, format } = await sharp(bytes).metadata();
      assert.deepEqual([format, height], ['webp', 1600]);
      assert.ok(Math.abs((width ?? 0) - (1600 * 595) / 842) <= 1);
    }
    const raw = await Promise.all(pictures.slice(0, 2).map(({ bytes }) => sharp(bytes).raw().toBuffer()));
    assert.notDeepEqual(raw[0], raw[1]);
  });
}

test('a picture that was put in the place of another is seen, though no text changed', async () => {
  const picture = (shade: number): Buffer =>
    streamBody(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      Buffer.from([shade]),
    );
  const page = { ...statementPage(1), after: 'q 80 0 0 40 100 100 cm /Im1 Do Q\n' };
  const first = makeDocument({ pages: [page], images: { Im1: 100 }, extra: [{ number: 100, body: picture(40) }] });
  const { changes } = await drawRevisions(saveAgain(first, [{ number: 100, body: picture(200) }]));
  assert.equal(changes.length, 1);
  assert.deepEqual(changes[0]?.texts, []);
  assert.ok(Math.abs((changes[0]?.share ?? 0) - (80 * 40) / (595 * 842)) < 0.001);
});

test('pages that came are drawn alone, with nothing before them', async () => {
  const first = makeDocument({ pages: [statementPage(1)] });
  const second = saveAgain(first, [
    { number: 2, body: Buffer.from('<< /Type /Pages /Kids [10 0 R 50 0 R] /Count 2 >>') },
    {
      number: 50,
      body: Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources 3 0 R /Contents 51 0 R >>'),
    },
    { number: 51, body: streamBody('', Buffer.from(show({ x: 20, y: 20, text: 'Annex' }))) },
  ]);
  const { changes } = await drawRevisions(second);
  assert.deepEqual(
    changes.map(({ page, before, after, share }) => [page, before, after, share]),
    [[2, null, 'state-2-page-2.webp', 1]],
  );
});

test('what changes nothing to the eye is not drawn: a signature, a document saved again as it was', async () => {
  const first = makeDocument({ pages: [statementPage(3)] });
  for (const bytes of [sign(first), saveAgain(first, [contentObject(statementPage(3))]), first]) {
    const { changes, pictures, leftOut } = await drawRevisions(bytes);
    assert.deepEqual([changes, pictures, leftOut], [[], [], 0]);
  }
});

test('the drawing is bounded, and says what it left out', async () => {
  const pages = Array.from({ length: 14 }, (_, index) => statementPage(index + 1));
  const first = makeDocument({ pages });
  const second = saveAgain(
    first,
    pages.map((_, index) => contentObject(statementPage(index + 1, '1.00'), index)),
  );
  const whole = await drawRevisions(second);
  assert.deepEqual([whole.changes.length, whole.pictures.length, whole.leftOut], [12, 24, 2]);
  let asked = 0;
  const ended = await drawRevisions(second, () => ++asked <= 2);
  assert.deepEqual([ended.changes.length, ended.leftOut], [2, 12]);
});

test('scripts and addresses of a document are not run or opened: it is drawn as if they were not there', async () => {
  const first = makeDocument({ pages: [statementPage(1)] });
  const script =
    '<< /S /JavaScript /JS (this.getField\\("x"\\).value = 1; app.launchURL\\("https://example.com"\\);) >>';
  const second = saveAgain(first, [
    { number: 1, body: Buffer.from(`<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>`) },
    {
      number: pageNumber(0),
      body: Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 3 0 R /Contents ${contentNumber(0)} 0 R /AA << /O ${script} >> >>`,
      ),
    },
  ]);
  const { changes, states } = await drawRevisions(second);
  assert.deepEqual([states, changes], [2, []]);
});
