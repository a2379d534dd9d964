import { parseDate } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import { BELONGINGS, EDGES, type Edge, IDENTIFIER_PROPERTIES, THINGS, topicCategory } from './ftm-model.ts';
import { isObject, jsonLines, string, strings, type JsonObject } from './lines.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListedEntity, type ListInput } from './types.ts';

/** An entity of the model; its properties are lists of texts, or of nested entities. */
interface Node {
  id: string;
  schema: string;
  properties: JsonObject;
}

interface Link {
  relation: string;
  other: string;
  detail?: string;
}

/** Everything of a file that is not a thing, by the thing it belongs to; and what is known of each thing by id. */
class Graph {
  readonly belongings = new Map<string, Node[]>();
  readonly links = new Map<string, Link[]>();
  readonly addresses = new Map<string, Node>();
  readonly positions = new Map<string, Node>();
  readonly captions = new Map<string, string>();
  readonly exposed = new Set<string>();

  add(node: Node): void {
    const { id, schema, properties } = node;
    if (THINGS.has(schema)) {
      this.captions.set(id, string(properties['name']) ?? '');
      if (strings(properties['topics']).includes('role.pep')) this.exposed.add(id);
    } else if (schema === 'Address') this.addresses.set(id, node);
    else if (schema === 'Position') this.positions.set(id, node);
    const owner = BELONGINGS.get(schema);
    if (owner !== undefined) for (const end of references(properties[owner])) push(this.belongings, end, node);
    const edge = EDGES.get(schema);
    if (edge) this.#link(edge, properties);
    for (const nested of nestedNodes(properties)) this.add(nested);
  }

