// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Text from the database for a terminal: no control or direction characters get through. */
export const printable = (text: string): string => text.replaceAll(CONTROL, '\uFFFD');

/** Columns of equal width under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => printable(String(cell ?? '-'))))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `name  value` lines. */
export const facts = (pairs: readonly (readonly [string, string | number | null])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value ?? '-'))}`).join('\n');
};

/** Which list was refused, by which code, where and what to do. */
export const notTaken = ({ dataset, code, message }: { dataset: string; code: string; message: string }): string =>
  `The list ${dataset} was not taken (${code}): ${message}`;
