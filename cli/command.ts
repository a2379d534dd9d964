import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Actor } from '../platform/context.ts';
import type { Services } from '../platform/module.ts';
import type { Progress } from './progress.ts';

/** What a command has to work with. */
export interface Tools {
  config: Config;
  /** Connects (and starts the embedded database where it is down) at first use; closed at the end. */
  services(): Promise<Services>;
  /** Where the database is, for what must not open the vault. */
  connectionString(): Promise<string>;
  progress: Progress;
  /** Whom the audit log names. */
  actor: Actor;
}

export interface Input {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
}

/** What a command found or did: one JSON document, and the same for people. */
export interface Outcome {
  json: unknown;
  text: string;
  /** Set where the command ran but what it checked does not hold: exit status 1 with this reason. */
  failure?: string;
}

/** One command of the operator's command line: `NOUN VERB`, or `NOUN` alone. */
export interface Command {
  noun: string;
  verb?: string;
  /** Arguments as the usage shows them. */
  usage: string;
  summary: string;
  /** Further lines of its help. */
  notes?: readonly string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  positionals: { min: number; max: number };
  run(input: Input, tools: Tools): Promise<Outcome>;
}

/** The command line is wrong: exit status 2, with the usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command is understood and refused: exit status 1, with the reason. */
export class Refused extends Error {
  override name = 'Refused';
}

export const nameOf = (command: Command): string => [command.noun, command.verb].filter(Boolean).join(' ');
