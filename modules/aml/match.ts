import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Match as MatchSchema } from '../../contract/aml.ts';
import type { IdPrefix } from '../../contract/ids.ts';
import type { Explanation } from '../../engines/names/index.ts';
import type { Tenant } from '../../platform/context.ts';
import type { StoredEntity } from './lists/store.ts';
import { recordOfSource } from './news/party.ts';

export type Match = Static<typeof MatchSchema>;

/** An entity that a search found, with all that its list says about it. */
export interface FoundEntity {
  dataset: string;
  entity: StoredEntity;
  raw: unknown;
  /** Digest of what is material of the entity, in hex. */
  material: string;
  score: number;
  matchedName: string;
  explanation: readonly Explanation[];
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same for the same organisation, subject and entity, always. */
export const matchId = (tenant: Tenant, subjectKey: string, dataset: string, entityId: string): string =>
  idOf('mat', [tenant.organizationId, tenant.environment, subjectKey, dataset, entityId]);

/** An identifier that follows from what it is of: the prefix and 26 characters of Crockford base32 of a digest. */
export function idOf(prefix: IdPrefix, of: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(of)).digest();
  let value = BigInt(`0x${hash.toString('hex').slice(0, 32)}`);
  let text = '';
  for (let digits = 0; digits < 26; digits += 1) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}

/** The public record of a match, not decided about. */
export function toMatch(found: FoundEntity, id: string, reopened: boolean): Match {
  const { entity } = found;
  const sources = entity.sources.length > 0 ? entity.sources : [{}];
  return {
    matchId: id,
    entityId: entity.id,
    dataset: found.dataset,
    caption: entity.caption,
    schema: entity.schema,
    categories: [...entity.categories],
    score: found.score,
    matchedName: found.matchedName === '' ? entity.caption : found.matchedName,
    explanation: found.explanation.map(({ feature, query, candidate, score, weight, outcome }) => ({
      feature,
      query,
      candidate,
      score,
      weight,
      outcome,
    })),
    programs: [...entity.programs],
    legalBasis: [...entity.legalBasis],
    birthDates: [...entity.birthDates],
    countries: [...entity.countries],
    identifiers: entity.identifiers.map(({ type, value, country }) => ({ type, value, country: country ?? null })),
    positions: entity.positions.map(({ title, country, since, until, inOffice }) => ({
      title,
      country: country ?? null,
      since: since ?? null,
      until: until ?? null,
      inOffice: inOffice ?? null,
    })),
    associates: entity.links.map(({ relation, name, id: other }) => ({
      relation,
      name: name ?? null,
      entityId: other ?? null,
    })),
    // One record of a list is told with the first of the addresses where it can be read; of the news, each article.
    sources: sources.map((source, place) => ({
      url: source.url ?? null,
      publisher: source.publisher ?? null,
      record: recordOfSource(found.dataset, found.raw, place),
    })),
    listedAt: entity.listedAt ?? null,
    reopened,
    resolution: null,
  };
}
