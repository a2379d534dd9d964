import type { StoredLabel } from './label.ts';

/** What one file of labels says. */
export interface ReadPack {
  /** Under which its labels are kept. */
  pack: string;
  /**
   * What of the pack ends where it is not in the file any more: ALL of a pack that is a whole; what comes from the
   * SOURCES that the file names; NOTHING where the file adds.
   */
  replaces: 'ALL' | 'SOURCES' | 'NOTHING';
  labels: StoredLabel[];
  /** Entries of other kinds, of currencies that the service does not read, or malformed. */
  skipped: number;
}
