import { resolve } from 'node:path';
import {
  type ImportProgress,
  importList,
  ListRefused,
  listsStatus,
  type ListStatus,
  untilServed,
  updateLists,
} from '../../modules/aml/index.ts';
import { isListFormat, LIST_FORMATS } from '../../engines/watchlists/index.ts';
import { optionText } from '../arguments.ts';
import { type Command, Refused, type Tools, UsageError } from '../command.ts';
import { facts, table } from '../text.ts';

const shown = (tools: Tools) => (progress: ImportProgress) => {
  const { dataset, entities, bytesRead, bytesTotal } = progress;
  const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
  tools.progress.show(`${dataset}: ${entities} entities, ${share} %`);
};

const importCommand: Command = {
  noun: 'lists',
  verb: 'import',
  usage: 'FORMAT PATH… [--force] [--dataset NAME]',
  summary: 'takes a whole watchlist from files, in one step',
  notes: [
    `FORMAT: ${LIST_FORMATS.join(', ')}`,
    'A file that is damaged, cut short or smaller by a fifth or more is refused, and the version before serves on.',
    '--force takes a smaller list. --dataset names it otherwise than by its format.',
  ],
  options: { force: { type: 'boolean' }, dataset: { type: 'string' } },
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const [format = '', ...paths] = input.positionals;
    if (!isListFormat(format)) {
      throw new UsageError(`FORMAT is "${format}"; it must be one of ${LIST_FORMATS.join(', ')}.`);
    }
    const dataset = optionText(input, 'dataset');
    const services = await tools.services();
    try {
      const result = await importList(services, {
        format,
        paths: paths.map((path) => resolve(path)),
        force: input.values['force'] === true,
        ...(dataset === undefined ? {} : { dataset }),
        onProgress: shown(tools),
      });
      const readers = await untilServed(services, result.dataset, result.version);
      return {
        json: { ...result, servedBy: readers.serving },
        text: facts([
          ['list', result.dataset],
          ['version', `${result.version}${result.unchanged ? ' (the same bytes; nothing to do)' : ''}`],
          ['entities', result.entities],
          ['added', result.added],
          ['changed', result.changed],
          ['removed', result.removed],
          ['published', result.publishedAt],
          [
            'served by',
            `${readers.serving} running process(es)${readers.behind > 0 ? `; ${readers.behind} still load it` : ''}`,
          ],
          ...result.warnings.map(
            ({ code, count, example }) => ['warning', `${code}, ${count} times, such as: ${example}`] as const,
          ),
        ]),
      };
    } catch (error) {
      if (error instanceof ListRefused) throw new Refused(error.message);
      if (error instanceof RangeError) throw new UsageError(error.message);
      throw error;
    }
  },
};

const update: Command = {
  noun: 'lists',
  verb: 'update',
  usage: '',
  summary: 'fetches what is new from the publishers',
  positionals: { min: 0, max: 0 },
  async run(_input, tools) {
    const results = await updateLists(await tools.services(), { onProgress: shown(tools) });
    const wrong = results.filter(({ outcome }) => outcome === 'FAILED' || outcome === 'REFUSED');
    return {
      json: { lists: results },
      text: table(
        ['LIST', 'OUTCOME', 'VERSION'],
        results.map((result) => [result.dataset, result.outcome, result.version]),
      ),
      ...(wrong.length === 0
        ? {}
        : { failure: wrong.map(({ dataset, reason }) => `${dataset}: ${reason ?? 'no reason given'}`).join('\n') }),
    };
  },
};

const age = ({ ageSeconds }: ListStatus): string =>
  ageSeconds < 172_800 ? `${Math.floor(ageSeconds / 3600)} h` : `${Math.floor(ageSeconds / 86_400)} days`;

const status: Command = {
  noun: 'lists',
  verb: 'status',
  usage: '',
  summary: 'tells which watchlists serve, how old they are, and what was refused',
  positionals: { min: 0, max: 0 },
  async run(_input, tools) {
    const lists = await listsStatus(await tools.services());
    return {
      json: { lists },
      text:
        lists.length === 0
          ? 'No watchlist serves: live screenings are refused. See: help lists'
          : table(
              ['LIST', 'FORMAT', 'VERSION', 'ENTITIES', 'PUBLISHED', 'AGE', 'CHECKS', 'REFUSED'],
              lists.map((list) => [
                list.dataset,
                list.format,
                list.version,
                list.entities,
                list.publishedAt,
                age(list),
                list.checks.join(' '),
                list.lastRefusal === null ? 0 : `${list.refused}, last ${list.lastRefusal.code} ${list.lastRefusal.at}`,
              ]),
            ),
    };
  },
};

export const listCommands: readonly Command[] = [importCommand, update, status];
