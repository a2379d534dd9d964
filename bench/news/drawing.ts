import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpora } from './corpora.ts';
import type { LabelledSentence } from './label-types.ts';

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A sentence by its letters alone: one that stands in several articles is drawn once. */
export const wording = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');

/**
 * What was labelled before a set was drawn.
 * @param own ending of the names of its splits, which are left out
 * @returns labels by document, and the wordings of their sentences
 */
export async function labelledBefore(
  own: string,
): Promise<{ byDocument: Map<string, LabelledSentence[]>; wordings: Set<string> }> {
  const labels = JSON.parse(readFileSync(join(import.meta.dirname, 'labels.json'), 'utf8')) as LabelledSentence[];
  const byDocument = Map.groupBy(
    labels.filter(({ split }) => !split.endsWith(own)),
    ({ id }) => id,
  );
  const wordings = new Set<string>();
  for await (const { id, text, title } of corpora() ?? [])
    for (const { start, end, field } of byDocument.get(id) ?? [])
      wordings.add(wording((field ? title : text).slice(start, end)));
  return { byDocument, wordings };
}
