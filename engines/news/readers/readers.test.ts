import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ArticleError, articleReader, type Article, type ArticleSummary } from '../index.ts';

async function* bytes(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(
  format: string,
  ...parts: (string | Uint8Array)[]
): Promise<{ articles: Article[]; summary: ArticleSummary }> {
  const reader = articleReader(format);
  const articles: Article[] = [];
  for await (const article of reader.read([{ name: 'feed', stream: bytes(...parts) }])) articles.push(article);
  return { articles, summary: reader.summary() };
}

function code(expected: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ArticleError, String(error));
    assert.equal(error.code, expected);
    assert.match(error.place, /^feed|format/);
    return true;
  };
}

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="x"><channel><title>Daily Post</title><language>en-GB</language>
<item><title>Broker &amp; banker held</title><link>https://user:pw@news.example/1</link><guid>g1</guid>
<pubDate>Tue, 03 Jun 2025 09:39:21 +0200</pubDate><description>short</description>
<content:encoded><![CDATA[<p>Tom Averill &nbsp;was held.</p><script>alert(1)</script><p>Two&#8217;s</p>]]></content:encoded></item>
<item><title>Only a title</title><link>javascript:alert(1)</link></item></channel></rss>`;

describe('rss', () => {
  it('reads RSS 2.0', async () => {
    const { articles, summary } = await read('rss', RSS);
    assert.deepEqual(articles[0], {
      id: 'g1',
      url: 'https://news.example/1',
      title: 'Broker & banker held',
      text: 'Tom Averill was held.\nTwo’s',
      publishedAt: '2025-06-03T07:39:21.000Z',
      publisher: 'Daily Post',
      language: 'en',
    });
    assert.equal(articles[1]?.url, undefined);
    assert.equal(articles[1]?.text, '');
    assert.deepEqual(
      summary.warnings.map(({ code: one }) => one),
      ['URL_REFUSED'],
    );
  });
  it('reads Atom with inline markup, byte by byte', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Blatt</title><entry><title>Für</title>
<link rel="alternate" href="https://blatt.example/a"/><id>urn:1</id><updated>2025-06-03T09:00:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Eins <b>zwei</b> drei.</p><p>Vier.</p></div></content></entry></feed>`;
    const whole = Buffer.from(atom);
    const { articles } = await read('rss', ...Array.from(whole, (_, at) => whole.subarray(at, at + 1)));
    assert.deepEqual(articles, [
      {
        id: 'urn:1',
        url: 'https://blatt.example/a',
        title: 'Für',
        text: 'Eins zwei drei.\nVier.',
        publishedAt: '2025-06-03T09:00:00.000Z',
        publisher: 'Blatt',
        language: 'de',
      },
    ]);
  });
  it('reads gzip and Latin-1 that the declaration names', async () => {
    const latin = Buffer.from(
      RSS.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="ISO-8859-1"?>').replace('Only', 'Nur für'),
      'latin1',
    );
    assert.equal((await read('rss', gzipSync(latin))).articles[1]?.title, 'Nur für a title');
  });
  it('refuses entity bombs, cut files, other documents and depth', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss>&b;</rss>';
    await assert.rejects(read('rss', bomb), code('DAMAGED'));
    await assert.rejects(read('rss', RSS.slice(0, -20)), code('TRUNCATED'));
    await assert.rejects(read('rss', '<opml></opml>'), code('UNKNOWN_FORMAT'));
    await assert.rejects(read('rss', `<rss>${'<a>'.repeat(100)}`), code('DAMAGED'));
    await assert.rejects(read('rss', ''), code('EMPTY'));
    await assert.rejects(read('rss', gzipSync(Buffer.from('<rss>'.padEnd(80 * 2 ** 20, ' ')))), code('DAMAGED'));
  });
  it('leaves out an item that is too long', async () => {
    const long = `<rss><channel><item><title>a</title><description>${'x'.repeat(5 * 2 ** 20)}</description></item><item><title>b</title></item></channel></rss>`;
    const { articles, summary } = await read('rss', long);
    assert.deepEqual(
      articles.map(({ title }) => title),
      ['b'],
    );
    assert.equal(summary.skipped, 1);
  });
});

describe('ndjson', () => {
  it('reads lines, leaves out what is damaged, counts it', async () => {
    const { articles, summary } = await read(
      'ndjson',
      `{"url":"https://n.example/1","title":"T","text":"A\\u0000b\\u202e c","publishedAt":"2025-02-30","publisher":"P","language":"EN"}\n`,
      'nonsense\n\n[1]\n{"title":""}\n{"title":"last","__proto__":{"text":"x"}}',
    );
    assert.deepEqual(articles, [
      { title: 'T', text: 'A b c', url: 'https://n.example/1', publisher: 'P', language: 'en' },
      { title: 'last', text: '' },
    ]);
    assert.equal(summary.skipped, 3);
    assert.deepEqual(summary.warnings.map(({ code: one }) => one).toSorted(), [
      'DATE_NOT_UNDERSTOOD',
      'LINE_NOT_JSON',
      'NO_TEXT',
    ]);
    for (const { example } of summary.warnings) assert.match(example, /^feed line \d+$/);
  });
  it('takes a date that was never filled in for none', async () => {
    for (const date of ['0000-01-01', '0001-01-01T00:00:00Z']) {
      const { articles, summary } = await read('ndjson', JSON.stringify({ title: 'T', publishedAt: date }));
      assert.deepEqual(articles, [{ title: 'T', text: '' }], date);
      assert.deepEqual(
        summary.warnings.map(({ code: one }) => one),
        ['DATE_NOT_UNDERSTOOD'],
      );
    }
    const { articles } = await read('ndjson', '{"title":"T","publishedAt":"1851-09-18"}');
    assert.equal(articles[0]?.publishedAt, '1851-09-18');
  });
  it('passes over a line of 100 MB in bounded memory', async () => {
    const part = Buffer.alloc(2 ** 20, 'x');
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const { articles, summary } = await read(
      'ndjson',
      '{"title":"a"}\n',
      ...Array<Uint8Array>(100).fill(part),
      '\n{"title":"b"}\n',
    );
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    assert.deepEqual(
      articles.map(({ title }) => title),
      ['a', 'b'],
    );
    assert.equal(summary.skipped, 1);
    assert.ok(after - before < 150 * 2 ** 20);
  });
  it('refuses a file of another kind', async () => {
    await assert.rejects(read('ndjson', 'url,title\n'), code('UNKNOWN_FORMAT'));
    assert.throws(() => articleReader('docx'), code('UNKNOWN_FORMAT'));
  });
});

describe('reuters-sgml', () => {
  const record = `<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" NEWID="7"><DATE> 9-MAR-1987 04:58:41.12</DATE><TEXT>&#2;
<TITLE>A &amp; B</TITLE><DATELINE>X</DATELINE><BODY>First line
goes on.
    Second paragraph &lt;ABC>.
 REUTER
&#3;</BODY></TEXT></REUTERS>`;
  it('reads records and joins hard-wrapped lines', async () => {
    assert.deepEqual((await read('reuters-sgml', record)).articles, [
      {
        id: '7',
        title: 'A & B',
        text: 'First line goes on.\nSecond paragraph <ABC>.',
        publishedAt: '1987-03-09',
        publisher: 'Reuters',
        language: 'en',
      },
    ]);
  });
  it('refuses a cut file and one of another kind', async () => {
    await assert.rejects(read('reuters-sgml', record.slice(0, -20)), code('TRUNCATED'));
    await assert.rejects(read('reuters-sgml', 'hello'), code('UNKNOWN_FORMAT'));
  });
});
