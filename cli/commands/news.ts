import { resolve } from 'node:path';
import { ARTICLE_FORMATS, isArticleFormat } from '../../engines/news/index.ts';
import { importNews, ListRefused, untilServed } from '../../modules/aml/index.ts';
import { type Command, Refused, UsageError } from '../command.ts';
import { facts, notTaken } from '../text.ts';

const newsImport: Command = {
  noun: 'news',
  verb: 'import',
  usage: 'FORMAT PATH…',
  summary: 'reads articles for the adverse media check',
  notes: [
    `FORMAT: ${ARTICLE_FORMATS.join(', ')}`,
    'Each article is taken in once, however often it is imported; one that was corrected replaces what it said before.',
    'Where a file is damaged, nothing of the import is taken.',
  ],
  positionals: { min: 2, max: Infinity },
  async run(input, tools) {
    const [format = '', ...paths] = input.positionals;
    if (!isArticleFormat(format)) {
      throw new UsageError(`FORMAT is "${format}"; it must be one of ${ARTICLE_FORMATS.join(', ')}.`);
    }
    const services = await tools.services();
    try {
      const result = await importNews(services, {
        format,
        paths: paths.map((path) => resolve(path)),
        onProgress: ({ articles, bytesRead, bytesTotal }) => {
          const share = bytesTotal > 0 ? Math.floor((100 * bytesRead) / bytesTotal) : 100;
          tools.progress.show(`${articles} articles, ${share} %`);
        },
      });
      const { dataset, version } = result;
      const readers = version === null ? null : await untilServed(services, dataset, version);
      return {
        json: { ...result, servedBy: readers?.serving ?? 0, stillLoading: readers?.behind ?? 0 },
        text: facts([
          ['version', version === null ? 'none: no article accuses anybody' : version],
          ['articles', result.articles],
          ['new', result.added],
          ['corrected', result.replaced],
          ['known', result.known],
          ['skipped', result.skipped],
          ['findings', result.findings],
          ['parties', result.entities],
          [
            'served by',
            `${readers?.serving ?? 0} running process(es)${readers && readers.behind > 0 ? `; ${readers.behind} still load it` : ''}`,
          ],
          ...result.warnings.map(
            ({ code, count, example }) => ['warning', `${code}, ${count} times, such as: ${example}`] as const,
          ),
        ]),
      };
    } catch (error) {
      if (error instanceof ListRefused) throw new Refused(notTaken(error));
      throw error;
    }
  },
};

export const newsCommands: readonly Command[] = [newsImport];
