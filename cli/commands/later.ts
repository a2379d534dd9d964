import { type Command, Refused, UsageError } from '../command.ts';

/** Imports whose engines are not part of this version: their usage is checked, and they say so. */
interface Later {
  noun: string;
  formats: readonly string[];
  summary: string;
  blockchain?: boolean;
}

const LATER: readonly Later[] = [
  { noun: 'news', formats: ['rss', 'ndjson', 'reuters-sgml'], summary: 'reads adverse media' },
  {
    noun: 'chain',
    formats: ['utxo-ndjson', 'edges-csv', 'ethereum-etl-csv', 'bitcoin-core-blocks'],
    summary: 'reads transactions of a blockchain',
    blockchain: true,
  },
  { noun: 'labels', formats: ['tagpack', 'ofac-addresses', 'csv'], summary: 'reads labels of addresses' },
];

export const laterCommands: readonly Command[] = LATER.map((later) => ({
  noun: later.noun,
  verb: 'import',
  usage: `FORMAT PATH…${later.blockchain ? ' --blockchain B' : ''}`,
  summary: later.summary,
  notes: [`FORMAT: ${later.formats.join(', ')}`, 'Not in this version yet.'],
  ...(later.blockchain ? { options: { blockchain: { type: 'string' as const } } } : {}),
  positionals: { min: 2, max: Infinity },
  run: async (input) => {
    const [format = ''] = input.positionals;
    if (!later.formats.includes(format)) {
      throw new UsageError(`FORMAT is "${format}"; it must be one of ${later.formats.join(', ')}.`);
    }
    if (later.blockchain && input.values['blockchain'] === undefined) throw new UsageError('--blockchain is missing.');
    throw new Refused(`This version cannot import ${later.noun} yet. Nothing was read and nothing was changed.`);
  },
}));
