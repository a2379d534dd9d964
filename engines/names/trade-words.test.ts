import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareNames } from './index.ts';

describe('names of companies in other scripts', () => {
  for (const [asked, listed] of [
    ['丹东富地贸易有限公司', 'Dandong Fudi Trading Co Ltd'],
    ['中国工商银行', 'Industrial and Commercial Bank of China'],
    ['조선무역은행', 'Korea Trading Bank'],
    ['بانک ملی ایران', 'Bank Melli Iran'],
    ['شركة النفط الوطنية الإيرانية', 'National Iranian Oil Company'],
    ['Общество с ограниченной ответственностью "Ромашка"', 'Romashka LLC'],
    ['АКБ "Ромашка"', 'Bank Romashka'],
    ['Stichting Al-Huda', 'Al-Huda Foundation'],
  ] as const) {
    it(`${asked} is ${listed}`, () => {
      assert.ok(compareNames(asked, listed, 'ORGANIZATION').score >= 80);
    });
  }

  for (const [asked, listed] of [
    ['丹东富地贸易有限公司', 'Dandong Hongda Trading Co Ltd'],
    ['中国银行', 'Bank of Chile'],
    ['조선무역은행', 'Korea Foreign Insurance Company'],
    ['بانک صادرات ایران', 'Bank Melli Iran'],
    ['АКБ "Ромашка"', 'Bank Rossiya'],
  ] as const) {
    it(`${asked} is not ${listed}`, () => {
      assert.ok(compareNames(asked, listed, 'ORGANIZATION').score < 80);
    });
  }
});

describe('names of ships', () => {
  for (const [asked, listed] of [
    ['Sun Moon Star', 'SUNMOONSTAR'],
    ['SUNMOONSTAR', 'Sun Moon Star'],
    ['Adrian Star I', 'ADRIAN STAR 1'],
    ['M/V Adrian Star 1', 'ADRIAN STAR 1'],
  ] as const) {
    it(`${asked} is ${listed}`, () => {
      assert.ok(compareNames(asked, listed, 'VESSEL').score >= 90);
    });
  }

  it('another number is another ship', () => {
    assert.ok(compareNames('Adrian Star II', 'ADRIAN STAR 1', 'VESSEL').score < 80);
  });
});
