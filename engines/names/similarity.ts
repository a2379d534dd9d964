import { areTwoNames, areTwoNamesBySound } from './distinct-names.ts';
import { MODEL } from './model.ts';
import { soundCosts, soundWithin, sumOf } from './sound-distance.ts';
import { isSyllableSign, type Token } from './token.ts';
import { countBits, FIDELITIES } from './traits.ts';
import { typingBetween } from './typing-distance.ts';

/** What kind of agreement two tokens show. */
export type EvidenceClass =
  | 'exact'
  | 'spelling'
  | 'sound'
  | 'transliteration'
  | 'nickname'
  | 'initial'
  | 'joined'
  | 'number'
  | 'legal'
  | 'particle'
  | 'generation'
  | 'patronymic'
  | 'different';

export interface Similarity {
  /** 0 (nothing in common) to 1 (the same). */
  score: number;
  evidence: EvidenceClass;
}

/** By kind: Latin letters, and from here on readings by syllables. */
const LATIN = 0;
const SYLLABLES = 3;
const SAME: Similarity = { score: 1, evidence: 'exact' };
const SAME_ELSEWHERE: Similarity = { score: 0.99, evidence: 'transliteration' };
const DIFFERENT: Similarity = { score: 0, evidence: 'different' };

function shareFamily(a: readonly number[], b: readonly number[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  for (const family of a) if (b.includes(family)) return true;
  return false;
}

/** Tokens with more letters apart are not compared. */
export const MOST_APART = 12;
/** Latin tokens that sound alike: at `floor` they score `atFloor`, more by `slope`. */
export const LATIN_SOUND = { floor: 0.8, atFloor: 0.55, slope: 2.1, floorOfShort: 0.93 } as const;
/** The same syllables, spelled otherwise. */
const SAME_SYLLABLES: Similarity = { score: 0.95, evidence: 'transliteration' };
const NICKNAME: Similarity = { score: 0.94, evidence: 'nickname' };
const RELATIVE: Similarity = { score: 0.84, evidence: 'nickname' };
const ENGLISH_GAIN = 0.3;

/**
 * Similarity of two name tokens, symmetric. Tokens of three letters or fewer must be the same, sound the same, or come
 * from another script: one letter is too much of a short name to be a slip.
 * @param plain likeness of their plain sounds, where it is known to be enough; 0 where it is not known
 */
export function tokenSimilarity(a: Token, b: Token, person: boolean, plain = 0): Similarity {
  if (isSyllableSign(a.first) || isSyllableSign(b.first)) return a.isText(b) ? SAME_SYLLABLES : DIFFERENT;
  if (a.isText(b)) {
    return a.kind === b.kind ? SAME : SAME_ELSEWHERE;
  }
  const crossScript = (a.kind | b.kind) !== LATIN;
  let best = DIFFERENT;
  const shorter = Math.min(a.length, b.length);
  const longer = Math.max(a.length, b.length);
  if (shorter === 0) return DIFFERENT;
  const apart = countBits(a.letters ^ b.letters);
  if (apart > MOST_APART || Math.abs(a.consonants - b.consonants) > 4) {
    // Too little in common for any likeness; only a family of given names may still join them.
    return person && shareFamily(a.families, b.families)
      ? NICKNAME
      : person && shareFamily(a.relatives, b.relatives)
        ? RELATIVE
        : DIFFERENT;
  }
  if (crossScript) {
    const floor = shorter <= 2 ? FLOOR_OF_SHORT : crossFloor(a.kind, b.kind);
    const english = a.mayReadEnglish || b.mayReadEnglish;
    let sound = plain > 0 ? plain : soundSimilarity(a, b, english ? floor - ENGLISH_GAIN : floor);
    // Reading the Latin side as English helps where the plain reading is not far off, and is not needed where it fits.
    if (english && sound > 0 && sound < 0.97) sound = Math.max(sound, englishSimilarity(a, b, floor));
    if (sound > floor) best = { score: crossScore(sound, a, b), evidence: 'transliteration' };
  } else {
    const floor = shorter > 2 ? LATIN_SOUND.floor : LATIN_SOUND.floorOfShort;
    const sound = apart > 7 || areSpelled(a, b, person) ? 0 : plain > 0 ? plain : soundSimilarity(a, b, floor);
    // The same sounds written otherwise.
    if (sound >= floor)
      best = {
        score: Math.min(0.97, Math.max(0.6, LATIN_SOUND.atFloor + LATIN_SOUND.slope * (sound - LATIN_SOUND.floor))),
        evidence: 'sound',
      };
  }
  if (a.kind < SYLLABLES && b.kind < SYLLABLES && shorter >= 3 && (longer > 3 || crossScript)) {
    const limit = longer >= 8 ? 2 : 1;
    const distance = apart > 4 * limit ? Infinity : typingBetween(a, b, limit);
    if (distance <= limit) {
      let score = 1 - (0.85 * distance) / longer;
      // What but a scanner misread is no other name: neither in a short word nor in its first letter.
      if (distance > SCANNED_EDIT) {
        if (longer <= 4) score -= 0.08;
        // The first letter is rarely mistyped.
        if (a.first !== b.first) score -= 0.05;
      }
      if (score > best.score) best = { score: Math.min(0.96, score), evidence: 'spelling' };
    }
  }
  if (best.score < SCANNED_SHORT.score && shorter >= 2 && longer === shorter && longer <= 3 && !crossScript)
    if (drawnAlike(a.text, b.text)) best = SCANNED_SHORT;
  const bare = bareSimilarity(a, b, best.score);
  const shortened = bare > best.score;
  if (shortened) best = { score: bare, evidence: crossScript ? 'transliteration' : 'spelling' };
  if (person) {
    const feminine = a.first === b.first && longer - shorter <= 3 ? feminineScore(a.text, b.text) : 0;
    if (feminine > best.score) best = { score: feminine, evidence: 'spelling' };
    if (best.score < 0.94 && shareFamily(a.families, b.families)) best = NICKNAME;
    else if (best.score < 0.94 && shareFamily(a.relatives, b.relatives)) {
      if (best.score < RELATIVE.score) best = RELATIVE;
    } else if (
      best.evidence !== 'different' &&
      !shortened &&
      best.score < (best.evidence === 'sound' ? 0.855 : 0.955) &&
      !crossScript &&
      areTwoNames(a, b) &&
      !shareFamily(a.relatives, b.relatives)
    ) {
      // Two names in their own right are two names, not one and its misspelling.
      best = { score: best.score * 0.7, evidence: best.evidence };
    } else if (
      crossScript &&
      !shortened &&
      best.score > 0 &&
      a.kind <= 1 &&
      b.kind <= 1 &&
      areTwoNamesBySound(a, b, best.score) &&
      !shareFamily(a.relatives, b.relatives)
    ) {
      best = { score: best.score * 0.6, evidence: best.evidence };
    }
  }
  return best.score > 0 && a.first === SERVANT_FIRST && b.first === SERVANT_FIRST ? servedAlike(a, b, best) : best;
}

/** Letters a, e, i, o, u and y in a set of letters. */
const VOWELS = (1 << 0) | (1 << 4) | (1 << 8) | (1 << 14) | (1 << 20) | (1 << 24);

/** Abbreviations are said letter by letter: "PKC" sounds like "PKK" to nobody; nor do two letters of a company's name. */
const areSpelled = (a: Token, b: Token, person: boolean): boolean =>
  ((a.letters | b.letters) & VOWELS) === 0 || (!person && Math.min(a.length, b.length) <= 2);

const SERVANT = 'abdul';
const SERVANT_FIRST = 97;
/** Less of a name behind "abdul" tells nothing by itself. */
const LEAST_SERVED = SERVANT.length + 4;

/** Of two servants of God the names served must be alike, for the word for servant is the longer part: Abdulmanan, Abdulhanan. */
function servedAlike(a: Token, b: Token, whole: Similarity): Similarity {
  if (a.length < LEAST_SERVED || b.length < LEAST_SERVED) return whole;
  if (!a.text.startsWith(SERVANT) || !b.text.startsWith(SERVANT) || shareFamily(a.families, b.families)) return whole;
  const [left, right] = [a.bare, b.bare];
  if (left === null || right === null) return whole;
  const { score } = tokenSimilarity(left, right, false);
  return score + SERVED_SLACK < whole.score ? { score: score + SERVED_SLACK, evidence: whole.evidence } : whole;
}
/** How much less alike the names served may be than the whole. */
const SERVED_SLACK = 0.15;

/** How alike two tokens sound; 0 where that is less than `least`. */
function soundSimilarity(a: Token, b: Token, least: number): number {
  const costs = soundCosts(a.kind, b.kind);
  a.weigh(costs);
  return soundWithin(costs, a.sounds, a.from, a.to, a.weight, a.cost, b.sounds, b.from, b.to, least);
}

/** The same where either of them is read as English. */
function englishSimilarity(a: Token, b: Token, least: number): number {
  const costs = soundCosts(a.kind, b.kind);
  let best = 0;
  if (a.kind === LATIN && a.readsEnglish) {
    const { englishSounds, englishFrom, englishTo } = a;
    const weight = sumOf(costs.weights, englishSounds, englishFrom, englishTo);
    const cost = sumOf(costs.deletion, englishSounds, englishFrom, englishTo);
    best = soundWithin(costs, englishSounds, englishFrom, englishTo, weight, cost, b.sounds, b.from, b.to, least);
  }
  if (b.kind === LATIN && b.readsEnglish) {
    const { englishSounds, englishFrom, englishTo } = b;
    a.weigh(costs);
    const { sounds, from, to, weight, cost } = a;
    best = Math.max(
      best,
      soundWithin(costs, sounds, from, to, weight, cost, englishSounds, englishFrom, englishTo, least),
    );
  }
  return best;
}

/** Edits that a letter misread for one drawn alike costs at most. */
const SCANNED_EDIT = 0.5;

/** Short tokens of equal length that a scanner may have taken for one another (Ali, All): one letter differs. */
function drawnAlike(a: string, b: string): boolean {
  let differ = 0;
  for (let i = 0; i < a.length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    differ++;
    const pair = a.charAt(i) + b.charAt(i);
    if (SCANNED_LETTERS.has(pair)) continue;
    // "Cbu" for "Chu": no name begins with such letters, so that it can be nothing else.
    if (i === 0 || !SCANNED_AFTER.has(a.charAt(i - 1)) || (pair !== 'hb' && pair !== 'bh')) return false;
  }
  return differ === 1;
}
const SCANNED_AFTER = new Set('cgkpstz');

/** Texts that a short token may have been before a scanner misread one letter of it. */
export function beforeScanner(text: string): string[] {
  if (text.length < 2 || text.length > 3) return [];
  const out: string[] = [];
  for (let i = 0; i < text.length; i++) {
    for (const pair of SCANNED_LETTERS)
      if (pair.charAt(0) === text.charAt(i)) out.push(text.slice(0, i) + pair.charAt(1) + text.slice(i + 1));
    if (i > 0 && text.charAt(i) === 'b' && SCANNED_AFTER.has(text.charAt(i - 1)))
      out.push(`${text.slice(0, i)}h${text.slice(i + 1)}`);
  }
  return out;
}
const SCANNED_LETTERS = new Set(['il', 'li', 'uv', 'vu', 'ec', 'ce']);
const SCANNED_SHORT: Similarity = { score: 0.82, evidence: 'spelling' };

/** Likeness of sound above which two Latin tokens are the same but for an article. */
const BARE_FLOOR = 0.93;

/** The better of the two where one has the Arabic article written onto it and the other has not. */
function bareSimilarity(a: Token, b: Token, least: number): number {
  if (least > 0.9 || (a.bare === null) === (b.bare === null)) return 0;
  const left = a.bare ?? a;
  const right = b.bare ?? b;
  const long = a.bare === null ? b : a;
  // Without "abdul" a name is shortened, without the article it is the same.
  const most = long.text.startsWith('abdul') ? 0.86 : 0.95;
  if (left.isText(right)) return most;
  if (left.kind === right.kind) return soundSimilarity(left, right, BARE_FLOOR) > BARE_FLOOR ? most - 0.05 : 0;
  const floor = crossFloor(left.kind, right.kind);
  const sound = soundSimilarity(left, right, floor);
  return sound > floor ? Math.min(most, crossScore(sound, left, right) - 0.01) : 0;
}

/** Family names of women in Slavic languages: the same name with -a, -ova. */
function feminineScore(a: string, b: string): number {
  if (a.charCodeAt(0) !== b.charCodeAt(0) || a.length === b.length) return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4 || long.length - short.length > 3) return 0;
  return long === `${short}ova` || (long === `${short}a` && /(?:ov|ev|in|sk[iy]?)$/.test(short)) ? 0.88 : 0;
}

