import { createHash } from 'node:crypto';
import {
  canonicalKey,
  type Category,
  DEFAULT_POLICY,
  type Direction,
  levelOf,
  parseAddress,
} from '../../engines/wallets/index.ts';
import { COINS, formatUnits, UNIT_DECIMALS } from './assets.ts';
import { SANDBOX_ADDRESSES, SANDBOX_FORMS, type SandboxForm } from './sandbox-addresses.ts';
import { type Assessment, chainDataUnavailable, type WalletStrategy } from './strategy.ts';
import type { Wallet } from './wallet.ts';

interface SimulatedExposure {
  category: Category;
  entity: string;
  hops: number;
  /** Of all incoming value; 1 for the address's own label. */
  share: number;
  contribution: number;
}

interface Scenario {
  exposures: readonly SimulatedExposure[];
  /** Too little is known to say LOW. */
  unknown?: true;
  /** The provider does not answer. */
  unavailable?: true;
  /** What a monitor finds on its next run; the same where absent. */
  later?: readonly SimulatedExposure[];
}

const exchange = (share: number, contribution: number): SimulatedExposure => ({
  category: 'EXCHANGE',
  entity: 'Sandbox Exchange',
  hops: 1,
  share,
  contribution,
});
const sanctioned = (hops: number, share: number, contribution: number): SimulatedExposure => ({
  category: 'SANCTIONS',
  entity: 'Sandbox Sanctioned Entity',
  hops,
  share,
  contribution,
});

/** Section 11 of the contract: the last four digits of the fixed addresses, and what they stand for. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '9001': { exposures: [{ ...exchange(1, 5), hops: 0 }] },
  '9002': { exposures: [], unknown: true },
  '9003': { exposures: [sanctioned(0, 1, 100)] },
  '9004': { exposures: [sanctioned(1, 0.02, 90), exchange(0.9, 0)] },
  '9005': { exposures: [sanctioned(3, 0.3, 35), exchange(0.6, 0)] },
  '9006': { exposures: [{ category: 'MIXER', entity: 'Sandbox Mixer', hops: 1, share: 0.6, contribution: 80 }] },
  '9007': {
    exposures: [
      { category: 'DARKNET_MARKETS', entity: 'Sandbox Market', hops: 1, share: 0.05, contribution: 60 },
      exchange(0.8, 0),
    ],
  },
  '9011': {
    exposures: [
      { category: 'RANSOMWARE', entity: 'Sandbox Ransomware', hops: 2, share: 0.25, contribution: 65 },
      exchange(0.5, 0),
    ],
  },
  '9012': {
    exposures: [{ category: 'GAMBLING', entity: 'Sandbox Casino', hops: 1, share: 0.75, contribution: 30 }],
  },
  '9013': {
    exposures: [{ category: 'STOLEN_FUNDS', entity: 'Sandbox Thief', hops: 0, share: 1, contribution: 85 }],
  },
  '9016': { exposures: [], unavailable: true },
  '9019': { exposures: [exchange(0.9, 5)], later: [sanctioned(1, 0.4, 90), exchange(0.5, 0)] },
};
/** Any other valid address. */
const ORDINARY: Scenario = { exposures: [exchange(0.9, 5)] };

const VERSION = 'sandbox-1';
const POLICY = {
  version: VERSION,
  hash: createHash('sha256')
    .update(JSON.stringify([SCENARIOS, ORDINARY]))
    .digest('hex'),
};
const HEIGHT = 900_000;
/** Who stands behind the exposures, and on the way to them. */
const ENTITY_ADDRESS: Partial<Record<Category, string>> = { SANCTIONS: '9003', EXCHANGE: '9001' };
const OTHER_ENTITY = '9022';
const ON_THE_WAY = ['9014', '9015'] as const;

const FORMS = Object.keys(SANDBOX_FORMS) as SandboxForm[];

/** Canonical key → the digits of its scenario. */
const BY_KEY: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap((form) =>
    Object.entries(SANDBOX_ADDRESSES[form]).map(([digits, text]): [string, string] => {
      const verdict = parseAddress(text, SANDBOX_FORMS[form], { testnet: true });
      if (!verdict.valid) throw new Error(`The sandbox address ${text} is wrong: ${verdict.message}`);
      return [canonicalKey(verdict), digits];
    }),
  ),
);

