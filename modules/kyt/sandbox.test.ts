import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { BLOCKCHAINS, RISK_CATEGORIES } from '../../contract/kyt.ts';
import { BLOCKCHAINS as ENGINE_BLOCKCHAINS, CATEGORIES, parseAddress } from '../../engines/wallets/index.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { SANDBOX_ADDRESSES, SANDBOX_FORMS, type SandboxForm } from './sandbox-addresses.ts';
import { sandboxStrategy } from './sandbox.ts';
import { noDatabase } from './testing.ts';
import type { Assessment } from './strategy.ts';
import { readWallet } from './wallet.ts';

const FORMS = Object.keys(SANDBOX_FORMS) as SandboxForm[];
const look = (form: SandboxForm, digits: string, occasion: 'LOOK' | 'RUN' = 'LOOK'): Promise<Assessment> =>
  sandboxStrategy.assess(
    noDatabase,
    readWallet({ address: SANDBOX_ADDRESSES[form][digits] ?? '', blockchain: SANDBOX_FORMS[form] }, { testnet: true }),
    occasion,
  );

/** Section 11 of the contract: digits, score, level, topRisks. */
const OUTCOMES: readonly [string, number, string, string[]][] = [
  ['9001', 5, 'LOW', ['EXCHANGE']],
  ['9002', 0, 'UNKNOWN', []],
  ['9003', 100, 'CRITICAL', ['SANCTIONS']],
  ['9004', 90, 'CRITICAL', ['SANCTIONS']],
  ['9005', 35, 'MEDIUM', ['SANCTIONS']],
  ['9006', 80, 'CRITICAL', ['MIXER']],
  ['9007', 60, 'HIGH', ['DARKNET_MARKETS']],
  ['9011', 65, 'HIGH', ['RANSOMWARE']],
  ['9012', 30, 'MEDIUM', ['GAMBLING']],
  ['9013', 85, 'CRITICAL', ['STOLEN_FUNDS']],
  ['9019', 5, 'LOW', ['EXCHANGE']],
  ['9020', 5, 'LOW', ['EXCHANGE']],
];

describe('the simulated wallets', () => {
  for (const [digits, riskScore, riskLevel, topRisks] of OUTCOMES) {
    test(`…${digits} scores ${riskScore} ${riskLevel} in every form`, async () => {
      for (const form of FORMS) {
        const found = await look(form, digits);
        assert.deepEqual(
          { riskScore: found.riskScore, riskLevel: found.riskLevel, topRisks: found.topRisks },
          { riskScore, riskLevel, topRisks },
          form,
        );
        assert.equal(found.sanctions.length, digits === '9003' ? 1 : 0);
        assert.deepEqual(await look(form, digits), found, 'the same for the same input');
      }
    });
  }

  test('contributions add up to the score, shares of coverage to 1, and paths end at the address', async () => {
    for (const form of FORMS) {
      for (const [digits] of OUTCOMES) {
        const found = await look(form, digits);
        assert.equal(
          found.exposures.reduce((sum, { contribution }) => sum + contribution, 0),
          found.riskScore,
        );
        for (const direction of ['INCOMING', 'OUTGOING'] as const) {
          const sum = Object.values(found.coverage[direction]).reduce((all, share) => all + share, 0);
          assert.ok(Math.abs(sum - 1) < 1e-9, `${form} ${digits} ${direction} sums to ${sum}`);
        }
        for (const { hops, steps } of found.evidence) {
          assert.equal(steps.length, hops);
          const { parsed } = readWallet(
            { address: SANDBOX_ADDRESSES[form][digits] ?? '', blockchain: SANDBOX_FORMS[form] },
            { testnet: true },
          );
          if (hops > 0) assert.equal(steps.at(-1)?.to, parsed.canonical);
          for (const { from } of steps) {
            assert.ok(parseAddress(from, SANDBOX_FORMS[form], { testnet: true }).valid, from);
          }
        }
      }
    }
  });

  test('…9016 does not answer', async () => {
    for (const form of FORMS) {
      await assert.rejects(look(form, '9016'), (error) => {
        assert.ok(error instanceof ApiError);
        return error.code === 'CHAIN_DATA_UNAVAILABLE' && error.status === 503;
      });
    }
  });

  test('a later run finds …9019 at 90, and everything else as it was', async () => {
    assert.equal((await look('evm', '9019', 'RUN')).riskScore, 90);
    assert.equal((await look('evm', '9019', 'RUN')).riskLevel, 'CRITICAL');
    assert.deepEqual(await look('evm', '9006', 'RUN'), await look('evm', '9006'));
  });

  test('addresses without a scenario are ordinary, on chains without fixed addresses too', async () => {
    const ordinary: [string, (typeof BLOCKCHAINS)[number]][] = [
      ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'BTC'],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'BTC'],
      ['888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H', 'XMR'],
      ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'BASE'],
    ];
    for (const [address, blockchain] of ordinary) {
      const found = await sandboxStrategy.assess(
        noDatabase,
        readWallet({ address, blockchain }, { testnet: true }),
        'LOOK',
      );
      assert.deepEqual([found.riskScore, found.riskLevel], [5, 'LOW'], address);
    }
  });
});

describe('facts carried over', () => {
  const path = sharedData('chain/sandbox_addresses.json');
  test('the fixed addresses are those of the published file', { skip: path ? false : 'no shared data here' }, () => {
    const rows = JSON.parse(readFileSync(path ?? '', 'utf8')) as Record<string, string>[];
    const columns: [string, SandboxForm][] = [
      ['evm', 'evm'],
      ['btc_mainnet_p2wpkh', 'btcSegwit'],
      ['btc_testnet_p2wpkh', 'btcTestSegwit'],
      ['btc_p2pkh', 'btcLegacy'],
      ['ltc_p2wpkh', 'ltcSegwit'],
      ['tron', 'tron'],
      ['solana', 'solana'],
    ];
    assert.equal(rows.length, 24);
    for (const row of rows) {
      for (const [column, form] of columns) {
        assert.equal(SANDBOX_ADDRESSES[form][row['suffix'] ?? ''], row[column], `${column} ${row['suffix']}`);
      }
    }
  });

  test('contract and engine know the same blockchains and categories', () => {
    assert.deepEqual([...BLOCKCHAINS], [...ENGINE_BLOCKCHAINS]);
    assert.deepEqual([...RISK_CATEGORIES], [...CATEGORIES]);
  });
});
