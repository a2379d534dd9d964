import { BitDistance } from './bit-distance.ts';
import { TOKEN, type SegmentArrays } from './segment.ts';
import { AskedSounds } from './sieve-sounds.ts';
import { crossFloor, FLOOR_OF_SHORT, LATIN_SOUND, MOST_APART } from './similarity.ts';
import { MAX_LETTERS, typingWithin } from './typing-distance.ts';
import { lettersOf, makeToken, type Token } from './token.ts';
import { countBits, FIDELITIES, LETTERS, TRAIT } from './traits.ts';

const LATIN = 0;
const SCRIPT_C = 2;
const SCRIPT_D = 3;
const NO_SCRIPT = 9;
const SCANNED_LETTERS = [
  ['rn', 'm'],
  ['ri', 'n'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['li', 'h'],
] as const;
/** Two Latin tokens with more letters apart, or more difference in length, are alike in no way. */
const LATIN_APART = 5;
const LATIN_LONGER = 3;

/**
 * Tells listed tokens that cannot be like a token of a query from those that may, from the packed arrays alone: nothing
 * is allocated. It lets through what {@link tokenSimilarity} would score at `least` or more, and little else.
 */
export class Sieve {
  private readonly arrays: SegmentArrays;
  private readonly least: number;
  private readonly all: boolean;
  private readonly floors = new Float64Array(FIDELITIES.length);
  private readonly plain = new AskedSounds();
  /** Of the sounds as read in English, and of those without an article. */
  private readonly english = new AskedSounds();
  private englishReady = false;
  private readonly bare = new AskedSounds();
  private bareReady = false;
  private readonly spelling = new BitDistance();
  private spellingReady = false;
  /** Sets of letters that a listed token must have for a scanner to have read one letter as two, or two as one. */
  private readonly scannable: number[] = [];
  private readonly letters = new Uint8Array(MAX_LETTERS);
  private token: Token = makeToken('', 'a');
  private length = 0;
  private person = false;
  /** Members of families pass from this way of reading on. */
  private familyFrom = NO_SCRIPT;
  /** How the plain sounds of the token that passed last are alike, where that is known: 0 where it is not. */
  plainLikeness = 0;

  /** @param all lets Latin tokens through that are alike though their letters or lengths are far apart */
  constructor(arrays: SegmentArrays, least: number, all = false) {
    this.arrays = arrays;
    this.all = all;
    this.least = LATIN_SOUND.floor + Math.max(0, (least - LATIN_SOUND.atFloor) / LATIN_SOUND.slope);
  }

  /**
   * The token that the next tokens are held against.
   * @param relatives whether given names that are related to it pass (those in Latin letters are quicker looked up)
   */
  prepare(token: Token, person: boolean, relatives: boolean): void {
    this.token = token;
    this.person = person;
    this.familyFrom = !person || token.relatives.length === 0 ? NO_SCRIPT : relatives ? LATIN : SCRIPT_C;
    this.length = Math.min(MAX_LETTERS, token.text.length);
    this.plain.prepare(token.sounds, token.from, token.to, token.kind);
    this.englishReady = false;
    this.bareReady = false;
    this.spellingReady = false;
    for (let kind = 0; kind < FIDELITIES.length; kind++) {
      this.floors[kind] = kind === LATIN && token.kind === LATIN ? this.least : crossFloor(token.kind, kind);
    }
  }

  passes(id: number): boolean {
    const { token } = this;
    const { tokenFacts } = this.arrays;
    this.plainLikeness = 0;
    const facts = id * TOKEN.SIZE;
    const shape = tokenFacts[facts + TOKEN.SHAPE] as number;
    const traits = tokenFacts[facts + TOKEN.TRAITS] as number;
    const kind = traits >>> TRAIT.KIND_SHIFT;
    const length = shape >>> 26;
    if (kind >= this.familyFrom && (traits & TRAIT.FAMILY) !== 0) return true;
    const cross = kind !== LATIN || token.fidelity !== 'a';
    const apart = countBits((shape & LETTERS) ^ token.letters);
    if (!cross && !this.all && (apart > LATIN_APART || Math.abs(length - this.length) > LATIN_LONGER)) return false;
    const consonants = Math.min(token.consonants, TRAIT.CONSONANTS) - (traits & TRAIT.CONSONANTS);
    if (apart > MOST_APART || Math.abs(consonants) > 4) return false;
    const shorter = Math.min(this.length, length);
    const ofShort = cross ? FLOOR_OF_SHORT : LATIN_SOUND.floorOfShort;
    return (
      this.soundsAlike(facts, kind, cross, shorter > 2 ? (this.floors[kind] as number) : ofShort) ||
      this.spelledAlike(id, kind, shape, apart, cross) ||
      this.alikeWithoutArticle(facts, kind, shape, traits)
    );
  }

  private soundsAlike(facts: number, kind: number, cross: boolean, floor: number): boolean {
    const { token } = this;
    const { tokenSounds, tokenFacts } = this.arrays;
    const plain = tokenFacts[facts + TOKEN.SOUNDS] as number;
    const english = tokenFacts[facts + TOKEN.ENGLISH] as number;
    this.plainLikeness = this.plain.alike(kind, tokenSounds, plain, english, floor);
    if (this.plainLikeness > 0) return true;
    if (!cross) return false;
    const end = tokenFacts[facts + TOKEN.SIZE + TOKEN.SOUNDS] as number;
    if (end > english && this.plain.alike(kind, tokenSounds, english, end, floor) > 0) return true;
    if (!token.readsEnglish) return false;
    if (!this.englishReady) this.english.prepare(token.englishSounds, token.englishFrom, token.englishTo, token.kind);
    this.englishReady = true;
    return this.english.alike(kind, tokenSounds, plain, english, floor) > 0;
  }

  private spelledAlike(id: number, kind: number, shape: number, apart: number, cross: boolean): boolean {
    const length = shape >>> 26;
    const shorter = Math.min(this.length, length);
    const longer = Math.max(this.length, length);
    if (kind >= SCRIPT_D || shorter < 2 || this.token.fidelity > 'c') return false;
    if (!this.spellingReady) this.prepareSpelling();
    const { tokenBytes, tokenStart } = this.arrays;
    const from = (tokenStart[id] as number) + 1;
    // Short tokens that a scanner may have taken for one another.
    if (longer <= 3 && !cross) return longer === shorter && this.spelling.to(tokenBytes, from, from + length) <= 1;
    if (shorter < 3) return false;
    const limit = longer >= 8 ? 2 : 1;
    if (apart <= 4 * limit && this.fewEdits(from, length, shape, limit)) {
      const letters = Math.min(length, MAX_LETTERS);
      if (typingWithin(this.letters, this.length, tokenBytes, from, letters, limit) <= limit) return true;
    }
    // The same family name of a woman: -ova.
    if (!this.person || longer - shorter !== 3 || tokenBytes[from] !== this.letters[0]) return false;
    return (this.length > length ? this.letters[longer - 1] : tokenBytes[from + longer - 1]) === LETTER_A;
  }

  private prepareSpelling(): void {
    const { text } = this.token;
    this.spellingReady = true;
    this.spelling.clear(this.length);
    for (let i = 0; i < this.length; i++) {
      const letter = text.charCodeAt(i);
      this.letters[i] = letter;
      if (this.spelling.able) this.spelling.allow(i, letter);
    }
    this.scannable.length = 0;
    for (const [two, one] of SCANNED_LETTERS) {
      if (text.includes(two)) this.scannable.push(lettersOf(one));
      if (text.includes(one)) this.scannable.push(lettersOf(two));
    }
  }

  /** Cheap slips (a doubled letter, a lookalike) are half an edit each; what a scanner misreads is two edits for one. */
  private fewEdits(from: number, length: number, shape: number, limit: number): boolean {
    if (!this.spelling.able) return true;
    const { scannable } = this;
    let most = 2 * limit;
    for (let i = 0; i < scannable.length; i++) {
      const needed = scannable[i] as number;
      if ((shape & needed) !== needed) continue;
      most++;
      break;
    }
    return this.spelling.to(this.arrays.tokenBytes, from, from + length) <= most;
  }

  private alikeWithoutArticle(facts: number, kind: number, shape: number, traits: number): boolean {
    const { bare } = this.token;
    if ((bare === null) === ((traits & TRAIT.ARTICLE) === 0)) return false;
    if (bare === null) {
      // Two letters of article, or five.
      const longer = (shape >>> 26) - this.length;
      // Scripts write the same sounds with other letters.
      const most = kind === LATIN && this.token.kind === LATIN ? 2 : 4;
      return longer >= 0 && longer <= 7 && countBits(this.token.letters & ~shape & LETTERS) <= most;
    }
    if (!this.bareReady) this.bare.prepare(bare.sounds, bare.from, bare.to, bare.kind);
    this.bareReady = true;
    const { tokenSounds, tokenFacts } = this.arrays;
    const from = tokenFacts[facts + TOKEN.SOUNDS] as number;
    const to = tokenFacts[facts + TOKEN.ENGLISH] as number;
    return this.bare.alike(kind, tokenSounds, from, to, this.floors[kind] as number) > 0;
  }
}

const LETTER_A = 97;
