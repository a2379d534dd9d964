import { isDateTime, isPlainText } from '../contract/common.ts';
import { type Environment, type Plan, PLANS, type Scope, SCOPES } from '../contract/enums.ts';
import { type Input, UsageError } from './command.ts';

/** The argument at `index`; its presence was checked by the number of positionals. */
export const positional = (input: Input, index: number): string => input.positionals[index] ?? '';

export function optionText(input: Input, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

export function requiredText(input: Input, name: string): string {
  const value = optionText(input, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** A name as the API would take it: something visible, up to 200 characters. */
export function readName(text: string, place: string): string {
  if (!isPlainText(text) || text.length > 200) {
    throw new UsageError(`${place} must be visible text of up to 200 characters, without control characters.`);
  }
  return text;
}

function readChoice<const V extends readonly string[]>(text: string, values: V, place: string): V[number] {
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new UsageError(`${place} is "${text}"; it must be one of ${values.join(', ')}.`);
  return found;
}

export const readPlan = (text: string, place: string): Plan => readChoice(text, PLANS, place);

export const readEnvironment = (text: string): Environment =>
  readChoice(text, ['live', 'test'], '--environment') === 'live' ? 'LIVE' : 'TEST';

export function readScopes(text: string): Scope[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw new UsageError('--scopes names no scope.');
  return [...new Set(names.map((name) => readChoice(name, SCOPES, '--scopes')))];
}

export function readCount(text: string, place: string, maximum: number): number {
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < 1 || number > maximum) {
    throw new UsageError(`${place} is "${text}"; it must be a whole number from 1 to ${maximum}.`);
  }
  return number;
}

/** A moment: ISO 8601 with an offset, or a day, which is its start in UTC. */
export function readMoment(text: string, place: string): Date {
  const full = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  if (!isDateTime(full)) {
    throw new UsageError(`${place} is "${text}"; write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  }
  return new Date(full);
}
