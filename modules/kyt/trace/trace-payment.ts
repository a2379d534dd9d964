import { basename } from 'node:path';
import {
  DEFAULT_POLICY,
  effectiveLabel,
  type FifoSource,
  type Label,
  traceFifo,
} from '../../../engines/wallets/index.ts';
import type { Services } from '../../../platform/module.ts';
import { presentAddress } from '../addresses.ts';
import { formatUnits } from '../assets.ts';
import { counted as bytesOf, sizeOf } from '../chain/file-bytes.ts';
import { formatOf } from '../chain/formats.ts';
import { labelRule } from '../live/source.ts';
import { ImportRefused } from '../refused.ts';
import { Ledger } from './ledger.ts';
import { labelsOfKeys } from './store.ts';

export interface TraceOptions {
  /** One of CHAIN_FORMATS. */
  format: string;
  paths: readonly string[];
  blockchain: string;
  /** Whose payment is traced. */
  transaction: string;
  /** Who was paid by it; needed where it paid several. */
  to?: string;
  /** Payments that are followed back, at most. */
  maxHops?: number;
  onProgress?: (progress: { path: string; bytesRead: number; bytesTotal: number }) => void;
}

/** A part of the amount, and where it was first in these files. */
export interface TracedPart {
  /** LABELLED: at a labelled address. ORIGIN_UNKNOWN: no earlier payment is in the files. */
  end: 'LABELLED' | Exclude<FifoSource<number>['end'], 'STOPPED'>;
  address: string;
  label: Pick<Label, 'category' | 'entity' | 'confidence' | 'source'> | null;
  /** Decimal amount of the asset. */
  value: string;
  /** Of the amount traced; 0 to 1. */
  share: number;
  /** The transactions that it came by, the oldest first; the last is the one that is traced. */
  transactions: string[];
}

export interface Trace {
  transaction: string;
  to: string;
  asset: string;
  value: string;
  /** They add up to the value; largest first. */
  parts: TracedPart[];
}

const KEYS = 10_000;
const MOST_SHOWN = 10;

/**
 * Traces what one transaction paid to one address back through the payments in some files, first in first out: every
 * coin has exactly one past. Ends at labelled addresses; what a payment of the files cannot explain is of unknown
 * origin. Changes nothing; scores do not use it.
 * @throws ImportRefused where the files cannot be read or hold too much, and where the transaction or its payee is not
 *   in them
 */
export async function tracePayment(services: Pick<Services, 'db'>, options: TraceOptions): Promise<Trace> {
  const ledger = await ledgerOf(options);
  const { payments, asset, to } = paymentsTo(ledger, options);
  const labels = await labelsOf(services, ledger);
  const byOwner = ledger.byOwner(asset);
  const { maxHops = 20 } = options;
  const sources = payments.flatMap((payment) =>
    traceFifo(payment, byOwner, (node) => labels.has(node), { maxHops, maxParts: 10_000 }),
  );
  const total = payments.reduce((sum, { value }) => sum + value, 0n);
  return {
    transaction: options.transaction,
    to,
    asset,
    value: formatUnits(total),
    parts: together(sources).map(({ node, value, payments: way, end }) => ({
      end: end === 'STOPPED' ? 'LABELLED' : end,
      address: presentAddress(ledger.owners[node]?.address ?? ''),
      label: presentLabel(labels.get(node)),
      value: formatUnits(value),
      share: Number((value * 1_000_000_000n) / total) / 1e9,
      transactions: way.map((payment) => ledger.transactionOf(payment)),
    })),
  };
}

const presentLabel = (label: Label | undefined): TracedPart['label'] =>
  label ? { category: label.category, entity: label.entity, confidence: label.confidence, source: label.source } : null;

async function ledgerOf(options: TraceOptions): Promise<Ledger> {
  const { format, blockchain } = formatOf(options);
  const sizes = await Promise.all(options.paths.map(sizeOf));
  const ledger = new Ledger(blockchain);
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  for (const [place, path] of options.paths.entries()) {
    const chunks = bytesOf(path, (read) => options.onProgress?.({ path, bytesRead: before + read, bytesTotal }));
    const alone = { path, heightOf: async () => undefined, blockAt: async () => undefined };
    for await (const records of format.read(chunks, basename(path), blockchain, alone)) {
      for (const record of records) ledger.add(record);
    }
    before += sizes[place] ?? 0;
  }
  return ledger;
}

/** The payments that are traced: of one transaction, to one address, in one asset. */
function paymentsTo(ledger: Ledger, { transaction, to }: TraceOptions) {
  const paid = ledger.paymentsOf(transaction).filter(({ payment }) => payment.value > 0n);
  if (paid.length === 0) {
    throw new ImportRefused(`The transaction ${transaction} pays nobody in these files. Give the files that it is in.`);
  }
  const wanted = to?.toLowerCase();
  const found = wanted === undefined ? paid : paid.filter((one) => one.to.address.toLowerCase() === wanted);
  const payees = [...new Set((found.length === 0 ? paid : found).map((one) => presentAddress(one.to.address)))];
  const [payee = ''] = payees;
  const assets = [...new Set(found.map(({ asset }) => asset))];
  const [asset = ''] = assets;
  if (found.length === 0 || payees.length > 1) {
    const shown = payees.slice(0, MOST_SHOWN).join(', ') + (payees.length > MOST_SHOWN ? ', …' : '');
    throw new ImportRefused(
      `${found.length === 0 ? `The transaction does not pay ${to}` : 'The transaction pays several addresses'}. Name one of: ${shown}.`,
    );
  }
  if (assets.length > 1) {
    throw new ImportRefused(
      `The transaction pays ${payee} in several assets (${assets.join(', ')}), which are not traced together.`,
    );
  }
  return { payments: found.map(({ payment }) => payment), asset, to: payee };
}

/** The label that counts of every labelled owner in the ledger, by the owner's number. */
async function labelsOf({ db }: Pick<Services, 'db'>, { owners }: Ledger): Promise<Map<number, Label>> {
  const numbers = new Map(owners.map(({ key }, number) => [key, number]));
  const found = new Map<number, Label[]>();
  for (let at = 0; at < owners.length; at += KEYS) {
    const keys = owners.slice(at, at + KEYS).map(({ key }) => key);
    for (const { key, ...label } of await labelsOfKeys(db, keys)) {
      const number = numbers.get(key) ?? -1;
      found.set(number, [...(found.get(number) ?? []), label]);
    }
  }
  const rule = labelRule(DEFAULT_POLICY);
  return new Map(
    [...found].flatMap(([number, labels]): [number, Label][] => {
      const label = effectiveLabel(labels, rule);
      return label ? [[number, label]] : [];
    }),
  );
}

/** Parts that came the same way are one; the largest first. */
function together(sources: readonly FifoSource<number>[]): FifoSource<number>[] {
  const byWay = new Map<string, FifoSource<number>>();
  for (const source of sources) {
    const way = `${source.node} ${source.end} ${source.payments.join()}`;
    const known = byWay.get(way);
    byWay.set(way, known ? { ...known, value: known.value + source.value } : source);
  }
  return [...byWay.values()].toSorted((a, b) => (a.value === b.value ? a.node - b.node : a.value < b.value ? 1 : -1));
}
