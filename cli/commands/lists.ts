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
import { findOrganization } from '../../modules/organizations/index.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { optionText, readEnvironment } from '../arguments.ts';
import { type Command, type Input, Refused, type Tools, UsageError } from '../command.ts';
import { facts, notTaken, table } from '../text.ts';

const shown = (tools: Tools) => (progress: ImportProgress) => {
  const { dataset, entities, bytesRead, bytesTotal } = progress;
  const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
  tools.progress.show(`${dataset}: ${entities} entities, ${share} %`);
};

const importCommand: Command = {
  noun: 'lists',
  verb: 'import',
  usage: 'FORMAT PATH… [--force] [--dataset NAME | --organization ORG [--environment live]]',
  summary: 'takes a whole watchlist from files, in one step',
  notes: [
    `FORMAT: ${LIST_FORMATS.join(', ')}`,
    'A file that is damaged, cut short or smaller by a fifth or more is refused, and the version before serves on.',
    '--force takes a smaller list. --dataset names it otherwise than by its format.',
    '--organization makes it the blocklist of that organisation, whole (FORMAT csv): nobody else is screened against it.',
  ],
  options: {
    force: { type: 'boolean' },
    dataset: { type: 'string' },
    organization: { type: 'string' },
    environment: { type: 'string' },
  },
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const [format = '', ...paths] = input.positionals;
    if (!isListFormat(format)) {
      throw new UsageError(`FORMAT is "${format}"; it must be one of ${LIST_FORMATS.join(', ')}.`);
    }
    const dataset = optionText(input, 'dataset');
    const services = await tools.services();
    const owner = await ownerOf(input, services, format);
    try {
      const result = await importList(services, {
        format,
        paths: paths.map((path) => resolve(path)),
        force: input.values['force'] === true,
        ...(dataset === undefined ? {} : { dataset }),
        ...(owner ? { owner, actor: tools.actor } : {}),
        onProgress: shown(tools),
      });
      // An own list is read when it is needed: whoever screens from now on does so against this version.
      const readers = owner ? { serving: 0, behind: 0 } : await untilServed(services, result.dataset, result.version);
      return {
        json: { ...result, servedBy: readers.serving, stillLoading: readers.behind },
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
            owner
              ? `every screening of ${owner.organizationId} from now on`
              : `${readers.serving} running process(es)${readers.behind > 0 ? `; ${readers.behind} still load it` : ''}`,
          ],
          ...result.warnings.map(
            ({ code, count, example }) => ['warning', `${code}, ${count} times, such as: ${example}`] as const,
          ),
        ]),
      };
    } catch (error) {
      if (error instanceof ListRefused) throw new Refused(notTaken(error));
      if (error instanceof RangeError) throw new UsageError(error.message);
      throw error;
    }
  },
};

/** Whose blocklist it is to be; undefined where the list is for everybody. */
async function ownerOf(input: Input, services: Services, format: string): Promise<Tenant | undefined> {
  const organizationId = optionText(input, 'organization');
  const environment = optionText(input, 'environment');
  if (organizationId === undefined) {
    if (environment !== undefined) throw new UsageError('--environment goes with --organization.');
    return undefined;
  }
  if (optionText(input, 'dataset') !== undefined) throw new UsageError('--dataset does not go with --organization.');
  if (format !== 'csv') throw new UsageError(`FORMAT is "${format}"; an organisation's own list is imported as csv.`);
  if (!(await findOrganization(services.db, organizationId))) {
    throw new Refused(`There is no organisation ${organizationId}. See: organizations list`);
  }
  return { organizationId, environment: readEnvironment(environment ?? 'live') };
}

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
                list.lastRefusal === null
                  ? 0
                  : `${list.refused + list.failed}, last ${list.lastRefusal.code} ${list.lastRefusal.at}`,
              ]),
            ),
    };
  },
};

export const listCommands: readonly Command[] = [importCommand, update, status];
