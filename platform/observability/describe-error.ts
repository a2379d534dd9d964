/** What a log may hold of a failure: its kind, place and code, and never the values it was about. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const fields: Record<string, unknown> = { name: error.name };
  // A database error's message may quote a row; its code and the names of what it was about do not.
  const database = error as {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
    routine?: unknown;
    severity?: unknown;
  };
  for (const name of ['code', 'constraint', 'table', 'routine'] as const) {
    if (typeof database[name] === 'string') fields[name] = database[name];
  }
  if (typeof database.severity !== 'string') fields['message'] = error.message.slice(0, 300);
  fields['stack'] = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) =>
      line
        .trim()
        .replaceAll(/\(?(?:file:\/\/)?\/\S*?((?:node_modules|platform|modules|server|engines|contract|cli)\/)/g, '($1'),
    );
  if (error.cause !== undefined) fields['cause'] = describeError(error.cause);
  return fields;
}
