import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StoryIndex, storySignature, storySimilarity } from './index.ts';

const words = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => `w${(at * 7919 + seed * 104_729) % 5_003}`).join(' ');
const article = (text: string) => ({ title: '', text });

it('knows a story that was shortened or lightly edited, and no other', () => {
  const text = words(200, 1);
  const index = new StoryIndex();
  assert.equal(index.add('a', storySignature(article(text))), undefined);
  assert.equal(index.add('b', storySignature(article(text.split(' ').slice(0, 160).join(' ')))), 'a');
  assert.equal(
    index.add('c', storySignature(article(text.toUpperCase().replace('W0', 'changed').replaceAll(' ', ', ')))),
    'a',
  );
  assert.equal(index.add('d', storySignature(article(words(200, 2)))), undefined);
});

it('estimates the share of common word triples', () => {
  const text = words(300, 3);
  const half = `${text.split(' ').slice(0, 200).join(' ')} ${words(100, 4)}`;
  const estimate = storySimilarity(storySignature(article(text)), storySignature(article(half)));
  assert.ok(Math.abs(estimate - 198 / 398) < 0.2, String(estimate));
});

it('treats short and empty texts', () => {
  const index = new StoryIndex();
  assert.equal(index.add('a', storySignature({ title: 'Broker held', text: '' })), undefined);
  assert.equal(index.add('b', storySignature({ title: 'BROKER HELD', text: '' })), 'a');
  assert.equal(index.add('c', storySignature({ title: 'Banker held', text: '' })), undefined);
});
