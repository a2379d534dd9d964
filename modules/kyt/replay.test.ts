import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { CheckReplayImpossible, replayCheck, setPolicy } from './index.ts';
import { findAnyCheck } from './store.ts';
import { check, EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER, scenario } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
});
after(async () => service.close());

const payment = (name: string, from: number, to: number, value: number): string =>
  `${name},0,${evm(from)},${evm(to)},${value},ETH\n`;
const label = (number: number, category: string): string => `${evm(number)},ETH,${category},Entity ${number},90,R\n`;
const live = async (number: number): Promise<string> => {
  const made = await check(service, { address: evm(number) }, { environment: 'LIVE' });
  assert.equal(made.status, 201, made.text);
  return made.json.data.checkId as string;
};

test('a check is made again byte for byte while its data is there, and says why not once that says something else', async () => {
  await importChainText(
    service,
    'edges-csv',
    'ETH',
    EDGE_HEADER + payment('a', 1, 2, 3) + payment('b', 2, 3, 2) + payment('c', 4, 3, 1) + payment('d', 8, 9, 5),
  );
  await importLabelText(service, 'csv', 'l.csv', LABEL_HEADER + label(1, 'SCAM') + label(4, 'EXCHANGE'));
  const id = await live(3);
  const other = await live(9);
  const replayed = await replayCheck(service.services, id);
  assert.equal(replayed.recomputed, replayed.recorded);
  assert.equal(replayed.identical, true);

  // The data moves on elsewhere: what is said of the address stays.
  await importChainText(
    service,
    'edges-csv',
    'ETH',
    `${EDGE_HEADER.trimEnd()},block_number\n${payment('e', 20, 21, 1).trimEnd()},77\n`,
  );
  const later = await replayCheck(service.services, id);
  assert.equal(later.identical, true);
  assert.notEqual(later.recordedFrom, later.recomputedFrom);
  assert.deepEqual([replayed.onLaterData, later.onLaterData], [false, true]);
  assert.deepEqual([later.recordedHeight, later.recomputedHeight], [null, 77]);

  // And then here.
  await importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + payment('f', 7, 3, 9));
  await assert.rejects(
    replayCheck(service.services, id),
    (error: Error) =>
      error instanceof CheckReplayImpossible &&
      /made from "chain 1, labels 1" \(no block named\).*"chain 3, labels 1" \(up to block 77\)/.test(error.message),
  );
  assert.equal((await replayCheck(service.services, other)).identical, true);

  // What was tampered with shows.
  const fresh = await live(3);
  await service.services.db.query(sql`update kyt_checks set risk_score = risk_score + 1 where id = ${fresh}`);
  assert.equal((await replayCheck(service.services, fresh)).identical, false);
});

test('a check is made again under the policy that it names, also where another is in force', async () => {
  const { db, clock } = service.services;
  const put = (value: unknown) =>
    db.transaction((transaction) =>
      setPolicy(transaction, service.organizationId, value, clock.now(), { type: 'SYSTEM', id: 'test' }),
    );
  const before = await live(3);
  await put({ version: 'stricter', categories: { EXCHANGE: { weight: 40 } } });
  assert.equal((await replayCheck(service.services, before)).identical, true);
  // As records were kept before: their text as it is.
  const kept = await findAnyCheck(db, before);
  await db.query(sql`update kyt_checks set detail = ${kept?.detailText}::json, findings = null where id = ${before}`);
  assert.equal((await replayCheck(service.services, before)).identical, true);
  await db.query(
    sql`update kyt_checks set detail = replace(detail::text, '"hash":"', '"hash":"00')::json where id = ${before}`,
  );
  await assert.rejects(replayCheck(service.services, before), /neither the organisation has had nor this release/);
});

test('a sandbox check is made again too; one that does not exist is not found', async () => {
  const made = await check(service, { address: scenario('9002') });
  assert.equal(made.status, 201, made.text);
  assert.equal((await replayCheck(service.services, made.json.data.checkId)).identical, true);
  await assert.rejects(replayCheck(service.services, 'chk_none'), /no such wallet check/);
});
