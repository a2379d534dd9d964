import * as contract from '../../contract/credits.ts';
import { PRICE_DESCRIPTIONS, type PricedOperation, PRICES } from '../../contract/prices.ts';
import { readBalance } from '../../platform/credits/store.ts';
import { type Endpoint, read } from '../../platform/http/endpoint.ts';
import { listRequest, toPage } from '../../platform/http/list-request.ts';
import type { Services } from '../../platform/module.ts';
import * as store from './store.ts';

const prices = (Object.keys(PRICES) as PricedOperation[]).map((operation) => ({
  operation,
  description: PRICE_DESCRIPTIONS[operation],
  credits: PRICES[operation],
}));

export function creditEndpoints(services: Services): Endpoint[] {
  const { db, cursors } = services;
  return [
    read(contract.getCreditBalance, async (call) => {
      const { available, held, lowBalanceThreshold } = await readBalance(db, call);
      return {
        organizationId: call.organizationId,
        balance: available + held,
        held,
        available,
        lowBalanceThreshold,
        environment: call.environment,
      };
    }),

    read(contract.listCreditTransactions, async (call) => {
      const list = listRequest('credit transactions', call, call.query, cursors);
      const { type, operation, resourceId } = call.query;
      const filter: store.TransactionFilter = {
        ...(type === undefined ? {} : { type }),
        ...(operation === undefined ? {} : { operation }),
        ...(resourceId === undefined ? {} : { resourceId }),
      };
      const [rows, total] = await Promise.all([
        store.pageOfTransactions(db, list.request, filter),
        store.countTransactions(db, list.request, filter),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, present);
    }),

    read(contract.getCreditPrices, async () => ({ prices })),
  ];
}

const present = ({ createdAt, ...row }: store.TransactionRow) => ({
  transactionId: row.id,
  ...row,
  createdAt: createdAt.toISOString(),
});
