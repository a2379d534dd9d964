import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compareNames } from '../index.ts';
import { splitName } from '../text.ts';
import { foreignSplits } from './han-runs.ts';

it('reads a foreign name of two parts written in one run of Han', () => {
  for (const [latin, han] of [
    ['Samir Wadani', '萨米尔瓦达尼'],
    ['Darim Sabati', '达林沙巴迪'],
    ['Kadir Salim', '卡迪沙林'],
  ] as const)
    assert.ok(compareNames(latin, han, 'PERSON').score >= 80, `${latin} ${compareNames(latin, han, 'PERSON').score}`);
});

it('keeps other people apart who are written so', () => {
  for (const [latin, han] of [
    ['Samir Wadani', '达林沙巴迪'],
    ['Darim Sabati', '萨米尔瓦达尼'],
    ['Peter Dawson', '卡迪沙林'],
  ] as const)
    assert.ok(compareNames(latin, han, 'PERSON').score < 80, `${latin} ${compareNames(latin, han, 'PERSON').score}`);
});

it('parts no Chinese name, none that a dot parts and none too long', () => {
  for (const name of ['王小明', '欧阳文山', '萨米尔·瓦达尼', '萨米', '萨米尔瓦达尼卡迪沙林'])
    assert.deepEqual(foreignSplits(splitName(name).tokens), []);
});
