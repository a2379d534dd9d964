const address = '0x0000000000000000000000000000000000009006';
const entityAddress = '0x0000000000000000000000000000000000009022';

export const checkExample = {
  checkId: 'chk_01jq8zv3k4f6t9c2m5x7w0r1ab',
  id: 'chk_01jq8zv3k4f6t9c2m5x7w0r1ab',
  applicantId: null,
  address,
  addressNormalized: address,
  blockchain: 'ETH',
  status: 'COMPLETED',
  riskScore: 80,
  riskLevel: 'CRITICAL',
  topRisks: ['MIXER'],
  metadata: {},
  createdAt: '2026-11-21T09:30:00.000Z',
  completedAt: '2026-11-21T09:30:00.000Z',
  exposures: [
    {
      category: 'MIXER',
      entity: 'Sandbox Mixer',
      direction: 'INCOMING',
      kind: 'DIRECT',
      value: '0.6',
      share: 0.6,
      hops: 1,
      contribution: 80,
      confidence: 100,
      dust: false,
    },
  ],
  sanctions: [],
  labels: [],
  cluster: null,
  asset: 'ETH',
  evidence: [
    {
      category: 'MIXER',
      entity: 'Sandbox Mixer',
      direction: 'INCOMING',
      hops: 1,
      share: 0.6,
      contribution: 80,
      timing: 'UNKNOWN',
      steps: [{ from: entityAddress, to: address, value: '0.6', firstAt: null, lastAt: null }],
    },
  ],
  dataVersion: 'sandbox-1',
  policy: { version: 'sandbox-1', hash: '0b7c4bb3c0a5d6f1d6f77d3e1e4b3e2f7d0f3a2a8f3f7a4f0b9f5f4f2c1d0e9a' },
  coverage: {
    INCOMING: {
      exposure: 0.6,
      originUnknown: 0.4,
      unattributedService: 0,
      belowThreshold: 0,
      truncated: 0,
      beyondHorizon: 0,
    },
    OUTGOING: {
      exposure: 0,
      originUnknown: 1,
      unattributedService: 0,
      belowThreshold: 0,
      truncated: 0,
      beyondHorizon: 0,
    },
    height: 900_000,
  },
};

export const graphExample = {
  checkId: checkExample.checkId,
  nodes: [
    { id: address, kind: 'SUBJECT', address, entity: null, category: null, hops: 0 },
    {
      id: entityAddress,
      kind: 'ENTITY',
      address: entityAddress,
      entity: 'Sandbox Mixer',
      category: 'MIXER',
      hops: 1,
    },
  ],
  edges: [
    {
      id: `${entityAddress}>${address}`,
      from: entityAddress,
      to: address,
      direction: 'INCOMING',
      value: '0.6',
      share: 0.6,
      firstAt: null,
      lastAt: null,
    },
  ],
};

export const monitorExample = {
  monitoringId: 'mon_01jq8zv3k4f6t9c2m5x7w0r1ab',
  id: 'mon_01jq8zv3k4f6t9c2m5x7w0r1ab',
  status: 'ACTIVE',
  statusReason: null,
  address: '0x0000000000000000000000000000000000009019',
  addressNormalized: '0x0000000000000000000000000000000000009019',
  blockchain: 'ETH',
  threshold: 0,
  riskScore: 5,
  riskLevel: 'LOW',
  lastRunAt: '2026-11-21T09:30:00.000Z',
  nextChargeAt: '2026-12-21T09:30:00.000Z',
  suspendedAt: null,
  endedAt: null,
  metadata: {},
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const policyExample = {
  version: '2026-11-21.2',
  hash: '4ba8271587cb914b6f27e104509abe8f800e07f5bb7118d4d887d009cdbb9320',
  own: false,
  policy: {
    version: '2026-11-21.2',
    categories: {
      SANCTIONS: {
        weight: 100,
        fullAtPercent: 1,
      },
      TERRORISM: {
        weight: 100,
        fullAtPercent: 1,
      },
      CHILD_ABUSE_MATERIAL: {
        weight: 100,
        fullAtPercent: 1,
      },
      RANSOMWARE: {
        weight: 90,
        fullAtPercent: 5,
      },
      DARKNET_MARKETS: {
        weight: 90,
        fullAtPercent: 5,
      },
      STOLEN_FUNDS: {
        weight: 90,
        fullAtPercent: 5,
      },
      SCAM: {
        weight: 80,
        fullAtPercent: 5,
      },
      FRAUD_SHOP: {
        weight: 80,
        fullAtPercent: 5,
      },
      MIXER: {
        weight: 75,
        fullAtPercent: 10,
      },
      NO_KYC_EXCHANGE: {
        weight: 50,
        fullAtPercent: 25,
      },
      GAMBLING: {
        weight: 40,
        fullAtPercent: 25,
      },
      EXCHANGE: {
        weight: 0,
        fullAtPercent: 100,
      },
      MINING: {
        weight: 0,
        fullAtPercent: 100,
      },
      DEFI: {
        weight: 0,
        fullAtPercent: 100,
      },
      BRIDGE: {
        weight: 0,
        fullAtPercent: 100,
      },
      PAYMENT_PROCESSOR: {
        weight: 0,
        fullAtPercent: 100,
      },
      WALLET_SERVICE: {
        weight: 0,
        fullAtPercent: 100,
      },
      OTHER: {
        weight: 0,
        fullAtPercent: 100,
      },
    },
    decayPercentPerHop: 60,
    minimumConfidence: 20,
    ownLabelConfidence: 50,
    directSanctionsFloor: 90,
    dust: {
      btc: '1000',
      ltc: '10000',
      doge: '100000000',
      bch: '1000',
      evm: '10000000000000',
      trx: '100000',
      sol: '100000',
      xrp: '10000',
      xmr: '0',
    },
    tokenDust: {
      amounts: {
        USDT: '0.1',
        USDC: '0.1',
        DAI: '0.1',
        BUSD: '0.1',
        TUSD: '0.1',
        FDUSD: '0.1',
        PYUSD: '0.1',
        USDD: '0.1',
        EURC: '0.1',
        WETH: '0.00001',
        WBTC: '0.00001',
      },
      otherPerMillion: 1,
    },
    knownPercentForLow: 50,
    levels: {
      MEDIUM: 25,
      HIGH: 50,
      CRITICAL: 75,
    },
    limits: {
      maxHops: 5,
      shareThreshold: 0.0001,
      edgeBudget: 20000,
      serviceDegree: 1000,
      timeOrdered: false,
    },
  },
};
