import type { SoundFacts } from './measure.ts';
import type { SoundFormat, Tag } from './sound.ts';

/** A recording of sound that was read once from beginning to end. */
export interface OpenedSound {
  bytes: Uint8Array;
  mediaType: string;
  format: SoundFormat;
  tags: readonly Tag[];
  facts: SoundFacts;
}
