import { publishingTime } from './dates.ts';
import { readEuCsv } from './eu-csv.ts';
import { readEuXml } from './eu-xml.ts';
import { readFtm } from './ftm.ts';
import { Notes } from './notes.ts';
import { readOfacSdn } from './ofac-sdn.ts';
import { readOfacXml } from './ofac-xml.ts';
import { readOwnCsv } from './own-csv.ts';
import { readPopolo } from './popolo.ts';
import {
  LIST_FORMATS,
  ListError,
  type ListedEntity,
  type ListFormat,
  type ListInput,
  type ListReader,
  type ListSummary,
} from './types.ts';
import { readUkCsv } from './uk-csv.ts';
import { readUnXml } from './un-xml.ts';
import { readUsCslCsv } from './us-csl-csv.ts';

type Read = (
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
) => AsyncIterable<ListedEntity>;

const READERS: Record<ListFormat, Read> = {
  'ofac-sdn': readOfacSdn,
  'ofac-xml': readOfacXml,
  'un-xml': readUnXml,
  'eu-xml': readEuXml,
  'eu-csv': readEuCsv,
  'uk-csv': readUkCsv,
  'us-csl-csv': readUsCslCsv,
  ftm: readFtm,
  popolo: readPopolo,
  csv: readOwnCsv,
};

const LONGEST_ID = 500;

class Reader implements ListReader {
  readonly format: ListFormat;
  readonly #notes = new Notes();
  #entities = 0;
  #publishedAt: string | undefined;
  #used = false;

  constructor(format: ListFormat) {
    this.format = format;
  }

  async *read(inputs: readonly ListInput[]): AsyncGenerator<ListedEntity> {
    if (this.#used) throw new Error('a list reader reads one list; make another');
    this.#used = true;
    const names = inputs.map((input) => input.name).join(', ');
    if (inputs.length === 0) {
      throw new ListError('EMPTY', 'no file was given', 'inputs', 'Name the list file or files.');
    }
    const read = READERS[this.format];
    const seen = new Set<string>();
    const published = (at: string): void => {
      if (this.#publishedAt !== undefined) return;
      this.#publishedAt = publishingTime(at);
      if (this.#publishedAt === undefined) this.#notes.add('UNREAD_PUBLISHING_DATE', names);
    };
    for await (const entity of read(inputs, this.#notes, published)) {
      if (entity.id.length > LONGEST_ID || entity.id.includes('\0')) {
        const place = `entity ${seen.size + 1} of ${names}`;
        const problem = `id is longer than ${LONGEST_ID} characters or holds a NUL`;
        throw new ListError('DAMAGED', problem, place, 'Fetch the file again from the publisher.');
      }
      if (seen.has(entity.id)) {
        this.#notes.add('DUPLICATE_ID', `entity ${seen.size + 1} of ${names}`);
        continue;
      }
      seen.add(entity.id);
      this.#entities++;
      yield entity;
    }
    if (this.#entities === 0) {
      throw new ListError('EMPTY', 'list holds no entity', names, 'Check that the format named fits the file.');
    }
  }

  summary(): ListSummary {
    return {
      ...(this.#publishedAt === undefined ? {} : { publishedAt: this.#publishedAt }),
      entities: this.#entities,
      warnings: this.#notes.list(),
    };
  }
}

export function isListFormat(format: string): format is ListFormat {
  return (LIST_FORMATS as readonly string[]).includes(format);
}

/**
 * A reader for one version of a list in one of LIST_FORMATS.
 *
 * @throws {ListError} UNKNOWN_FORMAT for any other name
 */
export function listReader(format: string): ListReader {
  if (!isListFormat(format)) {
    throw new ListError(
      'UNKNOWN_FORMAT',
      'list format is not known',
      'format',
      `Use one of ${LIST_FORMATS.join(', ')}.`,
    );
  }
  return new Reader(format);
}
