import type { SoundFacts } from './measure.ts';
import type { Discrepancy, SoundFormat, Tag } from './sound.ts';

/** A recording of sound that was read once from beginning to end. */
export interface OpenedSound {
  bytes: Uint8Array;
  mediaType: string;
  format: SoundFormat;
  tags: readonly Tag[];
  /** Where the file contradicts itself about its length and parts. */
  discrepancies: readonly Discrepancy[];
  facts: SoundFacts;
}
