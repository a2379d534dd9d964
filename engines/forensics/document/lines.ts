import type { TextItem } from './pdf/content.ts';
import type { Page } from './open.ts';
import { type Bounds, shareCovered } from './pdf/matrix.ts';
import type { Region } from '../types.ts';

/** Texts that stand on one line of a page, from the left. */
export type Line = readonly TextItem[];

/** Baselines that differ by less than this share of the size are one line. */
const SAME_LINE = 0.3;

/** Visible text of a page, line by line from the top. Turned text is left out. */
export function linesOf(page: Page): Line[] {
  const texts = page.items.filter((item): item is TextItem => item.kind === 'TEXT' && item.visible && item.size > 1);
  const lines: TextItem[][] = [];
  for (const text of texts.toSorted((one, other) => other.y - one.y || one.x - other.x)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && Math.abs(last.y - text.y) < SAME_LINE * Math.min(last.size, text.size)) line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => line.toSorted((one, other) => one.x - other.x));
}

/** Bounds on a page as shares of what is seen of it. */
export function regionOf({ index, box }: Page, [left, bottom, right, top]: Bounds, weight: number): Region {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const x = clamp((left - box[0]) / width);
  const y = clamp((box[3] - top) / height);
  return {
    page: index,
    x,
    y,
    width: clamp((right - box[0]) / width) - x,
    height: clamp((box[3] - bottom) / height) - y,
    weight,
  };
}

const clamp = (share: number): number => Math.max(0, Math.min(1, share));

/** Whether something is seen at all: within the page. */
export const isOnPage = (page: Page, bounds: Bounds): boolean => shareCovered(bounds, page.box) > 0.5;
