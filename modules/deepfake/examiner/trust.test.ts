import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testSigner } from '../../../engines/forensics/testing/content-credentials.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import { readTrustList } from './trust.ts';

test('a trust list is read from PEM, and what is wrong in it is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'anchors.pem');
  const given = (text: string): ReturnType<typeof readTrustList> => {
    writeFileSync(path, text);
    return readTrustList(path);
  };
  assert.equal(readTrustList(null), null);
  const [one, other] = [testSigner().anchor.trim(), testSigner().anchor.trim()];
  assert.deepEqual(given(`# cameras we bought\n${one}\n\n# and these\n${other}\n`), { anchors: `${one}\n${other}\n` });
  assert.throws(() => given('no certificate'), { name: ConfigError.name, message: /holds none/ });
  const damaged = other.replace(/\n[A-Za-z0-9+/]{20}/, '\n!!!!');
  assert.throws(() => given(`${one}\n${damaged}`), { name: ConfigError.name, message: /Certificate 2 of 2/ });
  assert.throws(() => readTrustList(join(folder, 'absent.pem')), { name: ConfigError.name, message: /cannot be read/ });
});
