import type { Offence, Role } from '../types.ts';

/**
 * What a cue says, and of whom:
 * `PASSIVE`    participle: the subject where it is passive, the object where it is active ("was charged", "charged X")
 * `SUBJECT`    the subject of the verb ("pleaded guilty")
 * `OBJECT`     the noun phrase that follows ("charges against X", "defendants X and Y")
 * `OWNER`      noun: the possessor or the noun before it ("X's conviction", "the X scandal")
 * `INSIDE`     the party between the words of the cue ("found X guilty")
 * `ALLEGE`     what follows is an allegation: the subject of the clause that follows ("alleging that X …")
 * `REPORT`     as ALLEGE, where one who accuses speaks ("prosecutors said X …")
 * `LABEL`      stands directly before the name ("convicted swindler X")
 * `NEAREST`    the nearest party in the clause, before it first (languages without rules of their own)
 */
export type CueForm = 'PASSIVE' | 'SUBJECT' | 'OBJECT' | 'OWNER' | 'INSIDE' | 'ALLEGE' | 'REPORT' | 'LABEL' | 'NEAREST';

export interface Cue {
  form: CueForm;
  role: Role;
  /** Stands for an offence by itself; a weak cue counts only beside the name of an offence. */
  strong: boolean;
}

export interface CueGroup extends Cue {
  phrases: readonly string[];
}

/** Everything the method knows of one language. */
export interface Lexicon {
  /** ISO 639-1. */
  language: string;
  /** Nouns and adjectives that name an offence. */
  offences: Readonly<Partial<Record<Offence, readonly string[]>>>;
  /** Verbs: their subject commits the offence, their object suffers it. */
  deeds: Readonly<Partial<Record<Offence, readonly string[]>>>;
  cues: readonly CueGroup[];
  /** Before a cue: what it says did not happen. */
  negations: readonly string[];
  /** Phrases that end an accusation: acquitted, charges dropped. */
  cleared: readonly string[];
  /** Words before a name that make it a person. Officials speak about offences rather than commit them. */
  titles: readonly string[];
  officialTitles: readonly string[];
  /** Last words of an organisation's name, and words that make any name one. */
  organisationWords: readonly string[];
  /** Organisations of the state that accuse, judge or report. */
  authorities: readonly string[];
  /** Who accuses by speaking: prosecutors, indictments. */
  accusers: readonly string[];
  /** Possessive pronouns of a person. */
  ownPronouns: readonly string[];
  /** As subject or object, for a person and for an organisation. */
  personPronouns: readonly string[];
  thingPronouns: readonly string[];
  groupPronouns: readonly string[];
  /** Words that may stand inside a person's name in small letters. */
  particles: readonly string[];
  /** Capitalised words that are no names: sentence starters, days, months, nationalities. */
  ordinary: readonly string[];
  auxiliaries: readonly string[];
  have: readonly string[];
  prepositions: readonly string[];
  adverbs: readonly string[];
  /** Words at which a clause ends. */
  boundaries: readonly string[];
  by: readonly string[];
  relatives: readonly string[];
  and: readonly string[];
  speaking: readonly string[];
  testifying: readonly string[];
  titleEndings?: readonly string[];
  /** Capital letters are no sign of a name. */
  capitalNouns?: boolean;
  /** Cues go to the nearest party; single capitalised words are names only where a full name explains them. */
  plain?: boolean;
}
