import type { TSchema } from 'typebox';

/** A seeded generator of pseudo-random numbers (mulberry32): the same seed gives the same run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

export function random(seed: number): Random {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
  };
}

interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

const WORDS = [
  'Ana',
  'Li',
  'Øyvind',
  '王',
  'Мария',
  'Ng',
  "O'Hara",
  'Jean-Luc',
  'محمد',
  'x',
  'Sanctioned Sam',
  'Review',
  'Pending',
  'deepfake.jpg',
];

/** A value that the schema should allow, now and then at its edges. Values of known identifiers come from `known`. */
export function validValue(schema: TSchema, rng: Random, known: readonly string[]): unknown {
  return fromSchema(schema, rng, known);
}

function fromSchema(schema: JsonSchema, rng: Random, known: readonly string[]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return rng.pick(schema.enum);
  if (schema.anyOf) return fromSchema(rng.pick(schema.anyOf), rng, known);
  switch (schema.type) {
    case 'string':
      return text(schema, rng, known);
    case 'integer':
    case 'number': {
      const low = schema.minimum ?? 0;
      const high = schema.maximum ?? low + 1000;
      return rng.chance(0.2) ? rng.pick([low, high]) : low + rng.below(high - low + 1);
    }
    case 'boolean':
      return rng.chance(0.5);
    case 'null':
      return null;
    case 'array': {
      const length = (schema.minItems ?? 0) + rng.below(3);
      return Array.from({ length: Math.min(length, schema.maxItems ?? length) }, () =>
        fromSchema(schema.items ?? {}, rng, known),
      );
    }
    case 'object':
      return objectFrom(schema, rng, known);
    default:
      return rng.pick(['x', 1, null]);
  }
}

function objectFrom(schema: JsonSchema, rng: Random, known: readonly string[]): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    if (name === 'organizationId') continue;
    if (schema.required?.includes(name) || rng.chance(0.35)) value[name] = fromSchema(child, rng, known);
  }
  const [pattern] = Object.values(schema.patternProperties ?? {});
  if (pattern)
    for (let count = rng.below(3); count > 0; count -= 1) value[`k${rng.below(100)}`] = fromSchema(pattern, rng, known);
  return value;
}

function text(schema: JsonSchema, rng: Random, known: readonly string[]): string {
  switch (schema.format) {
    case 'date':
      return rng.pick(['1990-04-17', '2024-02-29', '0001-01-01', '9999-12-31']);
    case 'partial-date':
      return rng.pick(['1990', '1990-04', '1990-04-17']);
    case 'date-time':
    case 'date-or-date-time':
      return rng.pick(['2026-01-31T12:00:00Z', '2030-12-31T23:59:59.999+14:00', '1970-01-01T00:00:00Z']);
    case 'email':
      return 'a.b+c@example.com';
    case 'country':
      return rng.pick(['SE', 'NG', 'CN']);
    default:
  }
  if (schema.pattern?.startsWith('^\\+')) return '+46701234567';
  if (known.length > 0 && rng.chance(0.4)) return rng.pick(known);
  const base = rng.chance(0.1) ? 'https://hooks.example.com/a' : rng.pick(WORDS);
  const longest = schema.maxLength ?? 200;
  const padded = rng.chance(0.1) ? base.repeat(300) : base;
  return padded
    .slice(0, longest)
    .padEnd(schema.minLength ?? 0, 'a')
    .toWellFormed();
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table applicants; --",
  '${jndi:ldap://127.0.0.1/a}',
  '%00%0d%0aSet-Cookie: a=b',
  '../../../../etc/passwd',
  'x'.repeat(5000),
  '2024-02-30',
  '2024-13-01T25:00:00Z',
  [],
  {},
  [[[[[[]]]]]],
  { $gt: '' },
  'http://127.0.0.1/',
  'https://[::ffff:169.254.169.254]/',
  'ſ',
  '\u0041\u030a',
];

/** Breaks a value somewhere: another type, an edge, an unknown or missing member, deep nesting. */
export function damage(value: unknown, rng: Random): unknown {
  if (typeof value !== 'object' || value === null || rng.chance(0.1)) return rng.pick(HOSTILE);
  if (Array.isArray(value))
    return rng.chance(0.5) ? [...value, rng.pick(HOSTILE)] : value.map((item) => damage(item, rng));
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0 || rng.chance(0.2))
    return { ...value, [rng.pick(['zzz', 'constructor', 'a/b~c', ''])]: rng.pick(HOSTILE) };
  const at = rng.below(entries.length);
  if (rng.chance(0.25)) return Object.fromEntries(entries.toSpliced(at, 1));
  return Object.fromEntries(
    entries.map(([name, member], index) => [name, index === at ? damage(member, rng) : member]),
  );
}

/** Bodies that are not even JSON objects of the right kind. */
export function rawBody(valid: string, rng: Random): string | Uint8Array {
  const kind = rng.below(8);
  if (kind === 0) return valid.slice(0, Math.max(1, valid.length - 1 - rng.below(5)));
  if (kind === 1) return '['.repeat(2000) + ']'.repeat(2000);
  if (kind === 2) return `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`;
  if (kind === 3) return Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]);
  if (kind === 4) return '';
  if (kind === 5) return valid.replace('{', '{"__proto__":{"admin":true},');
  if (kind === 6) return rng.pick(['null', '[]', '"text"', '1', 'NaN', '{}{}', '\ufeff{}']);
  return valid.replaceAll('"', "'");
}
