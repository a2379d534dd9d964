import { sealAuditEntries, verifyAuditChain } from '../../platform/audit/chain.ts';
import { findLedgerFaults } from '../../platform/credits/store.ts';
import { optionText } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { facts } from '../text.ts';

const audit: Command = {
  noun: 'audit',
  verb: 'verify',
  usage: '[--head HASH]',
  summary: 'recomputes the chain of the audit log',
  notes: [
    'Prints the hash of the last link. Keep it elsewhere, and give it as --head another time: the chain must still',
    'hold it, so that nothing was cut off its end or written anew.',
  ],
  options: { head: { type: 'string' } },
  positionals: { min: 0, max: 0 },
  async run(input, tools) {
    const expected = optionText(input, 'head')?.toLowerCase();
    if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected)) {
      throw new UsageError('--head must be the 64 hexadecimal digits that an earlier run printed.');
    }
    const { db, clock } = await tools.services();
    // Where no server runs, entries of the last moments still wait for their link.
    while ((await sealAuditEntries(db, clock.now())) > 0);
    const report = await verifyAuditChain(db, expected === undefined ? undefined : Buffer.from(expected, 'hex'));
    const { valid, sealed, unsealed, head, fault } = report;
    return {
      json: report,
      text: facts([
        ['chain', valid ? 'holds' : 'BROKEN'],
        ['sealed entries', sealed],
        ['not yet sealed', unsealed],
        ['head', head],
      ]),
      ...(fault === null
        ? {}
        : {
            failure: `The audit log does not hold at link ${fault.seq} (${fault.entryId || 'none'}): ${fault.reason}.`,
          }),
    };
  },
};

const ledger: Command = {
  noun: 'ledger',
  verb: 'verify',
  usage: '',
  summary: 'proves that the entries of the credit ledger sum to its balances',
  positionals: { min: 0, max: 0 },
  async run(_input, tools) {
    const { db } = await tools.services();
    const faults = await findLedgerFaults(db);
    const lines = faults.map((fault) => `${fault.organizationId} ${fault.environment.toLowerCase()}: ${fault.fault}`);
    return {
      json: { valid: faults.length === 0, faults },
      text:
        faults.length === 0 ? 'The ledger holds: entries sum to zero, and to the balances.' : 'The ledger is BROKEN.',
      ...(faults.length === 0 ? {} : { failure: lines.join('\n') }),
    };
  },
};

export const verifyCommands: readonly Command[] = [audit, ledger];
