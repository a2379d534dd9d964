import { Admission } from './admission.ts';
import { alignNames, type Alignment } from './align.ts';
import {
  compareAttributes,
  isTellingIdentifier,
  isWorldwide,
  readQueryAttributes,
  type Attributes,
  type QueryAttributes,
} from './attributes.ts';
import { bestCandidates, findCandidates } from './candidates.ts';
import { Counters } from './counters.ts';
import { Expander } from './expand.ts';
import { scoreAgain } from './align-score.ts';
import { explainAlignment, explainSteps } from './explain.ts';
import { ListedLikeness } from './likeness.ts';
import { MODEL } from './model.ts';
import { parseName } from './parse.ts';
import type { NameReading, Role } from './roles.ts';
import { finalScore } from './score.ts';
import type { ScoreStep } from './score-steps.ts';
import { KINDS, SCHEMAS, Segment, SEGMENT_FORMAT, type SegmentArrays, type SharedSegment } from './segment.ts';
import { hashText, IDENTIFIER_SEED } from './storage.ts';
import type { Token } from './token.ts';
import { writtenLikeness } from './writing.ts';
import { readAttributes } from './stored-attributes.ts';
import type { NameMatch, NameQuery, SearchOptions } from './types.ts';

/** Readings scored in full per reading of the query. */
const MOST_SCORED = 120;
const MOST_QUERY_NAMES = 6;

interface Found {
  entity: number;
  nameIndex: number;
  alignment: Alignment | null;
  query: NameReading | null;
  candidate: NameReading | null;
  nameScore: number;
  score: number;
  probability: number;
  lines: NameMatch['explanation'];
  /** Of the evidence beside the name. */
  points: number;
  identified: boolean;
}

/** An immutable, searchable set of entities. Deterministic: the same query on the same entities gives the same answer. */
export class NameIndex {
  private readonly segment: Segment;
  private readonly expander: Expander;
  private readonly counters: Counters;
  private readonly likeness: ListedLikeness;

  constructor(arrays: SegmentArrays) {
    this.segment = new Segment(arrays);
    this.expander = new Expander(this.segment);
    this.counters = new Counters(this.segment.readingCount);
    this.likeness = new ListedLikeness(this.segment);
  }

  /** Entities in the index. */
  get size(): number {
    return this.segment.entityCount;
  }

  /** Readings of names in the index. */
  get readings(): number {
    return this.segment.readingCount;
  }

  /** Bytes of shared memory held. */
  get byteLength(): number {
    let total = 0;
    for (const array of Object.values(this.segment.arrays) as (Uint8Array | Uint32Array)[]) total += array.byteLength;
    return total;
  }

  /** A handle to post to a worker thread: the arrays are shared, not copied. */
  transfer(): SharedSegment {
    return { format: SEGMENT_FORMAT, arrays: this.segment.arrays };
  }

  /** The index behind a handle from {@link transfer}. @throws where the handle is of another layout. */
  static attach(shared: SharedSegment): NameIndex {
    if (shared.format !== SEGMENT_FORMAT)
      throw new Error(`index layout ${shared.format} is not ${SEGMENT_FORMAT}: build the index again`);
    return new NameIndex(shared.arrays);
  }

  /** Identifiers of all entities, in ordinal order. */
  entityId(ordinal: number): string {
    return this.segment.entityId(ordinal);
  }

  /**
   * Who in the index may be the one asked for: best first, at most `limit`, none below `threshold`, each entity once.
   * Excluded entities are taken out before the best are chosen. Never throws on any text.
   */
  search(query: NameQuery, options: SearchOptions): NameMatch[] {
    const person = query.schema === 'PERSON';
    const attributes = readQueryAttributes(query);
    const found = new Map<number, Found>();
    const allowed = this.filterOf(query.schema, options);
    const admission = new Admission(SCHEMAS.indexOf(query.schema), attributes, options.threshold);
    for (const reading of queryReadings(query))
      this.searchReading(reading, person, attributes, options, allowed, admission, found);
    this.searchIdentifiers(query, attributes, options, found, person);
    const matches = [...found.values()].filter((match) => match.score >= options.threshold);
    matches.sort((a, b) => b.score - a.score || b.nameScore - a.nameScore || this.byWriting(query, a, b));
    return matches.slice(0, options.limit).map((match) => this.toMatch(match, person));
  }

  /** Of two that the evidence does not tell apart, the one written more like what is asked for comes first. */
  private byWriting(query: NameQuery, a: Found, b: Found): number {
    const name = queryName(query);
    const likeness = (match: Found): number =>
      match.nameIndex < 0 ? 0 : writtenLikeness(name, this.segment.name(match.nameIndex));
    return likeness(b) - likeness(a) || a.entity - b.entity;
  }

