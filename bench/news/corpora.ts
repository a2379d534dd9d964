import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { articleReader, type Article } from '../../engines/news/index.ts';
import { sharedData } from '../../tools/shared-data.ts';

const unpack = promisify(gunzip);

/** An article of the public corpora, with an identifier that stays the same: `reuters:3001`, `ieer:…`, `abc-rural:17`. */
export interface CorpusArticle extends Article {
  id: string;
}

async function read(path: string): Promise<string> {
  return (await unpack(await readFile(path))).toString('latin1');
}

/** Reuters-21578, through the engine's own reader. */
async function* reuters(folder: string): AsyncGenerator<CorpusArticle> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sgm.gz')).toSorted();
  const inputs = names.map((name) => ({ name, stream: createReadStream(join(folder, name)) }));
  for await (const article of articleReader('reuters-sgml').read(inputs)) {
    yield { ...article, id: `reuters:${article.id}` };
  }
}

/** The NIST IE-ER sample: entity tags dropped, hard-wrapped lines joined, an indented line begins a paragraph. */
async function* ieer(folder: string): AsyncGenerator<CorpusArticle> {
  for (const name of (await readdir(folder)).filter((file) => /^[A-Z]+_\d+\.gz$/.test(file)).toSorted()) {
    for (const doc of (await read(join(folder, name))).split('</DOC>')) {
      const number = /<DOCNO>\s*(\S+)/.exec(doc)?.[1];
      const body = doc.split('<TEXT>')[1]?.split('</TEXT>')[0];
      if (number === undefined || body === undefined) continue;
      const plain = body
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('``', '"')
        .replaceAll("''", '"');
      const text = plain
        .split(/\n\s+(?=\S)/)
        .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
        .filter((paragraph) => paragraph !== '')
        .join('\n');
      const headline = /<HEADLINE>([\s\S]*?)<\/HEADLINE>/.exec(doc)?.[1] ?? '';
      const title = headline
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      yield { id: `ieer:${number}`, title, text, language: 'en' };
    }
  }
}

/** The ABC collections: blocks between blank lines, the first line the title; numbered by the block. */
async function* abc(folder: string): AsyncGenerator<CorpusArticle> {
  for (const part of ['rural', 'science']) {
    const blocks = (await read(join(folder, `${part}.txt.gz`))).split(/\n\s*\n/);
    for (const [index, block] of blocks.entries()) {
      const lines = block
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      if (lines.length < 2) continue;
      yield { id: `abc-${part}:${index}`, title: lines[0] ?? '', text: lines.slice(1).join('\n'), language: 'en' };
    }
  }
}

/** @returns undefined where the public data is absent */
export function corpora(): AsyncGenerator<CorpusArticle> | undefined {
  const folder = sharedData('news');
  if (folder === undefined) return undefined;
  return (async function* () {
    yield* reuters(join(folder, 'reuters21578'));
    yield* ieer(join(folder, 'nltk-ieer'));
    yield* abc(join(folder, 'nltk-abc'));
  })();
}
