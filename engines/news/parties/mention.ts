import type { PartyKind } from '../types.ts';

/** A name at one place of the text: tokens `from` to `to` (exclusive) of its sentence. */
export interface Mention {
  from: number;
  to: number;
  start: number;
  end: number;
  name: string;
  kind: PartyKind;
  /** The kind rests on more than a guess: a given name, a title, a legal form. */
  sure: boolean;
  /** One word only, and nothing else that makes it a name. */
  bare: boolean;
  /** A court, police force, ministry, agency, newspaper: it accuses and reports. */
  authority: boolean;
  /** A judge, prosecutor, lawyer or spokesman by title. */
  official: boolean;
  /** Of those, one of the courts, the prosecution, the police or the bar, or who speaks for somebody. */
  judicial: boolean;
  /** A common word or title that is a name only where the article gives its bearer's full name. */
  onlyKnown: boolean;
  /** Written with a title that only a person has. */
  titled: boolean;
}

/** A party of the article: all mentions that coreference brought together. */
export interface Party {
  id: number;
  name: string;
  kind: PartyKind;
  authority: boolean;
  official: boolean;
  judicial: boolean;
  forms: Set<string>;
}
