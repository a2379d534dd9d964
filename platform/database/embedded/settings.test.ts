import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverConfiguration } from './settings.ts';

const buffers = (memoryBytes: number, throwaway = false): string | undefined =>
  /^shared_buffers = (\S+)/m.exec(serverConfiguration(throwaway, memoryBytes))?.[1];

test('the database keeps an eighth of the memory as its cache, within bounds; a throwaway one little', () => {
  assert.equal(buffers(512 * 2 ** 20), '128MB');
  assert.equal(buffers(4 * 2 ** 30), '512MB');
  assert.equal(buffers(64 * 2 ** 30), '2048MB');
  assert.equal(buffers(64 * 2 ** 30, true), '256MB');
});
