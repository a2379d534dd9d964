import type { Cue } from '../lexicon/types.ts';
import type { PhraseHit } from '../phrases.ts';
import type { Offence, Role } from '../types.ts';
import type { NamedItem } from './clause.ts';

/** One party's role in one sentence, and the words that say so. */
export interface Statement {
  named: NamedItem;
  role: Role;
  rule: string;
  /** Tokens of the cue. */
  from: number;
  to: number;
  /** Counts without an offence named beside it. */
  strong: boolean;
  /** Set where the cue itself says the offence. */
  offence?: Offence | undefined;
  /** Said not to be so: cleared, acquitted, denied by a third party. */
  negated: boolean;
}

export interface Hits {
  cues: readonly PhraseHit<readonly Cue[]>[];
  deeds: readonly PhraseHit<Offence>[];
  negations: readonly PhraseHit<true>[];
  cleared: readonly PhraseHit<true>[];
  testifying: readonly PhraseHit<true>[];
  offences: readonly PhraseHit<Offence>[];
}

/** The rule that counts without an offence beside it, where the article accuses the party elsewhere. */
export const REPORTED = 'reported by an accuser';

/** What a party does who accuses somebody else: told to nobody, and it keeps the party from being accused lightly. */
export const ACCUSER = 'accuses';
