import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Actor } from '../platform/context.ts';
import { ApiError } from '../platform/http/errors.ts';
import { explainStartFailure } from '../server/startup-error.ts';
import { type Command, type Input, nameOf, type Outcome, Refused, type Tools, UsageError } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { Opened } from './database.ts';
import { helpText } from './help.ts';
import { Progress } from './progress.ts';

export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/** Exit status: done; refused or failed, with the reason on standard error; wrong usage. */
export type Status = 0 | 1 | 2;

/**
 * Runs one command line.
 * @param args what follows the program's name
 * @param readConfig called once the command is understood, so that help needs no environment
 */
export async function runCommandLine(
  args: readonly string[],
  output: Output,
  readConfig: () => Config,
  commands: readonly Command[] = COMMANDS,
): Promise<Status> {
  let chosen: Chosen | null = null;
  try {
    chosen = choose(args, commands);
    if ('help' in chosen) {
      output.stdout.write(chosen.help);
      return 0;
    }
    return await execute(chosen, output, readConfig());
  } catch (error) {
    if (error instanceof UsageError) {
      const [noun, verb] =
        chosen && 'command' in chosen ? [chosen.command.noun, chosen.command.verb] : known(args, commands);
      output.stderr.write(`${error.message}\n\n${helpText(commands, noun, verb)}`);
      return 2;
    }
    output.stderr.write(`${reasonOf(error)}\n`);
    return 1;
  }
}

type Chosen = { help: string } | { command: Command; json: boolean; input: Input };

function choose(given: readonly string[], commands: readonly Command[]): Chosen {
  const json = given.includes('--json');
  const args = given.filter((arg) => arg !== '--json');
  const words = args.filter((arg) => !arg.startsWith('-'));
  const wantsHelp = args.some((arg) => arg === '--help' || arg === '-h') || words[0] === 'help';
  if (wantsHelp) {
    const [noun, verb] = known(words[0] === 'help' ? words.slice(1) : words, commands);
    return { help: helpText(commands, noun, verb) };
  }
  const [noun, verb] = args;
  const ofNoun = commands.filter((command) => command.noun === noun);
  if (noun === undefined || noun.startsWith('-')) throw new UsageError('Say what to do: NOUN VERB.');
  if (ofNoun.length === 0) throw new UsageError(`There is no "${noun}".`);
  const command = ofNoun.find((candidate) => candidate.verb === undefined || candidate.verb === verb);
  if (!command) {
    throw new UsageError(verb === undefined ? `Say what to do with ${noun}.` : `"${noun}" has no "${verb}".`);
  }
  return { command, json, input: parse(command, args.slice(command.verb === undefined ? 1 : 2)) };
}

function parse(command: Command, args: readonly string[]): Input {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: command.options ?? {},
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { min, max } = command.positionals;
  const { length } = parsed.positionals;
  if (length < min) throw new UsageError(`"${nameOf(command)}" needs ${command.usage.split(/ (?=\[|--)/)[0] ?? ''}.`);
  if (length > max) throw new UsageError(`"${parsed.positionals[max] ?? ''}" is one argument too many.`);
  return { values: parsed.values as Input['values'], positionals: parsed.positionals };
}

/** The noun and verb that these words begin with, as far as there are such. */
function known(words: readonly string[], commands: readonly Command[]): [string | undefined, string | undefined] {
  const ofNoun = commands.filter((command) => command.noun === words[0]);
  const verb = ofNoun.find((command) => command.verb !== undefined && command.verb === words[1])?.verb;
  return [ofNoun[0]?.noun, verb];
}

async function execute(chosen: Exclude<Chosen, { help: string }>, output: Output, config: Config): Promise<Status> {
  const { command, json, input } = chosen;
  const progress = new Progress(output.stderr);
  const opened = new Opened(config, (message) => progress.show(message));
  const tools: Tools = {
    config,
    services: () => opened.services(),
    connectionString: () => opened.connectionString(),
    progress,
    actor: operator(),
  };
  let outcome: Outcome;
  try {
    outcome = await command.run(input, tools);
  } finally {
    progress.end();
    await opened.close();
  }
  output.stdout.write(json ? `${JSON.stringify(outcome.json, null, 2)}\n` : `${outcome.text}\n`);
  if (outcome.failure === undefined) return 0;
  output.stderr.write(`${outcome.failure}\n`);
  return 1;
}

/** The account that runs the command, for the audit log. */
function operator(): Actor {
  try {
    return { type: 'OPERATOR', id: `cli:${userInfo().username}` };
  } catch {
    return { type: 'OPERATOR', id: 'cli' };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof ApiError) return `${error.code}: ${error.message}`;
  const explained = explainStartFailure(error);
  if (explained !== null) return explained;
  return error instanceof Error ? `It failed: ${error.message}` : `It failed: ${String(error)}`;
}
