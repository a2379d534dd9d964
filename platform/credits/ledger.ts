import type { CreditOperation } from '../../contract/prices.ts';
import type { Tenant } from '../context.ts';
import type { Transaction } from '../database/transaction.ts';
import { emitEvent } from '../events/events.ts';
import { ApiError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import {
  type Account,
  CAPTURES,
  type Change,
  changeBalance,
  CHARGES,
  type CreditType,
  insertTransaction,
  readBalance,
  type TakenRow,
} from './store.ts';

export interface Movement {
  operation: CreditOperation;
  amount: number;
  /** What it is for; each resource is charged once per operation and occurrence. */
  resourceId: string;
  /** Tells repeated charges of one resource apart (the month of a monitor). */
  occurrence?: string;
  at: Date;
}

/**
 * The double-entry ledger of credits. Accounts per organisation: ISSUED (credit of grants), AVAILABLE, HELD, SPENT.
 * Every transaction's entries sum to zero; balance is AVAILABLE + HELD and never below zero. All of it happens in
 * the caller's transaction. In the sandbox nothing is ever moved.
 */
const ENTRIES: Readonly<Record<CreditType, { from: Account; to: Account }>> = {
  GRANT: { from: 'ISSUED', to: 'AVAILABLE' },
  HOLD: { from: 'AVAILABLE', to: 'HELD' },
  CAPTURE: { from: 'HELD', to: 'SPENT' },
  RELEASE: { from: 'HELD', to: 'AVAILABLE' },
  CHARGE: { from: 'AVAILABLE', to: 'SPENT' },
};

/** Takes credits at once. @throws ApiError INSUFFICIENT_CREDITS */
export const charge = (transaction: Transaction, tenant: Tenant, movement: Movement): Promise<void> =>
  move(transaction, tenant, 'CHARGE', movement);

/** For how long after a charge at COMMIT failed an organisation is charged one by one. */
const ONE_BY_ONE_MS = 5000;
/** Organisations (with their environment) whose charges are made one by one, and until when. */
const oneByOne = new Map<string, number>();

/**
 * Takes credits at COMMIT, together with other charges of that moment: nobody waits for the lock of the balance while
 * the work is done. Where too little is left, or a crossing has to be told, COMMIT fails with an error that is
 * retryable (isRetryable), and run again the same call charges at once, as `charge` does.
 * @throws ApiError INSUFFICIENT_CREDITS where it charges at once
 */
export async function chargeAtCommit(transaction: Transaction, tenant: Tenant, movement: Movement): Promise<void> {
  const { organizationId, environment } = tenant;
  const { at } = movement;
  if (environment === 'TEST' || movement.amount === 0) return;
  const payer = `${organizationId} ${environment}`;
  const until = oneByOne.get(payer);
  if (until !== undefined) {
    if (at.getTime() < until) return charge(transaction, tenant, movement);
    oneByOne.delete(payer);
  }
  transaction.deferRow(CHARGES, takenRow(tenant, movement));
  transaction.tally('credit movements CHARGE');
  transaction.afterRollback(() => oneByOne.set(payer, at.getTime() + ONE_BY_ONE_MS));
}

function takenRow({ organizationId, environment }: Tenant, movement: Movement): TakenRow {
  const { amount, operation, resourceId, occurrence = '', at } = movement;
  requireAmount(amount);
  return { id: newId('txn'), organizationId, environment, amount, operation, resourceId, occurrence, createdAt: at };
}

/** Sets credits aside for work that has begun. @throws ApiError INSUFFICIENT_CREDITS */
export const hold = (transaction: Transaction, tenant: Tenant, movement: Movement): Promise<void> =>
  move(transaction, tenant, 'HOLD', movement);

/** Takes credits that were set aside. */
export const capture = (transaction: Transaction, tenant: Tenant, movement: Movement): Promise<void> =>
  move(transaction, tenant, 'CAPTURE', movement);

/**
 * Takes credits that were set aside, at COMMIT, together with others of the transaction: nobody waits for the lock of
 * the balance while the work is done.
 */
export function captureAtCommit(transaction: Transaction, tenant: Tenant, movement: Movement): void {
  if (tenant.environment === 'TEST' || movement.amount === 0) return;
  transaction.deferRow(CAPTURES, takenRow(tenant, movement));
  transaction.tally('credit movements CAPTURE');
}

/** Gives back credits that were set aside. */
export const release = (transaction: Transaction, tenant: Tenant, movement: Movement): Promise<void> =>
  move(transaction, tenant, 'RELEASE', movement);

/** Adds credits (operators only; the sandbox's balance is granted once, when the organisation is made). */
export async function grant(
  transaction: Transaction,
  tenant: Tenant,
  amount: number,
  resourceId: string | null,
  at: Date,
): Promise<string> {
  return record(transaction, tenant, 'GRANT', { operation: 'GRANT', amount, resourceId, at });
}

async function move(transaction: Transaction, tenant: Tenant, type: CreditType, movement: Movement): Promise<void> {
  if (tenant.environment === 'TEST' || movement.amount === 0) return;
  await record(transaction, tenant, type, movement);
}

async function record(
  transaction: Transaction,
  tenant: Tenant,
  type: CreditType,
  movement: Omit<Movement, 'resourceId'> & { resourceId: string | null },
): Promise<string> {
  const { amount } = movement;
  requireAmount(amount);
  const { from, to } = ENTRIES[type];
  const sides = (account: Account): number => (account === to ? amount : 0) - (account === from ? amount : 0);
  const change: Change = { available: sides('AVAILABLE'), held: sides('HELD') };
  const after = await changeBalance(transaction, tenant, change);
  if (!after) {
    if (type === 'CAPTURE' || type === 'RELEASE') throw new Error(`${type} of credits that are not held`);
    const balance = await readBalance(transaction, tenant);
    throw insufficientCredits(amount, balance.available);
  }
  const id = newId('txn');
  transaction.defer(
    insertTransaction(tenant, {
      id,
      type,
      amount,
      balanceAfter: after.available + after.held,
      operation: movement.operation,
      resourceId: movement.resourceId,
      occurrence: movement.occurrence ?? '',
      from,
      to,
      createdAt: movement.at,
    }),
  );
  transaction.tally(`credit movements ${type}`);
  announceCrossing(transaction, tenant, after.available - change.available, after, movement.at);
  return id;
}

function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError('Credits move in positive whole numbers');
}

export const insufficientCredits = (required: number, available: number): ApiError =>
  new ApiError(
    'INSUFFICIENT_CREDITS',
    `This costs ${required} credit(s) and ${available} are available. Ask for more credits, then try again.`,
    { required, available },
  );

/** Tells once that the available credits fell to the threshold, and once that none is left. */
function announceCrossing(
  transaction: Transaction,
  tenant: Tenant,
  before: number,
  after: { available: number; threshold: number },
  at: Date,
): void {
  const { organizationId } = tenant;
  const { available, threshold } = after;
  if (before > threshold && available <= threshold) {
    emitEvent(transaction, tenant, {
      type: 'credits.low_balance',
      resourceId: organizationId,
      data: {
        organizationId,
        currentBalance: available,
        threshold,
        message: `${available} credits are left; the threshold is ${threshold}.`,
      },
      at,
    });
  }
  if (before > 0 && available === 0) {
    emitEvent(transaction, tenant, {
      type: 'credits.depleted',
      resourceId: organizationId,
      data: { organizationId },
      at,
    });
  }
}
