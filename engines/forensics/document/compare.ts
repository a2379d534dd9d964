import type { Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';

/** What is seen of a page as text: codes with fonts and places, one string each. */
const marks = ({ items }: Page): string[] =>
  items
    .filter((item): item is TextItem => item.kind === 'TEXT' && item.visible && item.codes.trim() !== '')
    .map((item) => `${item.font.base}|${Math.round(item.x)}|${Math.round(item.y)}|${item.codes}`);

export interface TextChange {
  page: Page;
  /** Runs of text that are new or gone. */
  added: TextItem[];
  removed: number;
}

/** How the visible text of the same page differs between two states; null where it does not. */
export function textChange(before: Page | undefined, after: Page): TextChange | null {
  if (!before) return null;
  const left = new Map<string, number>();
  for (const mark of marks(before)) left.set(mark, (left.get(mark) ?? 0) + 1);
  const added: TextItem[] = [];
  for (const item of after.items) {
    if (item.kind !== 'TEXT' || !item.visible || item.codes.trim() === '') continue;
    const mark = `${item.font.base}|${Math.round(item.x)}|${Math.round(item.y)}|${item.codes}`;
    const count = left.get(mark) ?? 0;
    if (count > 0) left.set(mark, count - 1);
    else added.push(item);
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return added.length + removed > 0 ? { page: after, added, removed } : null;
}
