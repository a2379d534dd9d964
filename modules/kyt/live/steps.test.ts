import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepBook } from './steps.ts';
import type { EdgeDetail, EdgeQuestion } from './store.ts';

const pair = (from: number, to: number): { from: number; to: number } => ({ from, to });
const question = (...pairs: EdgeQuestion['pairs']): EdgeQuestion => ({ pairs, asset: 'ETH', blockchain: 'ETH' });

/** Chain data of one version; of payments that there are, each worth its ends' sum in hundred-millionths. */
function chainAt(version: number, isThere: (pair: { from: number; to: number }) => boolean = () => true) {
  const asked: string[][] = [];
  const ask = async ({ pairs, asset }: EdgeQuestion): Promise<EdgeDetail[]> => {
    asked.push(pairs.map(({ from, to }) => `${from} ${to} ${asset}`));
    return pairs.filter(isThere).map(({ from, to }) => ({
      from,
      to,
      fromAddress: `a${from}`,
      toAddress: `a${to}`,
      units: String((from + to) * version),
      firstAt: 0,
      lastAt: 86_400,
      chainVersion: version,
    }));
  };
  return { ask, asked };
}

test('a step is asked for once at a version of the chain data, and anew at another', async () => {
  const book = new StepBook();
  const [before, after] = [chainAt(7), chainAt(8)];
  const first = await book.of(question(pair(1, 2), pair(2, 3)), 7, before.ask);
  assert.deepEqual(first.get('1 2'), {
    shown: { from: 'a1', to: 'a2', value: '0.00000021', firstAt: null, lastAt: '1970-01-02T00:00:00.000Z' },
    firstAt: 0,
    lastAt: 86_400,
    chainVersion: 7,
  });
  const again = await book.of(question(pair(2, 3), pair(3, 4), pair(1, 2)), 7, before.ask);
  assert.deepEqual(before.asked, [['1 2 ETH', '2 3 ETH'], ['3 4 ETH']]);
  assert.deepEqual([...again.keys()].toSorted(), ['1 2', '2 3', '3 4']);
  assert.equal(again.get('1 2')?.shown, first.get('1 2')?.shown);

  const changed = await book.of(question(pair(1, 2)), 8, after.ask);
  assert.equal(changed.get('1 2')?.shown.value, '0.00000024');
  const earlier = await book.of(question(pair(1, 2)), 7, before.ask);
  assert.equal(earlier.get('1 2')?.shown.value, '0.00000021');
  assert.deepEqual(after.asked, [['1 2 ETH']]);
});

test('payments in another asset are others; one that is no more is missing; one that changed says of what it is', async () => {
  const book = new StepBook();
  const chain = chainAt(2, ({ from }) => from !== 5);
  await book.of(question(pair(1, 2)), 2, chain.ask);
  await book.of({ ...question(pair(1, 2)), asset: 'USDT' }, 2, chain.ask);
  assert.deepEqual(chain.asked, [['1 2 ETH'], ['1 2 USDT']]);
  assert.deepEqual([...(await book.of(question(pair(5, 6), pair(1, 2)), 2, chain.ask)).keys()], ['1 2']);
  const overtaken = await book.of(question(pair(7, 8)), 1, chain.ask);
  assert.equal(overtaken.get('7 8')?.chainVersion, 2);
});
