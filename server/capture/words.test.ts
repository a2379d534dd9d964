import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImageRefused } from '../../engines/identity/document/index.ts';
import type { LivenessReason } from '../../engines/identity/face/liveness.ts';
import { QUALITY_ISSUES } from '../../engines/identity/types.ts';
import { acceptedLanguages, LANGUAGES, languageOf } from './page.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'capture');

const wordsOf = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(SOURCE, 'words', `${language}.json`), 'utf8')) as Record<string, string>;

/** A reason that the engine may give and that is not here does not compile. */
const IMAGE_REFUSALS: Readonly<Record<ImageRefused['code'], true>> = {
  IMAGE_DAMAGED: true,
  IMAGE_TOO_LARGE: true,
  IMAGE_TOO_SMALL: true,
  FORMAT_NOT_DECODABLE: true,
};
const LIVENESS: Readonly<Record<LivenessReason | 'NOT_SHOWN', true>> = {
  NOT_SHOWN: true,
  TOO_FEW_FRAMES: true,
  FACE_LOST: true,
  SEVERAL_FACES: true,
  ANOTHER_PERSON: true,
  NO_MOVEMENT: true,
  REPEATED_FRAMES: true,
  FLAT_SURFACE: true,
  CHALLENGE_NOT_MET: true,
};

/** Reasons that the rules write by themselves: the second argument of `retake(kind, reason)`, or its constant. */
async function reasonsInRules(): Promise<string[]> {
  const folder = join(SOURCE, '..', 'engines', 'identity', 'decide');
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const text = await readFile(join(folder, name), 'utf8');
    for (const [, constant = ''] of text.matchAll(/retake\(\s*(?:'\w+'|\w+\(\w+\)),\s*([A-Z_]+)\b/g)) {
      found.push(new RegExp(`${constant} = '(\\w+)'`).exec(text)?.[1] ?? `unknown ${constant}`);
    }
    for (const [, literal = ''] of text.matchAll(/retake\(\s*(?:'\w+'|\w+\(\w+\)),\s*'(\w+)'/g)) found.push(literal);
  }
  return found;
}

test('every reason for a new picture has words in every language', async () => {
  const inRules = await reasonsInRules();
  for (const known of ['PORTRAIT_NOT_FOUND', 'MRZ_UNREADABLE', 'MRZ_CHECK_DIGITS_WRONG', 'FACE_MISMATCH']) {
    assert.ok(inRules.includes(known), `${known} is found in the rules`);
  }
  const reasons = [
    ...QUALITY_ISSUES,
    ...Object.keys(IMAGE_REFUSALS),
    ...Object.keys(LIVENESS).map((reason) => `LIVENESS_${reason}`),
    ...inRules,
  ];
  for (const language of LANGUAGES) {
    const words = await wordsOf(language);
    for (const reason of reasons) assert.ok(words[`issue.${reason}`], `${language} ${reason}`);
  }
});

test('every language says everything, with the same values, and in its own words', async () => {
  const english = await wordsOf('en');
  const valuesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();
  for (const language of LANGUAGES) {
    const words = await wordsOf(language);
    assert.deepEqual(Object.keys(words), Object.keys(english), language);
    for (const [key, text] of Object.entries(words)) {
      assert.ok(text.trim() === text && text.length > 0, `${language} ${key}`);
      assert.deepEqual(valuesIn(text), valuesIn(english[key] ?? ''), `${language} ${key}`);
      assert.ok(language === 'en' || text !== english[key], `${language} ${key} is still English`);
    }
  }
});

test('every key that the page says exists', async () => {
  const english = await wordsOf('en');
  const keys = Object.keys(english);
  const used = new Set<string>();
  for (const name of await readdir(SOURCE, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const text = await readFile(join(SOURCE, name), 'utf8');
    for (const [, key = ''] of text.matchAll(/say\(\s*'([^']+)'/g)) used.add(key);
    for (const [, key = ''] of text.matchAll(/say\(\s*`([^`]+)`/g)) used.add(key);
  }
  assert.ok(used.size > 50);
  for (const key of used) {
    const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '\\w+')}$`);
    assert.ok(
      keys.some((one) => pattern.test(one)),
      key,
    );
  }
});

test('the language of the page', () => {
  assert.deepEqual(acceptedLanguages('xx;q=0, fr;q=0.3, de-AT;q=0.8, en'), ['en', 'de-AT', 'fr']);
  assert.deepEqual(acceptedLanguages(undefined), []);
  assert.equal(languageOf([null, 'sv', 'pt-BR', 'en']), 'pt');
  assert.equal(languageOf(['xx']), 'en');
});
