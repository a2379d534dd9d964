import { PhraseMatcher } from '../phrases.ts';
import type { Offence } from '../types.ts';
import { OFFENCES } from '../types.ts';
import type { Cue, Lexicon } from './types.ts';

/** A lexicon made ready for use: sets and phrase matchers. */
export interface LanguageModel {
  language: string;
  capitalNouns: boolean;
  plain: boolean;
  titleEndings: readonly string[];
  offences: PhraseMatcher<Offence>;
  deeds: PhraseMatcher<Offence>;
  cues: PhraseMatcher<readonly Cue[]>;
  negations: PhraseMatcher<true>;
  cleared: PhraseMatcher<true>;
  testifying: PhraseMatcher<true>;
  titles: ReadonlySet<string>;
  officialTitles: ReadonlySet<string>;
  legalForms: ReadonlySet<string>;
  organisationHeads: ReadonlySet<string>;
  authorities: ReadonlySet<string>;
  accusers: ReadonlySet<string>;
  ownPronouns: ReadonlySet<string>;
  personPronouns: ReadonlySet<string>;
  thingPronouns: ReadonlySet<string>;
  groupPronouns: ReadonlySet<string>;
  particles: ReadonlySet<string>;
  ordinary: ReadonlySet<string>;
  auxiliaries: ReadonlySet<string>;
  have: ReadonlySet<string>;
  prepositions: ReadonlySet<string>;
  adverbs: ReadonlySet<string>;
  boundaries: ReadonlySet<string>;
  by: ReadonlySet<string>;
  relatives: ReadonlySet<string>;
  and: ReadonlySet<string>;
  speaking: ReadonlySet<string>;
}

const LEGAL_FORMS = new Set(
  `inc incorporated corp corporation co company ltd limited plc llc llp lp ag sa spa s.p.a s.p.a. s.a s.a. nv n.v n.v. bv b.v b.v. gmbh kg kgaa kk ohg se ev ug oy ab asa aps a/s bhd
  sdn pty pte ltda ltee sarl s.r.l s.r.l. srl sas ооо оао зао пао ао ип cia cía bancorp bancshares plc. inc. corp. ltd. co.`.split(
    /\s+/,
  ),
);

function byOffence(table: Lexicon['offences']): [string, Offence][] {
  return OFFENCES.flatMap((offence) => (table[offence] ?? []).map((phrase): [string, Offence] => [phrase, offence]));
}

function marked(phrases: readonly string[]): [string, true][] {
  return phrases.map((phrase) => [phrase, true]);
}

/** Compiles a lexicon. One phrase may be a cue of several forms. */
export function languageModel(lexicon: Lexicon): LanguageModel {
  const cues = new Map<string, Cue[]>();
  for (const { phrases, form, role, strong } of lexicon.cues) {
    for (const phrase of phrases) {
      const known = cues.get(phrase);
      if (known) known.push({ form, role, strong });
      else cues.set(phrase, [{ form, role, strong }]);
    }
  }
  return {
    language: lexicon.language,
    capitalNouns: lexicon.capitalNouns ?? false,
    plain: lexicon.plain ?? false,
    titleEndings: lexicon.titleEndings ?? [],
    offences: new PhraseMatcher(byOffence(lexicon.offences)),
    deeds: new PhraseMatcher(byOffence(lexicon.deeds)),
    cues: new PhraseMatcher(cues),
    negations: new PhraseMatcher(marked(lexicon.negations)),
    cleared: new PhraseMatcher(marked(lexicon.cleared)),
    testifying: new PhraseMatcher(marked(lexicon.testifying)),
    titles: new Set([...lexicon.titles, ...lexicon.officialTitles]),
    officialTitles: new Set(lexicon.officialTitles),
    legalForms: LEGAL_FORMS,
    organisationHeads: new Set(lexicon.organisationWords),
    authorities: new Set(lexicon.authorities),
    accusers: new Set(lexicon.accusers),
    ownPronouns: new Set(lexicon.ownPronouns),
    personPronouns: new Set(lexicon.personPronouns),
    thingPronouns: new Set(lexicon.thingPronouns),
    groupPronouns: new Set(lexicon.groupPronouns),
    particles: new Set(lexicon.particles),
    ordinary: new Set(lexicon.ordinary),
    auxiliaries: new Set(lexicon.auxiliaries),
    have: new Set(lexicon.have),
    prepositions: new Set(lexicon.prepositions),
    adverbs: new Set(lexicon.adverbs),
    boundaries: new Set(lexicon.boundaries),
    by: new Set(lexicon.by),
    relatives: new Set(lexicon.relatives),
    and: new Set(lexicon.and),
    speaking: new Set(lexicon.speaking),
  };
}
