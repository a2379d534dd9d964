import { listReader } from './reader.ts';
import type { ListedEntity, ListInput, ListSummary } from './types.ts';

/** A list file made in a test, handed out in chunks of a few bytes so that every boundary is crossed. */
export function file(name: string, content: string | Uint8Array, chunk = 7): ListInput {
  const bytes = Buffer.from(content);
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  return { name, stream: stream() };
}

/** Reads a whole list. */
export async function readAll(
  format: string,
  ...inputs: ListInput[]
): Promise<{ entities: ListedEntity[]; summary: ListSummary }> {
  const reader = listReader(format);
  const entities: ListedEntity[] = [];
  for await (const entity of reader.read(inputs)) entities.push(entity);
  return { entities, summary: reader.summary() };
}

/** How often a warning was counted. */
export function warned(summary: ListSummary, code: string): number {
  return summary.warnings.find((warning) => warning.code === code)?.count ?? 0;
}
