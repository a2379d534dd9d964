import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Issue } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { CallContext } from '../context.ts';
import type { Transaction } from '../database/transaction.ts';
import type { StagedFile } from '../files/files.ts';
import type { Page } from './envelope.ts';

type Query<O> = O extends { query: infer S extends TSchema } ? Static<S> : undefined;
type Body<O> = O extends { body: infer S extends TSchema } ? Static<S> : undefined;

/** A request after authentication, limits and validation. */
export interface Call<O extends Operation = Operation> extends CallContext {
  params: Readonly<Record<string, string>>;
  query: Query<O>;
  body: Body<O>;
  /** The file of a multipart request, already stored (encrypted) but owned by nothing yet. */
  upload: Upload | null;
}

export interface Upload {
  file: StagedFile;
  fields: Readonly<Record<string, string>>;
}

/** An answer with a status other than the operation's own. */
export class Answer<Data> {
  readonly status: 200 | 201 | 202;
  readonly data: Data;
  constructor(status: 200 | 201 | 202, data: Data) {
    this.status = status;
    this.data = data;
  }
}

/** The bytes of a file instead of an envelope. */
export interface BinaryAnswer {
  mediaType: string;
  size: number;
  stream: Readable;
}

type DataOf<O extends Operation> = Static<O['data']>;
type ReadResult<O extends Operation> = O extends { list: true }
  ? Page<DataOf<O>>
  : O extends { binary: true }
    ? BinaryAnswer
    : DataOf<O>;

/**
 * What a body must be beside its schema: told together with what the schema says, so that nobody learns of one fault
 * only after mending another. The body may be of any form; where a path has an issue of its form already, what the
 * rules say of it is left out.
 */
export type BodyRules = (body: unknown, now: Date) => Issue[];

export interface Endpoint {
  operation: Operation;
  kind: 'read' | 'write';
  rules?: BodyRules;
  handle(call: Call, transaction: Transaction | null): Promise<unknown>;
}

/** An endpoint that changes nothing; runs outside any transaction. */
export function read<O extends Operation>(operation: O, handle: (call: Call<O>) => Promise<ReadResult<O>>): Endpoint {
  return { operation, kind: 'read', handle: (call) => handle(call) };
}

/**
 * An endpoint that changes something. The change, its events, jobs, audit lines, credits and the idempotent answer
 * commit in the one transaction it is given. It may be run again from the start after a deadlock.
 */
export function write<O extends Operation>(
  operation: O,
  handle: (call: Call<O>, transaction: Transaction) => Promise<DataOf<O> | Answer<DataOf<O>>>,
  rules?: BodyRules,
): Endpoint {
  return {
    operation,
    kind: 'write',
    ...(rules ? { rules } : {}),
    handle: (call, transaction) => {
      if (!transaction) throw new Error('A writing endpoint was called without a transaction');
      return handle(call, transaction);
    },
  };
}
