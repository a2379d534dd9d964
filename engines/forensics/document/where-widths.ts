import type { Detector } from '../types.ts';
import type { OpenedDocument } from './open.ts';

/** Where texts end can be told only where the file says how wide its characters are. */
export const whereWidthsAreKnown: Detector<OpenedDocument>['applicable'] = ({ pages }) =>
  pages.some((page) => page.items.some((item) => item.kind === 'TEXT' && item.font.widthsKnown))
    ? { applies: true }
    : { applies: false, reason: 'The file does not say how wide its characters are.' };
