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
      value: '600000',
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
  evidence: [
    {
      category: 'MIXER',
      entity: 'Sandbox Mixer',
      direction: 'INCOMING',
      hops: 1,
      share: 0.6,
      contribution: 80,
      timing: 'UNKNOWN',
      steps: [{ from: entityAddress, to: address, value: '600000', firstAt: null, lastAt: null }],
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
      value: '600000',
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