/** How rough each way of reading is, by kind. */
const ROUGHNESS = [0, 1, 3, 4, 2];
const KINDS = FIDELITIES.length;
/** The model's numbers for each pair of kinds, those of the rougher of the two. */
const FLOORS = new Float64Array(KINDS * KINDS);
const CEILINGS = new Float64Array(KINDS * KINDS);
const LENIENCES = new Float64Array(KINDS * KINDS);
const SLOPES = new Float64Array(KINDS * KINDS);
for (let a = 0; a < KINDS; a++) {
  for (let b = 0; b < KINDS; b++) {
    const fidelity = FIDELITIES[(ROUGHNESS[a] ?? 0) >= (ROUGHNESS[b] ?? 0) ? a : b] ?? 'a';
    const { floor, ceiling, lenience } = MODEL.crossScript[fidelity];
    FLOORS[a * KINDS + b] = floor;
    CEILINGS[a * KINDS + b] = ceiling;
    LENIENCES[a * KINDS + b] = lenience;
    SLOPES[a * KINDS + b] = MODEL.crossDoubt.slope[fidelity];
  }
}

/** Least likeness of sound of two tokens, by kind, of which one at least is not of Latin letters; of one or two letters, more. */
export function crossFloor(a: number, b: number): number {
  return FLOORS[a * KINDS + b] as number;
}
export const FLOOR_OF_SHORT = 0.8;

function crossScore(sound: number, a: Token, b: Token): number {
  const pair = a.kind * KINDS + b.kind;
  const score =
    Math.min(CEILINGS[pair] as number, 1 - (1 - sound) * (LENIENCES[pair] as number)) -
    Math.max(0, MODEL.crossDoubt.below - sound) * (SLOPES[pair] as number);
  if (sound > 0.96) return score;
  const consonants = Math.min(a.consonants, b.consonants);
  return score - (MODEL.crossShort[consonants] ?? 0);
}
