import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResponse, TestService } from '../../server/testing.ts';
import { importList, type ImportOptions, type ImportResult } from './index.ts';

const HEADER =
  'id,schema,name,categories,aliases,birth_dates,nationalities,identifiers,positions,programs,source_url,remarks';

/** One entity of a list for tests; every name is invented. */
export interface Entry {
  id: string;
  name: string;
  schema?: string;
  categories?: string;
  aliases?: string;
  birthDates?: string;
  nationalities?: string;
  identifiers?: string;
  positions?: string;
  programs?: string;
  remarks?: string;
}

/** A list in the `csv` format. */
export function listOf(entries: readonly Entry[]): string {
  const rows = entries.map((entry) =>
    [
      entry.id,
      entry.schema ?? 'PERSON',
      entry.name,
      entry.categories ?? 'SANCTIONS',
      entry.aliases ?? '',
      entry.birthDates ?? '',
      entry.nationalities ?? '',
      entry.identifiers ?? '',
      entry.positions ?? '',
      entry.programs ?? '',
      `https://lists.example.org/${entry.id}`,
      entry.remarks ?? '',
    ]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(','),
  );
  return `${HEADER}\n${rows.join('\n')}\n`;
}

/** Writes the text to a file of its own and imports it. */
export async function importText(
  service: TestService,
  text: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'aml-list-'));
  try {
    const path = join(folder, 'list.csv');
    await writeFile(path, text);
    return await importList(service.services, { format: 'csv', paths: [path], ...options });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the service of this test searches the given version. */
export async function served(service: TestService, dataset: string, version: number): Promise<void> {
  const aml = service.app.modules.find((module) => module.name === 'aml');
  for (let tries = 0; tries < 2400; tries += 1) {
    const report = (await aml?.report?.()) as { watchlists: { lists: { dataset: string; version: number }[] } };
    if (report.watchlists.lists.some((list) => list.dataset === dataset && list.version >= version)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error(`The version ${version} of ${dataset} does not serve`);
}

export const screen = (
  service: TestService,
  body: Record<string, unknown>,
  more: Partial<Parameters<TestService['call']>[0]> = {},
): Promise<TestResponse> => service.call({ path: '/aml/screenings', body, ...more });

/** Events written for a resource, in order. */
export function eventsOf(service: TestService, resourceId: string) {
  return readEvents(service, resourceId);
}

async function readEvents(
  service: TestService,
  resourceId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const client = await service.services.db.connect();
  try {
    const result = await client.query<{ type: string; body: string }>(
      'select type, body from events where resource_id = $1 order by id',
      [resourceId],
    );
    return result.rows.map(({ type, body }) => ({
      type,
      data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
    }));
  } finally {
    client.release();
  }
}
