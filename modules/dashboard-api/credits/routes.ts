import { exportCredits, getUsage, setLowBalance } from '../../../contract/dashboard/records.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import type { Services } from '../../../platform/module.ts';
import { rangeOfDays, spooled } from '../exports.ts';
import { usageByDay } from '../home/store.ts';
import { ledgerAfter, setLowBalanceThreshold } from './store.ts';

const DAY_MS = 86_400_000;
const USAGE_DAYS = 90;
const BATCH = 2_000;
const HEADER = 'createdAt,transactionId,type,operation,amount,balanceAfter,resourceId\r\n';

export function creditEndpoints(services: Services): Endpoint[] {
  const { db } = services;
  return [
    read(getUsage, async (call) => {
      const today = Math.floor(call.now.getTime() / DAY_MS);
      const days = await usageByDay(db, call, new Date((today - USAGE_DAYS + 1) * DAY_MS));
      return { days };
    }),
    read(exportCredits, async (call) => spooled('text/csv; charset=utf-8', ledgerLines(services, call, call.query))),
    write(setLowBalance, async (call, transaction) => {
      const { lowBalanceThreshold } = call.body;
      await setLowBalanceThreshold(transaction, call.organizationId, lowBalanceThreshold);
      audit(transaction, call, {
        action: 'credits.set_threshold',
        resourceId: call.organizationId,
        details: { lowBalanceThreshold },
      });
      return { lowBalanceThreshold };
    }),
  ];
}

/** The ledger as CSV (RFC 4180). Every field is ours: words, numbers and identifiers, none of which a table would run. */
async function* ledgerLines(
  { db }: Services,
  call: CallContext,
  days: { from?: string; to?: string },
): AsyncGenerator<string> {
  yield HEADER;
  const range = rangeOfDays(days, call.now);
  let after: { createdAt: Date; id: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof ledgerAfter>> = await ledgerAfter(db, call, range, after, BATCH);
    if (rows.length > 0) {
      yield rows
        .map((row) =>
          [
            row.createdAt.toISOString(),
            row.id,
            row.type,
            row.operation,
            row.amount,
            row.balanceAfter,
            row.resourceId ?? '',
          ].join(','),
        )
        .join('\r\n')
        .concat('\r\n');
    }
    after = rows.at(-1) ?? null;
    if (rows.length < BATCH || after === null) return;
  }
}
