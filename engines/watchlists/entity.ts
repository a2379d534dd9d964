import { countryCode } from './countries.ts';
import { parseBirthDate } from './dates.ts';
import { folded } from './fold.ts';
import type { Notes } from './notes.ts';
import type {
  EntitySchema,
  ListedAddress,
  ListedEntity,
  ListedIdentifier,
  ListedName,
  NameKind,
  NameParts,
} from './types.ts';

/** Names longer than this are no names; what a publisher put there stays in `raw`. */
const LONGEST_NAME = 1000;

/** Collects one entity: trims, leaves out what is empty or said twice, and notes what it could not read. */
export class EntityBuilder {
  readonly entity: ListedEntity;
  readonly #notes: Notes;
  readonly #place: string;
  readonly #names = new Map<string, ListedName>();

  /** @param place file and line or record, for warnings */
  constructor(id: string, schema: EntitySchema, notes: Notes, place: string, raw: unknown) {
    this.#notes = notes;
    this.#place = place;
    this.entity = {
      id,
      schema,
      caption: '',
      names: [],
      categories: [],
      programs: [],
      legalBasis: [],
      birthDates: [],
      birthPlaces: [],
      countries: [],
      nationalities: [],
      identifiers: [],
      addresses: [],
      positions: [],
      links: [],
      sources: [],
      raw,
    };
  }

  note(code: string): void {
    this.#notes.add(code, this.#place);
  }

  name(value: string | undefined, kind: NameKind, extra: { parts?: NameParts; language?: string } = {}): this {
    const name = folded(value ?? '');
    // Dashes and dots in the place of a name would never match, and keep an entity that has no other.
    if (!/[\p{L}\p{N}]/u.test(name)) return this;
    if (name.length > LONGEST_NAME) {
      this.note('NAME_TOO_LONG');
      return this;
    }
    const known = this.#names.get(name);
    if (known) {
      // The stronger statement about the same name holds.
      if (known.kind === 'WEAK_ALIAS' && kind !== 'WEAK_ALIAS') known.kind = kind;
      if (kind === 'PRIMARY') known.kind = 'PRIMARY';
      return this;
    }
    const listed: ListedName = { value: name, kind };
    const parts = extra.parts;
    if (parts) {
      const kept: NameParts = {};
      for (const key of ['first', 'middle', 'last'] as const) {
        const part = folded(parts[key] ?? '');
        if (part !== '') kept[key] = part;
      }
      if (Object.keys(kept).length > 0) listed.parts = kept;
    }
    if (extra.language !== undefined && extra.language !== '') listed.language = extra.language.toLowerCase();
    this.#names.set(name, listed);
    return this;
  }

  birthDate(value: string | undefined): this {
    const text = folded(value ?? '');
    if (text === '') return this;
    const date = parseBirthDate(text);
    if (date === undefined) this.note('UNREAD_BIRTH_DATE');
    else this.#once(this.entity.birthDates, date);
    return this;
  }

