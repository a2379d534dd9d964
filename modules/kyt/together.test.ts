import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Together } from './together.ts';

test('questions of one moment are asked as one, later ones gather, and each gets its own answer', async () => {
  const asked: number[] = [];
  const doubled = new Together<number, number>(async (questions) => {
    asked.push(questions.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return questions.map((question) => question * 2);
  });
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => doubled.ask(i)));
  assert.deepEqual(
    answers,
    Array.from({ length: 300 }, (_, i) => i * 2),
  );
  assert.ok(asked.length <= 6, `${asked.length} times`);
  assert.equal(await doubled.ask(21), 42);
  assert.equal(asked.at(-1), 1);
});

test('a failure is told to those who asked, and to nobody who comes later', async () => {
  let fails = true;
  const together = new Together<string, string>((questions) =>
    fails ? Promise.reject(new Error('lost')) : Promise.resolve(questions),
  );
  const both = await Promise.allSettled([together.ask('a'), together.ask('b')]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.equal(await together.ask('c'), 'c');
});
