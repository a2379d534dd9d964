import type { StoredLabel } from './label.ts';

/** What one file of labels says. */
export interface ReadPack {
  /** Under which its labels are kept. */
  pack: string;
  /** Whether it is a whole, which replaces what it said before; else it is added to what is there. */
  replaces: boolean;
  labels: StoredLabel[];
  /** Entries of other kinds, of currencies that the service does not read, or malformed. */
  skipped: number;
}
