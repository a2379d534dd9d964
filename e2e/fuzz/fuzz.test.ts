import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestService } from '../../server/testing.ts';
import { fuzz } from './run.ts';

/** More on demand: FUZZ_REQUESTS=50000 FUZZ_SEED=7 npm test -- e2e/fuzz */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);

test(`${REQUESTS} requests made from the contract get no 500 and no answer outside it (seed ${SEED})`, async () => {
  const service = await startTestService();
  try {
    await service.services.db.query(sql`update organizations set requests_per_minute = 1000000`);
    service.services.authenticator.forget();
    const targets = [
      { base: service.sandbox, key: service.testKey },
      { base: service.sandbox, key: service.testKey },
      { base: service.production, key: service.liveKey },
    ];
    const { findings, statuses } = await fuzz(targets, SEED, REQUESTS);
    const kinds = Map.groupBy(findings, (finding) => `${finding.operation} ${finding.status} ${finding.problem}`);
    const report = [...kinds]
      .map(([kind, list]) => `${list.length} × ${kind}\n  ${list[0]?.request}\n  ${list[0]?.answer}`)
      .join('\n');
    assert.equal(findings.length, 0, `\n${report}\n`);
    assert.ok((statuses.get(201) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0, JSON.stringify([...statuses]));
  } finally {
    await service.close();
  }
});
