import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { check, EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER } from '../testing.ts';

const [LISTED, EXCHANGE] = [evm(0x51), evm(0x52)];
let service: TestService;
let rows = 0;
const row = (from: string, to: string, value: string, asset = ''): string =>
  `as${(rows += 1)},1704412800,${from},${to},${value},${asset}\n`;
const found = async (address: string) => {
  const data = (await check(service, { address, blockchain: 'ETH' }, { environment: 'LIVE' })).json.data;
  return [data.riskScore, data.riskLevel, data.asset] as const;
};

before(async () => {
  service = await startTestService();
  await importLabelText(
    service,
    'csv',
    'l.csv',
    `${LABEL_HEADER}${LISTED},ETH,SANCTIONS,Listed,100,T\n${EXCHANGE},ETH,EXCHANGE,Known,100,T\n`,
  );
});
after(() => service.close());

describe('an address that dealt in several assets', () => {
  test('is not LOW for a coin that is known where a token of worth is not; spam and dust change nothing', async () => {
    const [worth, spam, dust, own] = [evm(1), evm(2), evm(3), evm(4)];
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      EDGE_HEADER +
        row(EXCHANGE, worth, '0.01') +
        row(evm(90), worth, '1000000', 'USDT') +
        row(EXCHANGE, spam, '0.01') +
        row(evm(91), spam, '1000000', 'CLAIM-YOUR-PRIZE') +
        row(EXCHANGE, dust, '0.01') +
        row(evm(92), dust, '0.1', 'USDT') +
        row(EXCHANGE, own, '0.01') +
        row(evm(93), own, '5', 'USDT'),
    );
    assert.deepEqual(await found(worth), [0, 'UNKNOWN', 'USDT']);
    assert.deepEqual(await found(spam), [0, 'LOW', 'ETH']);
    assert.deepEqual(await found(dust), [0, 'LOW', 'ETH']);
    await importLabelText(service, 'csv', 'o.csv', `${LABEL_HEADER}${own},ETH,EXCHANGE,Ours,100,T\n`);
    assert.equal((await found(own))[1], 'LOW', 'its own label says who it is');
  });

  test('is looked at in those of worth first, however many others it was sent', async () => {
    const address = evm(5);
    const spam = Array.from({ length: 12 }, (_, i) =>
      [1, 2, 3].map((n) => row(evm(1_000 + i * 10 + n), address, '1', `SPAM${i}`)).join(''),
    );
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      EDGE_HEADER + spam.join('') + row(EXCHANGE, address, '1') + row(LISTED, address, '100', 'USDT'),
    );
    assert.deepEqual(await found(address), [100, 'CRITICAL', 'USDT']);
  });
});
