import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readChainProviders } from './chain-providers.ts';
import { ConfigError, readConfig } from './config.ts';

const read = (value: unknown) => readChainProviders(JSON.stringify(value));
const esplora = { kind: 'esplora', url: 'https://esplora.example.com/api/' };

describe('CHAIN_PROVIDERS', () => {
  test('absent: no provider', () => {
    assert.deepEqual(readConfig({}).chainProviders, []);
    assert.deepEqual(readConfig({ CHAIN_PROVIDERS: '{}' }).chainProviders, []);
  });

  test('defaults of the kind, and what is said', () => {
    const [btc, eth] = read({
      BTC: esplora,
      ETH: { kind: 'etherscan', url: 'https://api.etherscan.io/v2/api', apiKey: 'k', confirmations: 30, seconds: 5 },
    });
    assert.deepEqual(
      [btc?.url, btc?.confirmations, btc?.perSecond, btc?.maxPayments, btc?.apiKey],
      ['https://esplora.example.com/api', 1, 5, 2_000, null],
    );
    assert.deepEqual([eth?.blockchain, eth?.confirmations, eth?.seconds, eth?.apiKey], ['ETH', 30, 5, 'k']);
  });

  test('what is wrong is named with its place, and what stands there is not repeated', () => {
    const wrong: [unknown, RegExp][] = [
      [[], /must be a JSON object/],
      [{ DASH: esplora }, /unknown blockchain/],
      [{ XMR: esplora }, /XMR\.kind: there is no provider/],
      [{ BTC: 'https://x' }, /BTC: must be an object/],
      [{ BTC: { ...esplora, kind: 'trongrid' } }, /BTC\.kind: must be one of esplora, bitcoin-core/],
      [{ BTC: { ...esplora, url: 'ftp://hunter2' } }, /BTC\.url/],
      [{ BTC: { ...esplora, url: 'https://u:hunter2@example.com' } }, /BTC\.url/],
      [{ BTC: { ...esplora, hunter2: 1 } }, /field 3 is unknown/],
      [{ BTC: { ...esplora, perSecond: 'hunter2' } }, /BTC\.perSecond: must be a whole number/],
      [{ BTC: { ...esplora, apiKey: 'hunter2 \n' } }, /BTC\.apiKey/],
      [{ BTC: { ...esplora, traces: 'hunter2' } }, /BTC\.traces/],
      [{ ETH: { kind: 'etherscan', url: 'https://hunter2.example.com' } }, /ETH\.apiKey: is required/],
    ];
    for (const [value, expected] of wrong) {
      assert.throws(
        () => readConfig({ CHAIN_PROVIDERS: JSON.stringify(value) }),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError && error.message.startsWith('CHAIN_PROVIDERS '));
          assert.match(error.message, expected);
          return !error.message.includes('hunter2');
        },
        JSON.stringify(value),
      );
    }
    assert.throws(
      () => readConfig({ CHAIN_PROVIDERS: '{"BTC": hunter2' }),
      /^ConfigError: CHAIN_PROVIDERS is no valid JSON\.$/,
    );
  });
});
