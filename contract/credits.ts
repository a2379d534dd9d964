import Type from 'typebox';
import { DateTime, id, listQueryWithoutStatus, nullable, oneOf, organizationId, strict } from './common.ts';
import { ENVIRONMENTS } from './enums.ts';
import { operation } from './operation.ts';
import { CREDIT_OPERATIONS, type CreditOperation, PRICES } from './prices.ts';

export const CREDIT_TYPES = ['GRANT', 'HOLD', 'CAPTURE', 'RELEASE', 'CHARGE'] as const;

const credits = Type.Integer({ minimum: 0 });
const query = strict({ organizationId });
// Any operation that a ledger entry can be for.
const creditOperation = Type.Unsafe<CreditOperation>({ type: 'string', enum: [...CREDIT_OPERATIONS] });

export const CreditBalance = strict({
  organizationId: id('org'),
  balance: Type.Integer({ minimum: 0, description: 'available + held' }),
  held: Type.Integer({ minimum: 0, description: 'set aside for work that has begun' }),
  available: Type.Integer({ minimum: 0, description: 'what new work may cost' }),
  lowBalanceThreshold: credits,
  environment: oneOf(ENVIRONMENTS),
});

export const CreditTransaction = strict({
  transactionId: id('txn'),
  id: id('txn'),
  type: oneOf(CREDIT_TYPES),
  amount: Type.Integer({ minimum: 1, description: 'credits moved; the type tells from where to where' }),
  balanceAfter: Type.Integer({ minimum: 0, description: 'available + held after it' }),
  operation: creditOperation,
  resourceId: nullable(Type.String({ description: 'what it was for' })),
  createdAt: DateTime,
});

export const getCreditBalance = operation({
  operationId: 'getCreditBalance',
  tag: 'Credits',
  method: 'GET',
  path: '/credits/balance',
  summary: 'Read the credit balance',
  description: 'In the sandbox the balance is reported and never changes.',
  scope: 'credits:read',
  query,
  status: 200,
  data: CreditBalance,
  examples: {
    response: {
      organizationId: 'org_01jq8zv3k4f6t9c2m5x7w0r1ab',
      balance: 9_987,
      held: 3,
      available: 9_984,
      lowBalanceThreshold: 100,
      environment: 'LIVE',
    },
  },
});

export const listCreditTransactions = operation({
  operationId: 'listCreditTransactions',
  tag: 'Credits',
  method: 'GET',
  path: '/credits/transactions',
  summary: 'List the transactions of the ledger',
  description:
    'GRANT adds credits; HOLD sets them aside, CAPTURE takes what was set aside and RELEASE gives it back; CHARGE takes at once.',
  scope: 'credits:read',
  query: listQueryWithoutStatus(['createdAt'], {
    type: Type.Optional(oneOf(CREDIT_TYPES)),
    operation: Type.Optional(creditOperation),
    resourceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'plain-text' })),
  }),
  status: 200,
  list: true,
  data: CreditTransaction,
  errors: ['INVALID_CURSOR'],
});

export const getCreditPrices = operation({
  operationId: 'getCreditPrices',
  tag: 'Credits',
  method: 'GET',
  path: '/credits/prices',
  summary: 'Read what each operation costs',
  description: 'The same in both environments; sandbox operations consume none.',
  scope: 'credits:read',
  query,
  status: 200,
  data: strict({
    prices: Type.Array(
      strict({
        operation: oneOf(Object.keys(PRICES)),
        description: Type.String(),
        credits: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
  examples: { response: { prices: [{ operation: 'KYT_CHECK', description: 'KYT wallet check', credits: 2 }] } },
});

export const creditOperations = [getCreditBalance, listCreditTransactions, getCreditPrices];
