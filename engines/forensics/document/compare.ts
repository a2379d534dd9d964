import type { Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';

/** What is seen of a page as text: codes with fonts and places, one mark each. */
export const marksOf = ({ items }: Page): { mark: string; item: TextItem }[] =>
  items
    .filter((item): item is TextItem => item.kind === 'TEXT' && item.visible && item.codes.trim() !== '')
    .map((item) => ({
      mark: `${item.font.base}|${Math.round(item.x)}|${Math.round(item.y)}|${item.codes}`,
      item,
    }));

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
  for (const { mark } of marksOf(before)) left.set(mark, (left.get(mark) ?? 0) + 1);
  const added: TextItem[] = [];
  for (const { mark, item } of marksOf(after)) {
    const count = left.get(mark) ?? 0;
    if (count > 0) left.set(mark, count - 1);
    else added.push(item);
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return added.length + removed > 0 ? { page: after, added, removed } : null;
}
