import { basename, resolve } from 'node:path';
import {
  CHAIN_FORMATS,
  importChain,
  importLabels,
  ImportRefused,
  LABEL_FORMATS,
  tracePayment,
} from '../../modules/kyt/index.ts';
import { optionText, readCount, requiredText } from '../arguments.ts';
import { type Command, type Input, Refused, UsageError } from '../command.ts';
import { facts, table } from '../text.ts';

/** The format and the absolute paths of an import. */
function source(input: Input, formats: readonly string[]): { format: string; paths: string[] } {
  const [format = '', ...paths] = input.positionals;
  if (!formats.includes(format)) {
    throw new UsageError(`FORMAT is "${format}"; it must be one of ${formats.join(', ')}.`);
  }
  return { format, paths: paths.map((path) => resolve(path)) };
}

/** What a file is refused for is told as it is; anything else is a defect. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ImportRefused) throw new Refused(error.message);
    throw error;
  }
}

const chainImport: Command = {
  noun: 'chain',
  verb: 'import',
  usage: 'FORMAT PATH… --blockchain B',
  summary: 'reads transactions of a blockchain',
  notes: [
    `FORMAT: ${CHAIN_FORMATS.join(', ')}`,
    'Each transaction is taken in once, however often it is imported; an import that was cut off goes on where it stopped.',
    'A block of another hash than the one taken in at its height replaces it, with all that were built on it.',
  ],
  options: { blockchain: { type: 'string' } },
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const { format, paths } = source(input, CHAIN_FORMATS);
    const blockchain = optionText(input, 'blockchain');
    if (blockchain === undefined) throw new UsageError('--blockchain is missing.');
    const services = await tools.services();
    const result = await orRefused(
      importChain(services, {
        format,
        paths,
        blockchain,
        onProgress: ({ path, records, bytesRead, bytesTotal }) => {
          const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
          tools.progress.show(`${basename(path)}: ${records} records, ${share} %`);
        },
      }),
    );
    return {
      json: result,
      text: facts([
        ['blockchain', result.blockchain],
        ['records', result.records],
        ['new', result.added],
        ['transfers', result.transfers],
        ...(result.undoneFrom.length === 0
          ? []
          : [['blocks replaced from height', result.undoneFrom.join(', ')] as [string, string]]),
      ]),
    };
  },
};

const END: Readonly<Record<string, string>> = {
  LABELLED: 'labelled',
  ORIGIN_UNKNOWN: 'no earlier payment in the files',
  BEYOND_HORIZON: 'more hops than asked for',
  TRUNCATED: 'too many parts',
};

const chainTrace: Command = {
  noun: 'chain',
  verb: 'trace',
  usage: 'FORMAT PATH… --blockchain B --transaction T [--to ADDRESS] [--hops N]',
  summary: 'traces one payment back through the payments in files, first in first out',
  notes: [
    `FORMAT: ${CHAIN_FORMATS.join(', ')}`,
    'Every coin has one past: an address spends what it got first before what it got later. Ends at labelled addresses.',
    'For investigations: it takes nothing in, and scores do not use it. The files need not have been imported.',
    '--to names who was paid, where the transaction paid several; --hops (20) how many payments back it goes.',
  ],
  options: {
    blockchain: { type: 'string' },
    transaction: { type: 'string' },
    to: { type: 'string' },
    hops: { type: 'string' },
  },
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const { format, paths } = source(input, CHAIN_FORMATS);
    const [blockchain, transaction] = [requiredText(input, 'blockchain'), requiredText(input, 'transaction')];
    const [to, hops] = [optionText(input, 'to'), optionText(input, 'hops')];
    const services = await tools.services();
    const trace = await orRefused(
      tracePayment(services, {
        format,
        paths,
        blockchain,
        transaction,
        ...(to === undefined ? {} : { to }),
        ...(hops === undefined ? {} : { maxHops: readCount(hops, '--hops', 1000) }),
        onProgress: ({ path, bytesRead, bytesTotal }) =>
          tools.progress.show(`${basename(path)}: ${Math.floor((100 * bytesRead) / Math.max(1, bytesTotal))} % read`),
      }),
    );
    const rows = trace.parts.map((part) => [
      part.value,
      `${(100 * part.share).toFixed(2)} %`,
      part.label ? `${part.label.entity} (${part.label.category}, ${part.label.confidence} sure)` : END[part.end],
      part.address,
      part.transactions.length,
    ]);
    return {
      json: trace,
      text: [
        facts([
          ['transaction', trace.transaction],
          ['to', trace.to],
          ['traced', `${trace.value} ${trace.asset}`],
        ]),
        '',
        table([trace.asset, 'share', 'was first at', 'address', 'payments'], rows as (string | number | null)[][]),
      ].join('\n'),
    };
  },
};

const labelsImport: Command = {
  noun: 'labels',
  verb: 'import',
  usage: 'FORMAT PATH… [--blockchain B] [--replace] [--force]',
  summary: 'reads labels of addresses',
  notes: [
    `FORMAT: ${LABEL_FORMATS.join(', ')}`,
    'A tag pack or list imported again replaces what it said before: what it does not state any more ends.',
    'One that is empty, or from 20 labels on smaller by a fifth or more, is refused; --force takes it.',
    'csv adds, and a row of confidence 0 ends a label; with --replace it is the whole of what the sources that it names state.',
  ],
  options: { blockchain: { type: 'string' }, replace: { type: 'boolean' }, force: { type: 'boolean' } },
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const { format, paths } = source(input, LABEL_FORMATS);
    const blockchain = optionText(input, 'blockchain');
    const services = await tools.services();
    const result = await orRefused(
      importLabels(services, {
        format,
        paths,
        ...(blockchain === undefined ? {} : { blockchain }),
        replace: input.values['replace'] === true,
        force: input.values['force'] === true,
        onProgress: ({ path, files, of, labels }) =>
          tools.progress.show(`${basename(path)}: ${labels} labels, file ${files} of ${of}`),
      }),
    );
    return {
      json: result,
      text: facts([
        ['files', result.files.length],
        ['labels', result.labels],
        ['skipped', result.skipped],
        ['ended', result.ended],
      ]),
    };
  },
};

export const chainCommands: readonly Command[] = [chainImport, chainTrace, labelsImport];
