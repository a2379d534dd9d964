import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { Issue } from '../../contract/errors.ts';
import { validationError } from './errors.ts';

// Every issue is told (contract section 2); the library stops at 8 by itself. A body of the largest batch has a
// thousand places to be wrong in.
Settings.Set({ maxErrors: 4000 });
const MOST_ISSUES = 1000;

const NO_FORM = 'matches none of the forms allowed here';

type Where = 'body' | 'query' | 'params';

/**
 * Compiles a schema into a check that throws VALIDATION_ERROR with every issue found: of the schema, and those given with
 * the value, of what no schema can say.
 */
export function validator(schema: TSchema, where: Where): (value: unknown, ruled?: readonly Issue[]) => void {
  const compiled = Compile(schema);
  return (value, ruled = []) => {
    if (compiled.Check(value)) {
      if (ruled.length > 0) throw validationError(ruled.slice(0, MOST_ISSUES));
      return;
    }
    const formal = toIssues(compiled.Errors(value), schema, where);
    const wrong = new Set(formal.map(({ path }) => path));
    const issues = [...formal, ...ruled.filter(({ path }) => !wrong.has(path))].slice(0, MOST_ISSUES);
    throw validationError(issues.length > 0 ? issues : [fallback(where)]);
  };
}

const fallback = (where: Where): Issue => ({ path: '', code: 'INVALID_VALUE', message: `the ${where} is not valid` });

/** Every issue once, in a stable order; alternatives of a union are told as one issue at the union's place. */
function toIssues(errors: readonly TLocalizedValidationError[], schema: TSchema, where: Where): Issue[] {
  const issues = new Map<string, Issue>();
  const unions = new Set(errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath));
  for (const error of errors) {
    for (const issue of describe(error, schema, where)) {
      const key = `${issue.path} ${issue.code}`;
      if (!issues.has(key)) issues.set(key, issue);
    }
  }
  // "must be null" beside another reason only says that the field may be cleared, and that no form fits says nothing
  // beside the reason why one does not.
  const found = [...issues.values()].filter(
    (issue) => !(issue.message === 'must be null' && unions.has(issue.path)) || issues.size === 1,
  );
  const explained = new Set<string>();
  for (const { path, message } of found) {
    if (message === NO_FORM) continue;
    for (let at = path.length; at >= 0; at = path.lastIndexOf('/', at - 1)) {
      explained.add(path.slice(0, at));
      if (at === 0) break;
    }
  }
  return found.filter((issue) => issue.message !== NO_FORM || !explained.has(issue.path));
}

const child = (path: string, key: string): string =>
  `${path}/${key.toWellFormed().slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;

function describe(error: TLocalizedValidationError, schema: TSchema, where: Where): Issue[] {
  const path = error.instancePath;
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({
        path: child(path, name),
        code: 'REQUIRED',
        message: `is required in the ${where}`,
      }));
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => ({
        path: child(path, name),
        code: 'UNKNOWN_FIELD',
        message: `is not a field of this ${where}; remove it or correct its spelling`,
      }));
    case 'boolean':
    case 'anyOf':
    case 'oneOf':
      return error.keyword === 'boolean' ? [] : [{ path, code: 'INVALID_VALUE', message: NO_FORM }];
    case 'type':
      return [{ path, code: 'INVALID_TYPE', message: `must be ${typeName(error.params.type)}` }];
    case 'enum':
      return [
        { path, code: 'INVALID_VALUE', message: `must be one of ${error.params.allowedValues.map(String).join(', ')}` },
      ];
    case 'const':
      return [{ path, code: 'INVALID_VALUE', message: `must be ${JSON.stringify(error.params.allowedValue)}` }];
    case 'format':
      return [{ path, code: 'INVALID_FORMAT', message: formatMessage(error.params.format) }];
    case 'pattern':
      return [
        {
          path,
          code: 'INVALID_FORMAT',
          message: patternMessage(error.params.pattern, descriptionAt(schema, error.schemaPath)),
        },
      ];
    case 'minLength':
      return [{ path, code: 'TOO_SHORT', message: `must have at least ${error.params.limit} character(s)` }];
    case 'maxLength':
      return [{ path, code: 'TOO_LONG', message: `must have at most ${error.params.limit} characters` }];
    case 'minimum':
    case 'exclusiveMinimum':
      return [{ path, code: 'TOO_SMALL', message: `must be at least ${error.params.limit}` }];
    case 'maximum':
    case 'exclusiveMaximum':
      return [{ path, code: 'TOO_LARGE', message: `must be at most ${error.params.limit}` }];
    case 'minItems':
    case 'minProperties':
      return [{ path, code: 'TOO_FEW', message: `must have at least ${error.params.limit} member(s)` }];
    case 'maxItems':
    case 'maxProperties':
      return [{ path, code: 'TOO_MANY', message: `must have at most ${error.params.limit} members` }];
    case 'uniqueItems':
      return [{ path, code: 'NOT_UNIQUE', message: 'must not hold the same item twice' }];
    default:
      return [{ path, code: 'INVALID_VALUE', message: error.message }];
  }
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};
const typeName = (type: string | readonly string[]): string =>
  (typeof type === 'string' ? [type] : type).map((name) => TYPES[name] ?? name).join(' or ');

const patternMessage = (pattern: string | RegExp, description: string | undefined): string =>
  description === undefined ? `must match ${String(pattern)}` : `must be ${description}, written as ${String(pattern)}`;

/** What the contract says in words about the schema that refused. @param path as `#/properties/phone/anyOf/0` */
function descriptionAt(schema: TSchema, path: string): string | undefined {
  let at: unknown = schema;
  for (const part of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  const description = (at as { description?: unknown } | undefined)?.description;
  return typeof description === 'string' ? description : undefined;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a real calendar day, YYYY-MM-DD',
  'date-time': 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z',
  'partial-date': 'must be YYYY, YYYY-MM or YYYY-MM-DD',
  'date-or-date-time': 'must be YYYY-MM-DD or an ISO 8601 date-time such as 2026-01-31T12:00:00Z',
  email: 'must be an e-mail address',
  country: 'must be an ISO 3166-1 alpha-2 country code in upper case, such as SE',
  'plain-text': 'must hold visible text without control characters',
  'free-text': 'must not hold control characters',
  'visible-text': 'must hold visible text, and no control characters but line breaks and tabs',
};
const formatMessage = (format: string): string => FORMATS[format] ?? `must have the format ${format}`;
