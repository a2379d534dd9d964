import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sharedData } from '../../../tools/shared-data.ts';
import { addressOfScript, type Blockchain, parseAddress } from './index.ts';

type Case = { address: string; currency: string; opts: string | null; valid: boolean };

const BY_CURRENCY: Record<string, Blockchain[]> = {
  bitcoin: ['BTC'],
  btc: ['BTC'],
  litecoin: ['LTC'],
  ltc: ['LTC'],
  dogecoin: ['DOGE'],
  doge: ['DOGE'],
  bitcoincash: ['BCH'],
  bch: ['BCH'],
  ethereum: ['ETH'],
  eth: ['ETH'],
  binance: ['BSC'],
  bnb: ['BSC'],
  binancesmartchain: ['BSC'],
  avax: ['AVALANCHE'],
  op: ['OPTIMISM'],
  arb: ['ARBITRUM'],
  arbitrum: ['ARBITRUM'],
  trx: ['TRX'],
  sol: ['SOL'],
  solana: ['SOL'],
  bonk: ['SOL'],
  ripple: ['XRP'],
  xrp: ['XRP'],
  monero: ['XMR'],
  xmr: ['XMR'],
  // Tokens: the chains that carried them where the case names none (Tether began on Bitcoin, by Omni).
  usdt: ['BTC', 'ETH'],
  tether: ['BTC', 'ETH'],
  usdc: ['ETH'],
  mana: ['ETH'],
  yfi: ['ETH'],
  bankex: ['ETH'],
  bkx: ['ETH'],
};
const BY_CHAIN: Record<string, Blockchain> = {
  bitcoin: 'BTC',
  omni: 'BTC',
  erc20: 'ETH',
  ethereum: 'ETH',
  tron: 'TRX',
  solana: 'SOL',
  avalanche: 'AVALANCHE',
  arbitrum: 'ARBITRUM',
  binance: 'BSC',
  binancesmartchain: 'BSC',
};
// Version byte 0x26 is Bitcoin Gold's; no Bitcoin network has used it.
const NOT_BITCOIN = 'GSa5espVLNseXEfKt46zEdS6jrPkmFghBU';

function chainsOf(one: Case): Blockchain[] | undefined {
  const named = /chainType: '(\w+)'/.exec(one.opts ?? '')?.[1]?.toLowerCase();
  if (named === undefined) return BY_CURRENCY[one.currency];
  const chain = BY_CHAIN[named];
  return chain && [chain];
}

const multicoin = sharedData('chain/vectors/multicoin_vectors.json');
test('every vector of a supported chain', { skip: multicoin ? false : 'public vectors absent' }, () => {
  const cases: Case[] = JSON.parse(readFileSync(multicoin ?? '', 'utf8'));
  let read = 0;
  for (const one of cases) {
    const chains = chainsOf(one);
    if (!chains || one.address === NOT_BITCOIN) continue;
    read++;
    const testnet = /testnet|both|stagenet/.test(one.opts ?? '');
    const valid = chains.some((chain) => parseAddress(one.address, chain, { testnet }).valid);
    assert.equal(valid, one.valid, `${one.currency} ${one.address} ${one.opts ?? ''}`);
    for (const chain of chains) {
      const live = parseAddress(one.address, chain);
      if (live.valid) assert.equal(live.network, 'MAIN');
      const lax = parseAddress(one.address, chain, { testnet: true });
      if (lax.valid && lax.network === 'TEST') {
        assert.ok(!live.valid && live.code === 'TESTNET', `${one.address} must be refused as a test network's`);
      }
    }
  }
  assert.ok(read >= 280, `only ${read} cases of supported chains were found`);
});

const taproot = sharedData('chain/vectors/bip-0341_wallet-test-vectors.json');
test('BIP-341 wallet vectors', { skip: taproot ? false : 'public vectors absent' }, () => {
  const {
    scriptPubKey,
  }: {
    scriptPubKey: { expected: { scriptPubKey: string; bip350Address: string } }[];
  } = JSON.parse(readFileSync(taproot ?? '', 'utf8'));
  assert.ok(scriptPubKey.length >= 7);
  for (const { expected } of scriptPubKey) {
    const verdict = parseAddress(expected.bip350Address, 'BTC');
    assert.ok(verdict.valid && verdict.form === 'P2TR');
    assert.equal(Buffer.from(verdict.bytes.subarray(3)).toString('hex'), expected.scriptPubKey.slice(4));
    const script = addressOfScript(Buffer.from(expected.scriptPubKey, 'hex'), 'BTC');
    assert.deepEqual(script, { canonical: expected.bip350Address, form: 'P2TR' });
  }
});

const silent = sharedData('chain/vectors/bip-0352_send_and_receive_test_vectors.json');
test('BIP-352 silent payment vectors', { skip: silent ? false : 'public vectors absent' }, () => {
  const sets: {
    receiving: { expected: { addresses: string[] } }[];
  }[] = JSON.parse(readFileSync(silent ?? '', 'utf8'));
  let read = 0;
  for (const address of sets.flatMap((set) => set.receiving.flatMap((one) => one.expected.addresses))) {
    const verdict = parseAddress(address, 'BTC');
    assert.ok(verdict.valid && verdict.form === 'SILENT_PAYMENT' && !verdict.traceable, address);
    read++;
  }
  assert.ok(read >= 28, `only ${read} addresses were found`);
});

const sandbox = sharedData('chain/sandbox_addresses.json');
test('the sandbox addresses in every form', { skip: sandbox ? false : 'public vectors absent' }, () => {
  const forms: Record<string, Blockchain> = {
    evm: 'ETH',
    btc_mainnet_p2wpkh: 'BTC',
    btc_testnet_p2wpkh: 'BTC',
    btc_p2pkh: 'BTC',
    ltc_p2wpkh: 'LTC',
    tron: 'TRX',
    solana: 'SOL',
  };
  const scenarios: Record<string, string>[] = JSON.parse(readFileSync(sandbox ?? '', 'utf8'));
  assert.equal(scenarios.length, 24);
  for (const scenario of scenarios) {
    for (const [form, chain] of Object.entries(forms)) {
      const text = scenario[form] ?? '';
      const verdict = parseAddress(text, chain, { testnet: form.includes('testnet') });
      assert.ok(verdict.valid, `${scenario['scenario']} ${form}`);
      assert.equal(verdict.canonical, text);
      assert.equal(verdict.network, form.includes('testnet') ? 'TEST' : 'MAIN');
    }
  }
});

const blocks = sharedData('chain/graph/btc_5blocks.ndjson');
test('every address of five real Bitcoin blocks', { skip: blocks ? false : 'public chain data absent' }, () => {
  const seen = new Set<string>();
  for (const line of readFileSync(blocks ?? '', 'utf8').split('\n')) {
    if (line === '') continue;
    const { vout }: { vout: { address: string | null }[] } = JSON.parse(line);
    for (const { address } of vout) if (address !== null) seen.add(address);
  }
  assert.ok(seen.size > 5000);
  for (const address of seen) {
    const verdict = parseAddress(address, 'BTC');
    assert.ok(verdict.valid, address);
    assert.equal(verdict.canonical, address);
  }
});
