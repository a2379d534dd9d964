import { OFFENCES, type Offence } from '../types.ts';
import type { Lexicon } from './types.ts';

/** What a lexicon without word-order rules of its own holds: words separated by `|`, see `PhraseMatcher` for `*` and `~`. */
export interface PlainLexicon {
  language: string;
  offences: Readonly<Partial<Record<keyof Lexicon['offences'], string>>>;
  accused: string;
  /** Arrest, detention, charge: they count without the name of an offence. */
  detained: string;
  /** Words right before the name of who is accused, where others stand nearer: "asked for ten years for". */
  accusedAfter: string;
  convicted: string;
  cleared: string;
  negations: string;
  titles: string;
  officialTitles: string;
  organisationWords: string;
  authorities: string;
  particles: string;
  ordinary: string;
  boundaries: string;
  testifying: string;
  /** Verbs whose party suffered the offence. */
  suffered: string;
  /** Words right before the name of who suffered it: "murder of". */
  sufferedBy: string;
  /** Endings of words before a name that make it a person, for languages of compounds. */
  titleEndings?: string;
  /** Capital letters are no sign of a name, as in German: only names that something else confirms are taken. */
  capitalNouns?: boolean;
}

/** The phrases of a text in which bars separate them. */
export const list = (text: string): string[] =>
  text
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Every phrase of one list before every phrase of the other, and so on: `combine('drop|drops', '~', 'case|charges')`. */
export function combine(...parts: string[]): string[] {
  return parts.map(list).reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => `${head} ${tail}`)));
}

/** Two tables of phrases by offence as one. */
export function joined(first: Lexicon['deeds'], second: Lexicon['deeds']): Lexicon['deeds'] {
  const all: Partial<Record<Offence, readonly string[]>> = { ...first };
  for (const offence of OFFENCES) {
    const more = second[offence];
    if (more) all[offence] = [...(all[offence] ?? []), ...more];
  }
  return all;
}

/** A lexicon whose cues go to the nearest party in the clause. */
export function plainLexicon(plain: PlainLexicon): Lexicon {
  const offences = Object.fromEntries(Object.entries(plain.offences).map(([offence, words]) => [offence, list(words)]));
  return {
    language: plain.language,
    offences,
    deeds: {},
    cues: [
      { form: 'NEAREST', role: 'ACCUSED', strong: false, phrases: list(plain.accused) },
      { form: 'NEAREST', role: 'ACCUSED', strong: true, phrases: list(plain.detained) },
      { form: 'OBJECT', role: 'ACCUSED', strong: true, phrases: list(plain.accusedAfter) },
      { form: 'NEAREST', role: 'CONVICTED', strong: true, phrases: list(plain.convicted) },
      { form: 'NEAREST', role: 'VICTIM', strong: true, phrases: list(plain.suffered) },
      { form: 'OBJECT', role: 'VICTIM', strong: true, phrases: list(plain.sufferedBy) },
    ],
    negations: list(plain.negations),
    cleared: list(plain.cleared),
    titles: list(plain.titles),
    officialTitles: list(plain.officialTitles),
    organisationWords: list(plain.organisationWords),
    authorities: list(plain.authorities),
    accusers: [],
    ownPronouns: [],
    personPronouns: [],
    thingPronouns: [],
    groupPronouns: [],
    particles: list(plain.particles),
    ordinary: list(plain.ordinary),
    auxiliaries: [],
    have: [],
    prepositions: [],
    adverbs: [],
    boundaries: list(plain.boundaries),
    by: [],
    relatives: [],
    and: [],
    speaking: [],
    testifying: list(plain.testifying),
    capitalNouns: plain.capitalNouns ?? false,
    titleEndings: list(plain.titleEndings ?? ''),
    plain: true,
  };
}
