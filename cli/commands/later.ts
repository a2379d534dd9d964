import { type Command, Refused, UsageError } from '../command.ts';

/** Imports whose engines are not part of this version: their usage is checked, and they say so. */
interface Later {
  noun: string;
  formats: readonly string[];
  summary: string;
}

const LATER: readonly Later[] = [
  { noun: 'news', formats: ['rss', 'ndjson', 'reuters-sgml'], summary: 'reads adverse media' },
];

export const laterCommands: readonly Command[] = LATER.map((later) => ({
  noun: later.noun,
  verb: 'import',
  usage: 'FORMAT PATH…',
  summary: later.summary,
  notes: [`FORMAT: ${later.formats.join(', ')}`, 'Not in this version yet.'],
  positionals: { min: 2, max: Infinity },
  run: async (input) => {
    const [format = ''] = input.positionals;
    if (!later.formats.includes(format)) {
      throw new UsageError(`FORMAT is "${format}"; it must be one of ${later.formats.join(', ')}.`);
    }
    throw new Refused(`This version cannot import ${later.noun} yet. Nothing was read and nothing was changed.`);
  },
}));