/** The form of made-up counterparties of an address; none on a chain without fixed addresses. */
function formOf({ parsed }: Wallet): SandboxForm | undefined {
  if (parsed.network === 'TEST') return parsed.family === 'btc' ? 'btcTestSegwit' : undefined;
  if (parsed.family === 'btc') return parsed.form === 'P2PKH' ? 'btcLegacy' : 'btcSegwit';
  return FORMS.find((form) => (parsed.family === 'evm' ? form === 'evm' : SANDBOX_FORMS[form] === parsed.blockchain));
}

type Steps = Assessment['evidence'][number]['steps'];

/** From the entity over those on the way to the address itself; undefined where no addresses are made up for it. */
function stepsFrom(wallet: Wallet, { category, hops, share }: SimulatedExposure): Steps | undefined {
  if (hops === 0) return [];
  const form = formOf(wallet);
  if (!form) return undefined;
  const digits = [ENTITY_ADDRESS[category] ?? OTHER_ENTITY, ...ON_THE_WAY.slice(0, hops - 1)];
  const nodes = [...digits.map((one) => SANDBOX_ADDRESSES[form][one] ?? ''), wallet.normalized];
  return nodes.slice(1).map((to, i) => ({
    from: nodes[i] ?? '',
    to,
    value: amount(share),
    firstAt: '2026-01-01T00:00:00.000Z',
    lastAt: '2026-06-30T00:00:00.000Z',
  }));
}

/** Of the one coin that came in at any address. */
const amount = (share: number): string => formatUnits(BigInt(Math.round(share * 10 ** UNIT_DECIMALS)));
const billionths = (share: number): number => Math.round(share * 1e9) / 1e9;
const INCOMING: Direction = 'INCOMING';

function describe(wallet: Wallet, scenario: Scenario, simulated: readonly SimulatedExposure[]): Assessment {
  const riskScore = simulated.reduce((sum, { contribution }) => sum + contribution, 0);
  const reached = billionths(simulated.reduce((sum, { hops, share }) => sum + (hops === 0 ? 0 : share), 0));
  const own = simulated.find(({ hops }) => hops === 0);
  const nowhere = { unattributedService: 0, belowThreshold: 0, truncated: 0, beyondHorizon: 0 };
  return {
    riskScore,
    riskLevel: scenario.unknown ? 'UNKNOWN' : levelOf(riskScore, DEFAULT_POLICY),
    topRisks: simulated.filter(({ contribution }) => contribution > 0).map(({ category }) => category),
    exposures: simulated.map(({ category, entity, hops, share, contribution }) => ({
      category,
      entity,
      direction: INCOMING,
      kind: hops <= 1 ? 'DIRECT' : 'INDIRECT',
      value: amount(share),
      share,
      hops,
      contribution,
      confidence: 100,
      dust: false,
    })),
    sanctions:
      own?.category === 'SANCTIONS'
        ? [{ list: 'SANDBOX-LIST', program: 'SANDBOX-PROGRAM', entityId: 'sandbox-1', listedAt: '2026-01-01' }]
        : [],
    labels: own ? [{ category: own.category, entity: own.entity, confidence: 100, source: 'Sandbox' }] : [],
    cluster: null,
    asset: COINS[wallet.blockchain].symbol,
    evidence: simulated.flatMap((exposure) => {
      const { category, entity, hops, share, contribution } = exposure;
      const steps = stepsFrom(wallet, exposure);
      if (!steps) return [];
      const timing = category === 'SANCTIONS' && hops > 0 ? ('AFTER' as const) : ('UNKNOWN' as const);
      return [{ category, entity, direction: INCOMING, hops, share, contribution, timing, steps }];
    }),
    dataVersion: VERSION,
    policy: { ...POLICY },
    coverage: {
      INCOMING: { exposure: reached, originUnknown: billionths(1 - reached), ...nowhere },
      OUTGOING: { exposure: 0, originUnknown: 1, ...nowhere },
      height: HEIGHT,
    },
  };
}

/** Simulated findings: no engine, no chain data; the same for the same address. */
export const sandboxStrategy: WalletStrategy = {
  testnet: true,
  assess: async (_db, wallet, occasion) => {
    const scenario = SCENARIOS[BY_KEY.get(wallet.key) ?? ''] ?? ORDINARY;
    if (scenario.unavailable) {
      throw chainDataUnavailable(
        wallet.blockchain,
        'The simulated provider did not answer in time. Nothing was recorded or charged; try again later.',
      );
    }
    return describe(wallet, scenario, (occasion === 'RUN' ? scenario.later : undefined) ?? scenario.exposures);
  },
};
