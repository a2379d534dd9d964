import Type from 'typebox';
import { anyId, DateTime, id, listQuery, oneOf, organizationId, strict } from './common.ts';
import {
  ADDRESS_LIMIT,
  BLOCKCHAINS,
  Check,
  CHECK_STATUSES,
  CheckGraph,
  CheckInput,
  CheckSummary,
  RISK_LEVELS,
  WALLET_MONITOR_STATUSES,
  WalletMonitor,
  WalletMonitorInput,
  WalletPolicyInForce,
} from './kyt-records.ts';
import { checkExample, graphExample, monitorExample, policyExample } from './kyt-examples.ts';
import { operation } from './operation.ts';

export * from './kyt-records.ts';

const checkId = strict({ checkId: anyId() });
const monitoringId = strict({ monitoringId: anyId() });
const query = strict({ organizationId });
const addressFilter = Type.Optional(
  Type.String({ minLength: 1, maxLength: ADDRESS_LIMIT, description: 'In any spelling of the address' }),
);

export const createCheck = operation({
  operationId: 'createCheck',
  tag: 'KYT',
  method: 'POST',
  path: '/kyt/checks',
  summary: 'Check a wallet address',
  description:
    'Answered 201 with the finished record. blockchain may be left out where the form of the address fits one only. ' +
    'Where a live provider of chain data must be asked first, answered 202 with status PROCESSING: the credits are ' +
    'held, and the record is finished later, with kyt.check_completed. An address that the chain data does not know ' +
    'is an answer (UNKNOWN, or what its label says). 503 CHAIN_DATA_UNAVAILABLE, with nothing taken or recorded: the ' +
    'blockchain has neither chain data nor labels nor a provider, or the provider does not answer.',
  scope: 'kyt:write',
  body: CheckInput,
  status: 201,
  alsoStatus: 202,
  data: Check,
  errors: [
    'INSUFFICIENT_CREDITS',
    'NOT_FOUND',
    'INVALID_STATE',
    'CHAIN_DATA_UNAVAILABLE',
    'WEBHOOK_URL_NOT_HTTPS',
    'WEBHOOK_URL_NOT_ALLOWED',
  ],
  examples: {
    request: { address: '0x0000000000000000000000000000000000009006', blockchain: 'ETH' },
    response: checkExample,
  },
});

export const listChecks = operation({
  operationId: 'listChecks',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/checks',
  summary: 'List wallet checks, without their exposures and evidence',
  scope: 'kyt:read',
  query: listQuery(CHECK_STATUSES, ['createdAt'], {
    blockchain: Type.Optional(oneOf(BLOCKCHAINS)),
    address: addressFilter,
    riskLevel: Type.Optional(oneOf(RISK_LEVELS)),
    applicantId: Type.Optional(anyId()),
  }),
  status: 200,
  list: true,
  data: CheckSummary,
});

export const getCheck = operation({
  operationId: 'getCheck',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/checks/:checkId',
  summary: 'Read a wallet check',
  scope: 'kyt:read',
  params: checkId,
  query,
  status: 200,
  data: Check,
  examples: { response: checkExample },
});

export const getCheckGraph = operation({
  operationId: 'getCheckGraph',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/checks/:checkId/graph',
  summary: 'Read a wallet check as nodes and edges, for a picture',
  scope: 'kyt:read',
  params: checkId,
  query,
  status: 200,
  data: CheckGraph,
  examples: { response: graphExample },
});

export const createWalletMonitor = operation({
  operationId: 'createWalletMonitor',
  tag: 'KYT',
  method: 'POST',
  path: '/kyt/monitors',
  summary: 'Watch a wallet address: told when its level changes or its score moves by 10',
  description: 'Costs 1 credit a month, the first at once. Without credits it is SUSPENDED until there are some.',
  scope: 'kyt:write',
  body: WalletMonitorInput,
  status: 201,
  data: WalletMonitor,
  errors: ['INSUFFICIENT_CREDITS', 'CHAIN_DATA_UNAVAILABLE', 'WEBHOOK_URL_NOT_HTTPS', 'WEBHOOK_URL_NOT_ALLOWED'],
  examples: {
    request: { address: '0x0000000000000000000000000000000000009019', blockchain: 'ETH' },
    response: monitorExample,
  },
});

export const listWalletMonitors = operation({
  operationId: 'listWalletMonitors',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/monitors',
  summary: 'List wallet monitors',
  scope: 'kyt:read',
  query: listQuery(WALLET_MONITOR_STATUSES, ['createdAt'], {
    blockchain: Type.Optional(oneOf(BLOCKCHAINS)),
    address: addressFilter,
  }),
  status: 200,
  list: true,
  data: WalletMonitor,
});

export const getWalletMonitor = operation({
  operationId: 'getWalletMonitor',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/monitors/:monitoringId',
  summary: 'Read a wallet monitor',
  scope: 'kyt:read',
  params: monitoringId,
  query,
  status: 200,
  data: WalletMonitor,
  examples: { response: monitorExample },
});

export const deleteWalletMonitor = operation({
  operationId: 'deleteWalletMonitor',
  tag: 'KYT',
  method: 'DELETE',
  path: '/kyt/monitors/:monitoringId',
  summary: 'End a wallet monitor; no more is charged',
  scope: 'kyt:write',
  params: monitoringId,
  query,
  status: 200,
  data: strict({ monitoringId: id('mon'), deleted: Type.Literal(true), status: oneOf(['ENDED']), endedAt: DateTime }),
});

export const getWalletPolicy = operation({
  operationId: 'getWalletPolicy',
  tag: 'KYT',
  method: 'GET',
  path: '/kyt/policy',
  summary: 'Read the policy that scores are made by',
  description:
    "The organisation's own where it has one, else the service's, with the version and hash that stand in each record " +
    'made under it. Sandbox outcomes are fixed and do not depend on it.',
  scope: 'kyt:read',
  query,
  status: 200,
  data: WalletPolicyInForce,
  examples: { response: policyExample },
});

export const kytOperations = [
  getWalletPolicy,
  createCheck,
  listChecks,
  getCheck,
  getCheckGraph,
  createWalletMonitor,
  listWalletMonitors,
  getWalletMonitor,
  deleteWalletMonitor,
];