  /** Who may be found at all; `schema` null: of whatever kind. */
  private filterOf(schemaName: NameQuery['schema'] | null, options: SearchOptions): (entity: number) => boolean {
    const schema = schemaName === null ? -1 : SCHEMAS.indexOf(schemaName);
    const { entitySchema } = this.segment.arrays;
    const known = new Map<number, boolean>();
    const { exclude, accept } = options;
    return (entity) => {
      if (schema >= 0 && entitySchema[entity] !== schema) return false;
      if (exclude === undefined && accept === undefined) return true;
      let answer = known.get(entity);
      if (answer === undefined) {
        const id = this.segment.entityId(entity);
        answer = exclude?.(id) !== true && (accept === undefined || accept(id, entity));
        known.set(entity, answer);
      }
      return answer;
    };
  }

  private searchReading(
    query: NameReading,
    person: boolean,
    attributes: QueryAttributes,
    options: SearchOptions,
    allowed: (entity: number) => boolean,
    admission: Admission,
    found: Map<number, Found>,
  ): void {
    const { segment, counters } = this;
    const floorScore = Math.max(0, options.threshold - mostPoints(attributes)) / 100;
    // A shared identifier can lift any name; all else only so far.
    const floorName = attributes.identifiers.length > 0 ? 0 : floorScore * 100;
    const floor = floorScore * 0.88;
    const requireTwo = person && floorScore >= 0.68;
    const { codes } = admission;
    const lookup = findCandidates(segment, this.expander, counters, query, person, floor, requireTwo, codes);
    if (lookup.total === 0) return;
    const yearOf = attributes.birth === null ? 0 : Math.floor(attributes.birth.from / 10000);
    const { entityBirthYears, readingEntity } = segment.arrays;
    const adjust = (entity: number): number => {
      if (!allowed(entity)) return -10;
      if (yearOf === 0) return 0;
      const years = entityBirthYears[entity] ?? 0;
      if (years === 0) return 0;
      if (!admission.admits(years)) return -10;
      return yearOf >= years >>> 16 && yearOf <= (years & 65535) ? 0.06 : -0.06;
    };
    const candidates = bestCandidates(
      segment,
      counters,
      query,
      lookup,
      floor,
      Math.max(MOST_SCORED, options.limit * 2),
      adjust,
    );
    counters.reset();
    const readings: number[] = [];
    for (const { reading, estimate } of candidates) if (estimate >= -1) readings.push(reading);
    this.likeness.prepare(query, person, readings);
    for (const reading of readings) {
      const entity = readingEntity[reading] ?? 0;
      const candidate = this.readingOf(reading);
      this.likeness.take(reading, candidate);
      const alignment = alignNames(query, candidate, person, true, this.likeness);
      this.keepBetter(found, entity, reading, query, candidate, alignment, attributes, floorName, person);
    }
  }

  private keepBetter(
    found: Map<number, Found>,
    entity: number,
    reading: number,
    query: NameReading,
    candidate: NameReading,
    alignment: Alignment,
    attributes: QueryAttributes,
    floor: number,
    person: boolean,
  ): void {
    const { readingName, nameKind } = this.segment.arrays;
    const nameIndex = readingName[reading] ?? 0;
    const nameScore = Math.round(alignment.score * 1e6) / 1e4;
    const known = found.get(entity);
    if (nameScore < floor || (known !== undefined && known.nameScore >= nameScore + 8)) return;
    const evidence = compareAttributes(attributes, this.attributes(entity));
    const { score, probability } = finalScore(
      nameScore,
      KINDS[nameKind[nameIndex] ?? 0] ?? 'PRIMARY',
      person && this.isBeside(nameIndex, entity),
      alignment.told,
      evidence.points,
      evidence.identified,
    );
    if (known !== undefined && known.score >= score) return;
    found.set(entity, {
      entity,
      nameIndex,
      alignment,
      query,
      candidate,
      nameScore,
      score,
      probability,
      lines: evidence.lines,
      points: evidence.points,
      identified: evidence.identified,
    });
  }

  private searchIdentifiers(
    query: NameQuery,
    attributes: QueryAttributes,
    options: SearchOptions,
    found: Map<number, Found>,
    person: boolean,
  ): void {
    if (attributes.identifiers.length === 0) return;
    const { identifierHash, identifierEntity } = this.segment.arrays;
    const ofThisKind = this.filterOf(query.schema, options);
    const ofAnyKind = this.filterOf(null, options);
    for (const identifier of attributes.identifiers) {
      const { key } = identifier;
      if (!isTellingIdentifier(key)) continue;
      const allowed = isWorldwide(identifier) ? ofAnyKind : ofThisKind;
      const hash = hashText(key, IDENTIFIER_SEED);
      for (let at = lowerBound(identifierHash, hash); at < identifierHash.length && identifierHash[at] === hash; at++) {
        const entity = identifierEntity[at] ?? 0;
        if (found.has(entity) || !allowed(entity)) continue;
        const evidence = compareAttributes(attributes, this.attributes(entity));
        if (!evidence.identified) continue;
        this.addIdentified(found, entity, query, evidence.points, evidence.lines, person);
      }
    }
  }

