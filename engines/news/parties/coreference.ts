import { foldWord } from '../fold.ts';
import type { LanguageModel } from '../lexicon/model.ts';
import type { Mention, Party } from './mention.ts';

/** Most parties of one article; a text with more names is a table or an attack. */
const MAX_PARTIES = 2_000;

/**
 * Brings together the mentions of one party within an article, in order of the text: a family name after the full
 * name ("Ivan Boesky … Boesky"), an organisation's first words after its full name ("Paradyne Corp … Paradyne"), an
 * acronym after its expansion ("Meat and Livestock Australia … MLA"). The latest bearer of a shared form wins.
 */
export class Coreference {
  readonly #model: LanguageModel;
  readonly #parties: Party[] = [];
  readonly #byForm = new Map<string, Party>();
  readonly #families = new Map<string, Party>();

  constructor(model: LanguageModel) {
    this.#model = model;
  }

  get parties(): readonly Party[] {
    return this.#parties;
  }

  /** @returns the party a mention stands for; undefined for a bare word that no full name explains and none should */
  add(mention: Mention): Party | undefined {
    const key = this.#key(mention.name);
    // "Jefferies" after "Boyd Jefferies" and "Jefferies and Co": the person, unless written with a legal form.
    const person = mention.bare ? this.#families.get(key) : undefined;
    const known = person ?? this.#byForm.get(key) ?? this.#shorter(mention, key);
    if (known && (known.kind === mention.kind || mention.bare || !mention.sure)) {
      known.forms.add(mention.name);
      if (mention.name.length > known.name.length && mention.kind === known.kind) known.name = mention.name;
      known.official ||= mention.official;
      known.judicial ||= mention.judicial;
      if (mention.titled && !known.forms.has(''))
        known.kind = known.kind === 'ORGANIZATION' && !mention.sure ? 'ORGANIZATION' : known.kind;
      this.#index(mention, known);
      return known;
    }
    if (mention.onlyKnown || this.#parties.length >= MAX_PARTIES) return undefined;
    const party: Party = {
      id: this.#parties.length,
      name: mention.name,
      kind: mention.kind,
      authority: mention.authority,
      official: mention.official,
      judicial: mention.judicial,
      forms: new Set([mention.name]),
    };
    this.#parties.push(party);
    this.#index(mention, party);
    return party;
  }

  /** A short name that brackets give right after the long one: "Australian Wheat Board (AWB)". */
  join(mention: Mention, party: Party): void {
    party.forms.add(mention.name);
    this.#byForm.set(this.#key(mention.name), party);
  }

  #key(name: string): string {
    const words = foldWord(name)
      .split(/[\s.,&"]+/)
      .filter((word) => word !== '' && word !== 'and' && word !== 'the');
    while (words.length > 1 && this.#model.legalForms.has(words.at(-1) ?? '')) words.pop();
    return words.join(' ');
  }

  /** A longer form than any known: "Keaton" first, "Darius Keaton" later. */
  #shorter(mention: Mention, key: string): Party | undefined {
    const words = key.split(' ');
    if (words.length < 2) return undefined;
    const end = mention.kind === 'PERSON' ? (words.at(-1) ?? '') : (words[0] ?? '');
    const party = this.#byForm.get(end);
    return party && party.name.split(' ').length === 1 && party.kind === mention.kind ? party : undefined;
  }

  #index(mention: Mention, party: Party): void {
    const key = this.#key(mention.name);
    if (!mention.bare || this.#families.get(key) === undefined) this.#byForm.set(key, party);
    const words = key.split(' ');
    if (words.length < 2) return;
    if (party.kind === 'PERSON') {
      const last = words.at(-1) ?? '';
      const family = /^(?:jr|sr|ii|iii)$/.test(last) ? (words.at(-2) ?? '') : last;
      if (family.length > 1) {
        this.#byForm.set(family, party);
        this.#families.set(family, party);
      }
      // Family name first, as in Chinese, Korean and Hungarian: the given name with a hyphen comes last.
      if (last.includes('-') && words.length === 2) this.#byForm.set(words[0] ?? '', party);
      return;
    }
    const first = words[0] ?? '';
    if (first.length > 2 && !this.#model.ordinary.has(first) && !this.#model.organisationHeads.has(first)) {
      if (!this.#byForm.has(first)) this.#byForm.set(first, party);
    }
    if (words.length > 2) this.#byForm.set(words.slice(0, 2).join(' '), party);
    const acronym = words
      .filter((word) => word !== 'of' && word !== 'for')
      .map((word) => word[0] ?? '')
      .join('');
    if (acronym.length > 1) this.#byForm.set(acronym, party);
  }
}
