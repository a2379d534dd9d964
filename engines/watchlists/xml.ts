import { SaxesParser } from 'saxes';
import { utf8Chunks } from './bytes.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListInput } from './types.ts';

/** One element of a record; names are without namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Line of the file on which the element begins, from 1. */
  line: number;
}

/** What most elements have; one object for all of them. */
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

export interface XmlShape {
  /** Names the document's element may have. */
  roots: readonly string[];
  /** Names of the elements handed out one by one; everything else outside them is not kept. */
  records: readonly string[];
}

const MAX_DEPTH = 64;
/** Most characters of one record, or between two tags. */
const MAX_RECORD_CHARS = 16 * 2 ** 20;
const FETCH_AGAIN = 'Fetch the file again from the publisher.';

/** The name without its namespace prefix. */
function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/**
 * The records of an XML list, one at a time; the document's own element comes first, without children, so that its
 * attributes can be read.
 *
 * Nothing is fetched and nothing is expanded: a document type declaration is refused, which leaves the five
 * predefined entities and character references. Depth and size of a record are bounded.
 *
 * @throws {ListError} UNKNOWN_FORMAT for another document element, TRUNCATED where the end is missing, DAMAGED where
 *   the text is not well-formed, and what `utf8Chunks` throws
 */
export async function* xmlRecords(input: ListInput, notes: Notes, shape: XmlShape): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const ready: XmlElement[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let chars = 0;
  let sinceTag = 0;
  const place = (): string => `${input.name} line ${parser.line}`;
  const damaged = (what: string): ListError => new ListError('DAMAGED', what, place(), FETCH_AGAIN);

  function push(name: string, given: Record<string, string>): XmlElement {
    let attributes = NO_ATTRIBUTES;
    for (const _ in given) attributes = given;
    const element: XmlElement = { name, attributes, children: [], text: '', line: parser.line };
    open.at(-1)?.children.push(element);
    open.push(element);
    return element;
  }

  parser.on('error', () => {
    throw damaged('XML is not well-formed');
  });
  parser.on('doctype', () => {
    throw damaged('XML carries a document type declaration, which no list needs');
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    sinceTag = 0;
    // Records become plain JSON, where this name would set the prototype.
    if (name === '__proto__') throw damaged('XML uses a reserved name');
    if (++depth > MAX_DEPTH) throw damaged('XML is nested deeper than any list');
    if (depth === 1) {
      if (!shape.roots.includes(name)) {
        throw new ListError(
          'UNKNOWN_FORMAT',
          `XML document element is not ${shape.roots.join(' or ')}`,
          place(),
          'Check that the format named fits the file.',
        );
      }
      ready.push({ name, attributes: tag.attributes, children: [], text: '', line: parser.line });
    } else if (open.length > 0) {
      push(name, tag.attributes);
    } else if (shape.records.includes(name)) {
      chars = 0;
      push(name, tag.attributes);
    }
  });
  function keep(text: string): void {
    const element = open.at(-1);
    if (!element) return;
    chars += text.length;
    if (chars > MAX_RECORD_CHARS) throw damaged('record is longer than any list has');
    // The white space between elements is layout.
    if (element.text !== '' || text.trim() !== '') element.text += text;
  }
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', () => {
    depth--;
    sinceTag = 0;
    const element = open.pop();
    if (!element) return;
    if (element.text !== '') element.text = element.text.trim();
    if (open.length === 0) ready.push(element);
  });

  for await (const chunk of utf8Chunks(input, notes)) {
    sinceTag += chunk.length;
    if (sinceTag > MAX_RECORD_CHARS) throw damaged('text without a tag is longer than any list has');
    parser.write(chunk.toString('utf8'));
    yield* ready.splice(0);
  }
  parser.on('error', () => {
    throw new ListError('TRUNCATED', 'XML ends before its last closing tag', place(), FETCH_AGAIN);
  });
  parser.close();
  yield* ready.splice(0);
}

/** The children with this name. */
export function all(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element.children) if (child.name === name) found.push(child);
  return found;
}

/** The first child with this name. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) if (child.name === name) return child;
  return undefined;
}

/** Text of the first child with this name, without white space at the ends; undefined where missing or blank. */
export function text(element: XmlElement, name: string): string | undefined {
  const found = child(element, name);
  return found === undefined || found.text === '' ? undefined : found.text;
}

/** Texts of all children with this name, blank ones left out. */
export function texts(element: XmlElement, name: string): string[] {
  const found: string[] = [];
  for (const child of element.children) if (child.name === name && child.text !== '') found.push(child.text);
  return found;
}

/** A value of a record as plain JSON. */
export type XmlJson = string | { [name: string]: XmlJson | XmlJson[] };

/** The whole element as plain JSON: attributes as `@name`, text as `#text`, repeated children as arrays. */
export function toJson(element: XmlElement): XmlJson {
  const { attributes, children, text } = element;
  if (children.length === 0 && attributes === NO_ATTRIBUTES) return text;
  const json: { [name: string]: XmlJson | XmlJson[] } = {};
  if (attributes !== NO_ATTRIBUTES) {
    for (const [name, value] of Object.entries(attributes)) json[`@${name}`] = value;
  }
  for (const child of children) {
    const { name } = child;
    const value = toJson(child);
    // Own properties only: an element may well be called `constructor`.
    if (!Object.hasOwn(json, name)) {
      json[name] = value;
      continue;
    }
    const known = json[name];
    if (Array.isArray(known)) known.push(value);
    else if (known !== undefined) json[name] = [known, value];
  }
  if (text !== '') json['#text'] = text;
  return json;
}
