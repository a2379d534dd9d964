/** A file that was not taken, or not to its end. The message names the place and the remedy. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** The failure of a file of an import, with its place. */
export const refusedAt = (place: string, problem: string): ImportRefused => new ImportRefused(`${place}: ${problem}`);
