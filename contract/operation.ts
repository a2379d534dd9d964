import type { TObject, TSchema } from 'typebox';
import type { Scope } from './enums.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint of the public API: what it takes, what it answers, what it may refuse with. */
export interface Operation {
  operationId: string;
  tag: string;
  method: Method;
  /** Below the version prefix, with `:name` parameters. */
  path: string;
  summary: string;
  description?: string;
  scope: Scope | null;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be left out altogether (then `{}` is validated). */
  bodyOptional?: boolean;
  /** Also takes multipart/form-data: one file, and these text fields. */
  multipart?: { maxBytes: number; fields: TObject };
  /** Largest text of a JSON request in bytes; 1 MiB where absent. */
  bodyLimit?: number;
  /** Also takes application/x-ndjson, one JSON value a line, handed on as `{ [ndjson]: values }`. */
  ndjson?: string;
  status: 200 | 201 | 202;
  /** Other success status that the operation may answer with instead. */
  alsoStatus?: 200 | 201 | 202;
  data: TSchema;
  /** `data` is an array of this schema, with pagination. */
  list?: boolean;
  /** Answers the bytes of a file instead of the envelope. */
  binary?: boolean;
  errors?: readonly ErrorCode[];
  /** Of the request's body, and of `data` in the answer (of a list: of one of its rows). */
  examples?: {
    request?: Readonly<Record<string, unknown>>;
    /** Of `data`; the envelope is added. */
    response?: unknown;
  };
}

/** Keeps the exact types of a definition, so that handlers know their input and output. */
export function operation<const O extends Operation>(definition: O): O {
  return definition;
}
