import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BitDistance } from './bit-distance.ts';
import { NameIndexBuilder } from './index.ts';
import { entityOf } from './testing.ts';
import { Segment } from './segment.ts';
import { Sieve } from './sieve.ts';
import { tokenSimilarity } from './similarity.ts';
import { makeToken } from './token.ts';

const NAMES = [
  'Mohammed Alkaabi, Muhammad al-Qaabi, Ekaterina Ivanova, Yekaterina Ivanov, Katherine Ivanow, Jürgen Müller',
  'Juergen Mueller, Abdulrahman Nasser, Rahman Naser, Schwarzenegger, Shvartseneger, Ali, All, Alı, Lee, Li, Nguyen',
  'Иван Орлов, Екатерина Шварц, Γιώργος Παπαδόπουλος, محمد القعبي, עמוס כהן, 李晓明, 김정은, タナカ, राम प्रसाद, გიორგი',
  'William Clinton, Bill Clintom, Rarnirez, Ramirez, Gonzalez, Gonsales, Petrov, Petrova, Xhafa, Djafa, Kowalska',
];

/** A name with one or two letters changed, dropped or doubled; the same for the same seed. */
function damaged(text: string, seed: number): string {
  let state = seed * 2654435761;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let out = text;
  for (let i = 0; i <= next(2); i++) {
    const at = next(out.length);
    const letter = 'aeioustnrlmhk'.charAt(next(13));
    out =
      out.slice(0, at) + ['', letter, letter + out.charAt(at), out.charAt(at).repeat(2)][next(4)] + out.slice(at + 1);
  }
  return out;
}

describe('the sieve', () => {
  it('lets through every pair of tokens that is alike, and stops most others', () => {
    const builder = new NameIndexBuilder();
    const values = NAMES.flatMap((line) => line.split(', '));
    for (let copy = 0; copy < 14; copy++) {
      for (const [at, value] of values.entries()) {
        builder.add(entityOf(`${copy}-${at}`, copy === 0 ? value : damaged(value, copy * 100 + at)));
      }
    }
    const segment = new Segment(builder.build().transfer().arrays);
    const sieve = new Sieve(segment.arrays, 0.66);
    let [alike, through, pairs] = [0, 0, 0];
    for (let asked = 0; asked < segment.tokenCount; asked += 3) {
      const { text, fidelity } = segment.token(asked);
      const token = makeToken(text, fidelity);
      if (text.length < 2) continue;
      sieve.prepare(token, true, true);
      for (let id = 0; id < segment.tokenCount; id++) {
        const listed = segment.token(id);
        // A token of the same text is looked up, not sieved.
        if (listed.text === text || listed.text.length < 2) continue;
        pairs++;
        const passes = sieve.passes(id);
        if (passes) through++;
        const { score, evidence } = tokenSimilarity(token, listed, true);
        if (score < 0.66) continue;
        const apart = Array.from({ length: 26 }, (_, bit) => ((listed.letters ^ token.letters) >>> bit) & 1);
        const far = apart.filter((bit) => bit === 1).length > 5 || Math.abs(listed.text.length - text.length) > 3;
        // Latin tokens so different in length or letters are not looked for, whatever they score.
        if (far && token.fidelity === 'a' && listed.fidelity === 'a' && evidence !== 'nickname') continue;
        alike++;
        assert.ok(passes, `${token.fidelity}:${text} ${listed.fidelity}:${listed.text} ${score} ${evidence}`);
      }
    }
    assert.ok(alike > 500, `${alike} pairs are alike`);
    assert.ok(through < pairs / 4, `${through} of ${pairs} pass`);
  });

  it('counts edits', () => {
    const distance = new BitDistance();
    const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
    const count = (a: string, b: string): number => {
      distance.clear(a.length);
      for (let i = 0; i < a.length; i++) distance.allow(i, a.charCodeAt(i));
      return distance.to(bytes(`..${b}`), 2, b.length + 2);
    };
    assert.equal(count('kitten', 'sitting'), 3);
    assert.equal(count('orlov', 'orlov'), 0);
    assert.equal(count('a', 'bcd'), 3);
    assert.equal(count('abcdefghijklmnopqrstuvwxyzabcde', 'bcdefghijklmnopqrstuvwxyzabcdef'), 2);
  });
});
