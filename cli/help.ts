import { type Command, nameOf } from './command.ts';

const CALL = 'npm run --silent cli --';

/** The usage of all commands, of those of a noun, or of one with its notes. */
export function helpText(commands: readonly Command[], noun?: string, verb?: string): string {
  const chosen = commands.filter(
    (command) => (noun === undefined || command.noun === noun) && (verb === undefined || command.verb === verb),
  );
  const calls = chosen.map((command) => `${nameOf(command)} ${command.usage}`.trim());
  const width = Math.min(62, Math.max(...calls.map((call) => call.length)));
  const lines = chosen.flatMap((command, index) => {
    const call = calls[index] ?? '';
    const head =
      call.length > width
        ? [`  ${call}`, `  ${' '.repeat(width)}  ${command.summary}`]
        : [`  ${call.padEnd(width)}  ${command.summary}`];
    return noun === undefined ? head : [...head, ...(command.notes ?? []).map((note) => `      ${note}`)];
  });
  return [
    `Usage: ${CALL} ${noun ?? 'NOUN'} ${verb ?? (chosen.length === 1 && !chosen[0]?.verb ? '' : 'VERB')}`.trimEnd(),
    '',
    ...lines,
    '',
    'All of them take --json: one JSON document on standard output, and nothing else.',
    'Exit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage.',
    'The database is that of DATABASE_URL, or the embedded one of DATA_DIR (./data); a server may run beside.',
    ...(noun === undefined ? [`More about one: ${CALL} help NOUN`] : []),
    '',
  ].join('\n');
}