  /** An entity found by an identifier though no name was alike: its best name is compared for the record. */
  private addIdentified(
    found: Map<number, Found>,
    entity: number,
    query: NameQuery,
    points: number,
    lines: NameMatch['explanation'],
    person: boolean,
  ): void {
    const { readingEntity, readingName, nameKind } = this.segment.arrays;
    let best: Found | null = null;
    const queries = queryReadings(query);
    for (
      let reading = lowerBound(readingEntity, entity);
      reading < readingEntity.length && readingEntity[reading] === entity;
      reading++
    ) {
      const nameIndex = readingName[reading] ?? 0;
      const candidate = this.readingOf(reading);
      for (const asked of queries) {
        const alignment = alignNames(asked, candidate, person, true);
        const nameScore = Math.round(alignment.score * 1e6) / 1e4;
        if (best !== null && best.nameScore >= nameScore) continue;
        const { score, probability } = finalScore(
          nameScore,
          KINDS[nameKind[nameIndex] ?? 0] ?? 'PRIMARY',
          person && this.isBeside(nameIndex, entity),
          alignment.told,
          points,
          true,
        );
        best = {
          entity,
          nameIndex,
          alignment,
          query: asked,
          candidate,
          nameScore,
          score,
          probability,
          lines,
          points,
          identified: true,
        };
      }
    }
    if (best === null) {
      const { score, probability } = finalScore(0, 'PRIMARY', false, 0, points, true);
      best = {
        entity,
        nameIndex: -1,
        alignment: null,
        query: null,
        candidate: null,
        nameScore: 0,
        score,
        probability,
        lines,
        points,
        identified: true,
      };
    }
    found.set(entity, best);
  }

  private readingOf(reading: number): NameReading {
    const { readingStart, readingTokens, readingRoles } = this.segment.arrays;
    const tokens: Token[] = [];
    const roles: Role[] = [];
    for (let at = readingStart[reading] ?? 0; at < (readingStart[reading + 1] ?? 0); at++) {
      tokens.push(this.segment.token(readingTokens[at] ?? 0));
      roles.push((readingRoles[at] ?? 0) as Role);
    }
    return { tokens, roles };
  }

  /** A name other than the first, where the first is known. */
  private isBeside(nameIndex: number, entity: number): boolean {
    const { nameKind, readingEntity, readingName } = this.segment.arrays;
    if (KINDS[nameKind[nameIndex] ?? 0] === 'PRIMARY') return false;
    const first = readingName[lowerBound(readingEntity, entity)] ?? 0;
    return KINDS[nameKind[first] ?? 0] === 'PRIMARY';
  }

  private attributes(entity: number): Attributes {
    return readAttributes(this.segment.entityData(entity));
  }

  private toMatch(match: Found, person: boolean): NameMatch {
    const { alignment, query, candidate } = match;
    const steps: ScoreStep[] = [];
    let names: NameMatch['explanation'] = [];
    if (alignment !== null && query !== null && candidate !== null) {
      // Scored once more for those that are reported: the search itself keeps no account.
      scoreAgain(alignment, query, candidate, person, steps);
      names = explainAlignment(alignment, query, candidate);
    }
    const { nameKind } = this.segment.arrays;
    const kind = match.nameIndex < 0 ? 'PRIMARY' : (KINDS[nameKind[match.nameIndex] ?? 0] ?? 'PRIMARY');
    const beside = person && match.nameIndex >= 0 && this.isBeside(match.nameIndex, match.entity);
    finalScore(match.nameScore, kind, beside, alignment?.told ?? 0, match.points, match.identified, steps);
    return {
      entityId: this.segment.entityId(match.entity),
      score: match.score,
      matchedName: match.nameIndex < 0 ? '' : this.segment.name(match.nameIndex),
      explanation: [...names, ...match.lines, ...explainSteps(steps)],
      nameScore: match.nameScore,
      probability: match.probability,
    };
  }
}

/** Most points that what is known beside the name could add. */
function mostPoints(attributes: QueryAttributes): number {
  let points = 0;
  if (attributes.birth !== null) points += 14;
  if (attributes.nationality !== null) points += 3;
  if (attributes.country !== null) points += 2;
  if (attributes.address !== null) points += 3;
  return Math.min(points, MODEL.mostLift);
}

function queryName(query: NameQuery): string {
  return (
    query.name ??
    [query.firstName, query.middleName, query.lastName].filter((part) => part !== undefined && part !== '').join(' ')
  );
}

function queryReadings(query: NameQuery): NameReading[] {
  const full = queryName(query);
  const out: NameReading[] = [];
  for (const name of [full, ...(query.aliases ?? [])].slice(0, MOST_QUERY_NAMES)) {
    if (name !== '') out.push(...parseName(name, query.schema, undefined, true));
  }
  return out;
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
