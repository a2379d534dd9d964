/**
 * The JSON pointer of the first member that an object of this text names twice: which of the two counts is not said by
 * JSON, so that who looked at the request before may have read another one than we.
 * @param text valid JSON
 * @param value what JSON.parse made of it
 * @returns null where each member is named once
 */
export function repeatedMember(text: string, value: unknown): string | null {
  return namesIn(text) === membersOf(value) ? null : locate(text);
}

/** How many member names stand in the text: strings that a colon follows. Strings are jumped over, however long. */
function namesIn(text: string): number {
  let names = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    if (isFollowedByColon(text, end)) names += 1;
    start = text.indexOf('"', end + 1);
  }
  return names;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

/** How many members the objects of a value have together. Its depth is not known yet, so no recursion. */
function membersOf(value: unknown): number {
  let members = 0;
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null) continue;
    const children: unknown[] = Array.isArray(item) ? item : Object.values(item);
    if (!Array.isArray(item)) members += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return members;
}

/** Deeper is refused anyway, and its path would be as long as the text. */
const MAX_DEPTH = 32;

interface Place {
  path: string;
  names: Set<string>;
  /** Of an array: the element that is being read. */
  index: number;
  name: string;
  isArray: boolean;
}

function locate(text: string): string {
  const open: Place[] = [];
  const here = (): string => {
    const place = open.at(-1);
    return place ? `${place.path}/${place.isArray ? place.index : place.name}` : '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const place = open.at(-1);
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      if (open.length >= MAX_DEPTH) return '';
      open.push({ path: here(), names: new Set(), index: 0, name: '', isArray: sign === '[' });
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && place) place.index += 1;
    else if (sign === '"') {
      const end = endOfString(text, at);
      if (place && isFollowedByColon(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string;
        place.name = name.toWellFormed().slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
        if (place.names.has(name)) return here();
        place.names.add(name);
      }
      at = end;
    }
  }
  return '';
}