  birthPlace(...parts: (string | undefined)[]): this {
    this.#once(
      this.entity.birthPlaces,
      folded(parts.filter((part) => part !== undefined && part.trim() !== '').join(', ')),
    );
    return this;
  }

  nationality(value: string | undefined): this {
    const code = this.#country(value);
    if (code !== undefined) {
      this.#once(this.entity.nationalities, code);
      this.#once(this.entity.countries, code);
    }
    return this;
  }

  country(value: string | undefined): this {
    const code = this.#country(value);
    if (code !== undefined) this.#once(this.entity.countries, code);
    return this;
  }

  gender(value: string | undefined): this {
    const text = folded(value ?? '').toLowerCase();
    if (text === 'male' || text === 'm') this.entity.gender = 'MALE';
    else if (text === 'female' || text === 'f') this.entity.gender = 'FEMALE';
    else if (text === 'other') this.entity.gender = 'OTHER';
    return this;
  }

  /** @param country as the source writes it */
  identifier(identifier: Omit<ListedIdentifier, 'country'> & { country?: string | undefined }): this {
    const value = folded(identifier.value);
    if (value === '' || value.length > 200 || /^(?:unknown|n\/?a|none|-)$/i.test(value)) return this;
    const { country: stated, ...rest } = identifier;
    if (rest.label !== undefined) rest.label = folded(rest.label);
    const country = this.#country(stated);
    const { identifiers } = this.entity;
    if (identifiers.some((known) => known.type === rest.type && known.value === value && known.country === country))
      return this;
    identifiers.push({ ...rest, value, ...(country === undefined ? {} : { country }) });
    return this;
  }

  /** @param address its country as the source writes it */
  address(address: { [key in keyof ListedAddress]?: string | undefined }): this {
    const kept: ListedAddress = {};
    for (const key of ['full', 'street', 'city', 'region', 'postalCode'] as const) {
      const part = folded(address[key] ?? '');
      if (part !== '') kept[key] = part;
    }
    const code = this.#country(address.country);
    if (code !== undefined) {
      kept.country = code;
      this.#once(this.entity.countries, code);
    }
    const key = JSON.stringify(kept);
    const { addresses } = this.entity;
    if (key !== '{}' && !addresses.some((known) => JSON.stringify(known) === key)) addresses.push(kept);
    return this;
  }

  /** @param country as the source writes it */
  position(
    title: string | undefined,
    extra: { country?: string; since?: string; until?: string; inOffice?: boolean } = {},
  ): this {
    const value = folded(title ?? '');
    if (value === '') return this;
    const { country: stated, ...rest } = extra;
    const country = this.#country(stated);
    const listed = { title: value, ...rest, ...(country === undefined ? {} : { country }) };
    const key = JSON.stringify(listed);
    if (!this.entity.positions.some((known) => JSON.stringify(known) === key)) this.entity.positions.push(listed);
    return this;
  }

  link(relation: string, name: string | undefined, id?: string): this {
    const value = folded(name ?? '');
    if (value === '' && id === undefined) return this;
    this.entity.links.push({ relation, ...(value === '' ? {} : { name: value }), ...(id === undefined ? {} : { id }) });
    return this;
  }

  program(...values: (string | undefined)[]): this {
    for (const value of values) this.#once(this.entity.programs, folded(value ?? ''));
    return this;
  }

  legalBasis(...values: (string | undefined)[]): this {
    for (const value of values) this.#once(this.entity.legalBasis, folded(value ?? ''));
    return this;
  }

  source(url: string | undefined, publisher?: string): this {
    const link = /^https?:\/\/\S+$/i.test(url?.trim() ?? '') ? url?.trim() : undefined;
    if (link === undefined && publisher === undefined) return this;
    const { sources } = this.entity;
    if (!sources.some((known) => known.url === link && known.publisher === publisher)) {
      sources.push({ ...(link === undefined ? {} : { url: link }), ...(publisher === undefined ? {} : { publisher }) });
    }
    return this;
  }

  remark(value: string | undefined): this {
    const text = folded(value ?? '');
    if (text !== '') this.entity.remarks = this.entity.remarks === undefined ? text : `${this.entity.remarks} ${text}`;
    return this;
  }

  /** The entity, or undefined (noted) where it has no name: it could never match. */
  done(): ListedEntity | undefined {
    const { entity } = this;
    const names = [...this.#names.values()];
    const first = names.find((name) => name.kind === 'PRIMARY') ?? names[0];
    if (!first) {
      this.note('NO_NAME');
      return undefined;
    }
    if (!names.some((name) => name.kind === 'PRIMARY')) first.kind = 'PRIMARY';
    entity.caption = first.value;
    entity.names = [first, ...names.filter((name) => name !== first)];
    return entity;
  }

  #once(list: string[], value: string): void {
    if (value !== '' && !list.includes(value)) list.push(value);
  }

  #country(value: string | undefined): string | undefined {
    const text = value?.trim() ?? '';
    if (/^(?:|unknown|undetermined|none identified|n\/a|stateless|\?|-)$/i.test(text) || text === 'na')
      return undefined;
    const code = countryCode(text);
    if (code === undefined) this.note('UNKNOWN_COUNTRY');
    return code;
  }
}