  #link(edge: Edge, properties: JsonObject): void {
    const detail = string(properties['relationship']) ?? string(properties['role']);
    const extra = detail === undefined ? {} : { detail };
    for (const source of references(properties[edge.source])) {
      for (const target of references(properties[edge.target])) {
        push(this.links, source, { relation: edge.relation, other: target, ...extra });
        push(this.links, target, { relation: edge.back, other: source, ...extra });
      }
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function toNode(value: unknown): Node | undefined {
  if (!isObject(value)) return undefined;
  const { id, schema, properties } = value;
  return typeof id === 'string' && typeof schema === 'string' && isObject(properties)
    ? { id, schema, properties }
    : undefined;
}

function nestedNodes(properties: JsonObject): Node[] {
  return Object.values(properties)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
    .map(toNode)
    .filter((node) => node !== undefined);
}

/** Ids a property refers to, whether written as texts or as nested entities. */
function references(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((item) => (isObject(item) ? string(item['id']) : string(item))).filter((id) => id !== undefined);
}

/** The model writes countries in lower case. */
function code(country: string): string {
  return country.length === 2 ? country.toUpperCase() : country;
}

function readNames(builder: EntityBuilder, properties: JsonObject, caption: string | undefined): void {
  const first = strings(properties['firstName']);
  const last = strings(properties['lastName']);
  // Several spellings of each cannot be told which belongs to which.
  const parts =
    first.length === 1 && last.length === 1 ? { parts: { first: first[0] ?? '', last: last[0] ?? '' } } : {};
  const names = strings(properties['name']);
  const primary = caption !== undefined && names.includes(caption) ? caption : names[0];
  builder.name(primary, 'PRIMARY', parts);
  for (const name of names) builder.name(name, 'ALIAS');
  for (const name of [...strings(properties['alias']), ...strings(properties['abbreviation'])])
    builder.name(name, 'ALIAS');
  for (const name of strings(properties['weakAlias'])) builder.name(name, 'WEAK_ALIAS');
  for (const name of strings(properties['previousName'])) builder.name(name, 'FORMER');
}

function readAddress(builder: EntityBuilder, address: Node): void {
  const { properties } = address;
  const country = string(properties['country']);
  builder.address({
    full: string(properties['full']),
    street: string(properties['street']) ?? string(properties['postOfficeBox']),
    city: string(properties['city']),
    region: string(properties['region']) ?? string(properties['state']),
    postalCode: string(properties['postalCode']),
    country: country === undefined ? undefined : code(country),
  });
}

function readSanction(builder: EntityBuilder, properties: JsonObject): void {
  builder
    .program(...strings(properties['program']), ...strings(properties['programId']))
    .legalBasis(...strings(properties['reason']));
  const publisher = string(properties['authority']);
  for (const url of strings(properties['sourceUrl'])) builder.source(url, publisher);
  const { entity } = builder;
  for (const value of [...strings(properties['listingDate']), ...strings(properties['startDate'])]) {
    const date = parseDate(value);
    if (date !== undefined && (entity.listedAt === undefined || date < entity.listedAt)) entity.listedAt = date;
  }
}

function readOccupancy(builder: EntityBuilder, properties: JsonObject, graph: Graph): void {
  const status = string(properties['status']);
  const since = parseDate(string(properties['startDate']) ?? '');
  const until = parseDate(string(properties['endDate']) ?? '');
  for (const id of references(properties['post'])) {
    const post = graph.positions.get(id)?.properties ?? {};
    const country = string(post['country']);
    builder.position(string(post['name']) ?? string(post['caption']), {
      ...(country === undefined ? {} : { country: code(country) }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      ...(status === 'current' ? { inOffice: true } : status === 'ended' ? { inOffice: false } : {}),
    });
  }
}

function readBelonging(builder: EntityBuilder, { schema, properties }: Node, graph: Graph): void {
  if (schema === 'Sanction') readSanction(builder, properties);
  else if (schema === 'Occupancy') readOccupancy(builder, properties, graph);
  else if (schema === 'CryptoWallet') {
    const currency = string(properties['currency'])?.toUpperCase();
    for (const value of strings(properties['publicKey'])) {
      builder.identifier({ type: 'CRYPTO_ADDRESS', value, ...(currency === undefined ? {} : { currency }) });
    }
  } else {
    const label = string(properties['type']);
    const country = string(properties['country']);
    for (const value of [...strings(properties['number']), ...strings(properties['passportNumber'])]) {
      builder.identifier({
        type: schema === 'Passport' ? 'PASSPORT' : documentType(label ?? ''),
        value,
        ...(country === undefined ? {} : { country: code(country) }),
        ...(label === undefined ? {} : { label }),
      });
    }
  }
}

function readFacts(builder: EntityBuilder, properties: JsonObject, schema: string): void {
  for (const date of strings(properties['birthDate'])) builder.birthDate(date);
  for (const place of strings(properties['birthPlace'])) builder.birthPlace(place);
  for (const country of [...strings(properties['nationality']), ...strings(properties['citizenship'])])
    builder.nationality(code(country));
  for (const property of ['country', 'jurisdiction', 'mainCountry', 'flag']) {
    for (const country of strings(properties[property])) builder.country(code(country));
  }
  builder.gender(string(properties['gender']));
  for (const [property, type] of IDENTIFIER_PROPERTIES) {
    // The registration of an aircraft is the number on its tail.
    const actual = schema === 'Airplane' && property === 'registrationNumber' ? 'TAIL_NUMBER' : type;
    for (const value of strings(properties[property])) {
      builder.identifier({ type: actual, value: actual === 'IMO' ? value.replace(/^IMO\s*/i, '') : value });
    }
  }
  for (const title of strings(properties['position'])) builder.position(title);
  for (const full of strings(properties['address'])) builder.address({ full });
  for (const url of strings(properties['sourceUrl'])) builder.source(url);
  builder.program(...strings(properties['program']), ...strings(properties['programId']));
  for (const note of [...strings(properties['notes']), ...strings(properties['summary'])]) builder.remark(note);
}

function toEntity(value: JsonObject, node: Node, graph: Graph, notes: Notes, place: string): ListedEntity | undefined {
  const { id, schema, properties } = node;
  const builder = new EntityBuilder(id, THINGS.get(schema) ?? 'ORGANIZATION', notes, place, value);
  // A party to law may be either.
  if (schema === 'LegalEntity') builder.entity.eitherKind = true;
  const { categories } = builder.entity;
  const add = (category: ReturnType<typeof topicCategory>): void => {
    if (category !== undefined && !categories.includes(category)) categories.push(category);
  };
  for (const topic of strings(properties['topics'])) add(topicCategory(topic));
  readNames(builder, properties, string(value['caption']));
  readFacts(builder, properties, schema);
  for (const addressId of references(properties['addressEntity'])) {
    const address = graph.addresses.get(addressId);
    if (address) readAddress(builder, address);
  }
  for (const belonging of graph.belongings.get(id) ?? []) readBelonging(builder, belonging, graph);
  for (const { relation, other, detail } of graph.links.get(id) ?? []) {
    builder.link(detail === undefined ? relation : `${relation}: ${detail}`, graph.captions.get(other), other);
    if (/^(?:FAMILY|ASSOCIATE)$/.test(relation) && graph.exposed.has(other) && !categories.includes('PEP')) add('RCA');
  }
  // The model marks what is there only as a neighbour of a target.
  if (categories.length === 0) {
    if (value['target'] === false) return undefined;
    builder.note('NO_CATEGORY');
  }
  return builder.done();
}

function refuseOther(value: JsonObject, place: string): never {
  const what =
    'op' in value && 'entity' in value
      ? 'file is a delta, not a whole list'
      : 'RECORD_ID' in value
        ? 'file is in the Senzing form'
        : 'line is no FollowTheMoney entity (id, schema, properties)';
  throw new ListError('UNKNOWN_FORMAT', what, place, 'Give the whole list as FollowTheMoney entities, one a line.');
}

/**
 * FollowTheMoney entities, one JSON object a line, flat (`entities.ftm.json`) or with the neighbours nested
 * (`targets.nested.json`). In the flat form an entity's sanctions, addresses, documents, positions and relations may
 * stand anywhere in the file: it is held in memory to its end, things as their text, the rest resolved.
 */
export async function* readFtm(inputs: readonly ListInput[], notes: Notes): AsyncGenerator<ListedEntity> {
  const graph = new Graph();
  const things: { text: string; place: string }[] = [];
  for (const input of inputs) {
    for await (const { value, text, place } of jsonLines(input, notes)) {
      const node = toNode(value) ?? refuseOther(value, place);
      graph.add(node);
      if (THINGS.has(node.schema)) things.push({ text, place });
    }
  }
  things.reverse();
  for (let thing = things.pop(); thing; thing = things.pop()) {
    const value: unknown = JSON.parse(thing.text);
    const node = toNode(value);
    if (!node || !isObject(value)) continue;
    const entity = toEntity(value, node, graph, notes, thing.place);
    if (entity) yield entity;
  }
}
