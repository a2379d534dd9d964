import { COMMON_CONSONANTS } from './common.ts';
import type { Reading } from './romanize/index.ts';
import type { Token } from './token.ts';

/** What a token does in a name. The numbers are stored in the index. */
export const ROLE = {
  NAME: 0,
  INITIAL: 1,
  PARTICLE: 2,
  HONORIFIC: 3,
  GENERATION: 4,
  NUMBER: 5,
  GENERIC: 6,
  LEGAL: 7,
  PATRONYMIC: 8,
} as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];
export const ROLE_NAMES = [
  'name',
  'initial',
  'particle',
  'honorific',
  'generation',
  'number',
  'generic',
  'legal',
  'patronymic',
] as const;

/** One reading of a name: tokens in order, with their roles. */
export interface NameReading {
  tokens: Token[];
  roles: Role[];
}

export type MakeToken = (text: string, fidelity: Reading['fidelity']) => Token;

/** Names so frequent that they stand in front of the name a person goes by, and are left out as often (Mohammed, Maria). */
export function isOftenLeftOut(token: Token): boolean {
  return token.common === MOST_COMMON || token.text.startsWith('abdul') || token.text.length < 3;
}
const MOST_COMMON = 3;

/** Two or three consonants without vowels fit many names. */
const FEW_CONSONANTS = [0.7, 0.7, 0.8, 0.92];

/** Bits of a reading without vowels, by how frequent it is: nobody knows what it stood for. */
const BITS_OF_CONSONANTS = [10, 9, 7.6, 5.6];

/** How much the agreement of a token tells: bits, less where many bear it. */
export function tokenBits(token: Token): number {
  if (token.fidelity !== 'c') return token.bits;
  const tier = COMMON_CONSONANTS.get(token.text) ?? 0;
  return (BITS_OF_CONSONANTS[tier] ?? 0) * (FEW_CONSONANTS[token.consonants] ?? 1);
}

/** How much of the name a token carries, by its role and by how frequent it is. */
export function tokenWeight(token: Token, role: Role, person: boolean): number {
  switch (role) {
    case ROLE.NAME: {
      if (!person) return 1;
      const tier = token.fidelity === 'c' ? (COMMON_CONSONANTS.get(token.text) ?? 0) : token.common;
      const rarity = tier === 0 ? 1.1 : tier === 1 ? 0.97 : tier === 2 ? 0.83 : 0.6;
      if (token.fidelity === 'c') return rarity * (FEW_CONSONANTS[token.consonants] ?? 1);
      return token.length <= 2 ? rarity * 0.9 : rarity;
    }
    case ROLE.INITIAL:
      return 0.35;
    case ROLE.PARTICLE:
      return 0.12;
    case ROLE.HONORIFIC:
      return 0.06;
    case ROLE.GENERATION:
      return 0.3;
    case ROLE.NUMBER:
      return 1;
    case ROLE.GENERIC:
      return token.text === 'and' || token.text === 'the' || token.text === 'of' ? 0.05 : 0.4;
    case ROLE.LEGAL:
      return 0.1;
    default:
      return 0.6;
  }
}
