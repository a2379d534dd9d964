/** Changes whenever a score can change for the same input. */
export const ALGORITHM_VERSION = 'names-1.6.2';

/**
 * The model: every number that turns agreement into a score, in one place. Points are out of 100; 80 is the usual
 * threshold. Chosen on the development part of the sets named in bench/names, never on the held-out part.
 */
export const MODEL = {
  /** Token pairs below this similarity are not a pair. */
  pairFloor: 0.66,
  /**
   * Readings from other scripts are rough: `floor` is the least likeness of sound taken for a pair, `lenience` the share
   * of the difference that counts, `ceiling` what the best agreement is worth.
   */
  crossScript: {
    a: { floor: 0.7, ceiling: 0.98, lenience: 1 },
    b: { floor: 0.66, ceiling: 0.98, lenience: 0.82 },
    c: { floor: 0.68, ceiling: 0.95, lenience: 0.78 },
    d: { floor: 0.64, ceiling: 0.92, lenience: 0.65 },
    e: { floor: 0.84, ceiling: 0.98, lenience: 1.1 },
  },
  /** Below this likeness the doubt grows faster. */
  crossDoubt: { below: 0.86, slope: { a: 1, b: 0.8, c: 0.3, d: 0, e: 1 } },
  /** Taken off where the shorter of two tokens from different scripts has one, two or three consonants. */
  crossShort: [0.06, 0.06, 0.04, 0.01],
  person: {
    /** Share of a token's weight that its absence from the other name costs. */
    omission: 0.05,
    /** More where what agrees is frequent: added per weight missing to `enough`, up to `most`. */
    frequentOmission: { enough: 2.15, perWeight: 0.5, most: 0.41 },
    /**
     * Added to what is missing in the agreement, per weight that frequent tokens fall short of `enough`. Of what the query
     * leaves out and of slips of the finger that share is forgiven; what the list leaves out counts as it is.
     */
    frequentDoubt: { enough: 2.3, perWeight: 0.975, ofQuery: 0.7, ofList: 0, ofSlips: 1 },
    /** Share of the score taken where frequent names agree in another order and one is left out, per weight they fall short of `enough`. */
    orderAndOmission: 0.12,
    /** Of that doubt, where a name is read by syllables, syllable by syllable into one spelling, or from another script: it differs in the writing. */
    roughDoubt: { syllables: 0.1, respelled: 0.6, script: 0.15 },
    /** Of that, by where the token stands among those that agree: second names come and go. */
    omissionAt: { leading: 0.7, inner: 0.48, trailing: 0.62 },
    /** The query has all of a listed name and another given name in front of it. */
    otherGivenName: 0.8,
    patronymicOmission: 0.085,
    /** The second surname of a Spanish or Portuguese name, missing on either side. */
    secondSurname: 0.06,
    /** The Chinese given name beside the English one, missing on either side. */
    chineseName: 0.06,
    optionalOmission: 0.25,
    /** Share of weight that a token against a different token costs. */
    contradiction: 1.05,
    generationDifferent: 0.75,
    generationMissing: 0.95,
    numberDifferent: 0.9,
    numberMissing: 1,
    /** One token agrees and one of the names has no more than one. */
    singleName: 0.8,
    /** One token agrees though both names have more. */
    oneOfMany: 0.75,
    /** One frequent token is all of either name, and their titles are not the same. */
    titlesDiffer: 0.85,
    /** One rare token agrees, and an initial or a second part with it. */
    nameAndInitial: 0.86,
    /** One token agrees and initials are left over. */
    strayInitials: 0.9,
    /** Of the likeness missing in a pair that is the only one: counted once more. */
    onlyPair: 1,
  },
  thing: {
    omission: 0.24,
    frequentOmission: { enough: 0, perWeight: 0, most: 0.24 },
    frequentDoubt: { enough: 0, perWeight: 0, ofQuery: 0, ofList: 0, ofSlips: 0 },
    orderAndOmission: 0,
    omissionAt: { leading: 1, inner: 1, trailing: 1 },
    otherGivenName: 1,
    patronymicOmission: 0.5,
    optionalOmission: 0.3,
    contradiction: 1.3,
    generationDifferent: 1,
    generationMissing: 1,
    numberDifferent: 0.6,
    numberMissing: 0.72,
    singleName: 1,
    oneOfMany: 1,
    titlesDiffer: 1,
    nameAndInitial: 1,
    strayInitials: 1,
    onlyPair: 0,
  },
  /** Points that evidence beside the name adds or takes. */
  attributes: {
    birthDate: {
      DAY: { points: 14, score: 1 },
      MONTH: { points: 10, score: 0.9 },
      YEAR: { points: 6, score: 0.8 },
      RANGE: { points: 3, score: 0.6 },
      CIRCA: { points: 3, score: 0.6 },
      SWAPPED: { points: 8, score: 0.85 },
      NEAR: { points: -2, score: 0.4 },
      DIFFERENT: { points: -22, score: 0 },
    },
    nationality: { agrees: 3, related: 1.5, unrelated: -4, contradicts: -12 },
    country: { agrees: 2, related: 1, unrelated: -1, contradicts: -3 },
    gender: { agrees: 0.5, contradicts: -10 },
    identifier: { agrees: 30, agreesShort: 6, contradicts: -3 },
    address: { agrees: 3 },
  },
  /** An agreement of few or very frequent tokens says less than one of many or rare ones. */
  rarity: { enough: 2.2, perWeight: 0.9, most: 1.5 },
  /** What keeps unlike evidence from tying: of the name (0 to 1), and per point of what is beside it. */
  tieBreak: { name: 0.0004, attributes: 0.002 },
  /** Evidence beside the name lifts a score by this much at most, and not at all below `liftFrom`. */
  mostLift: 10,
  liftFrom: { none: 60, full: 75 },
  /** Points of confirming evidence that close most of the gap to 100. */
  confirmedScale: 10,
  /** Logistic curve from score to probability, fitted by bench/names/calibrate.ts where right and wrong candidates are as many. */
  probability: { centre: 84.5, slope: 2.5 },
  /** The name alone reaches at most this much. */
  nameCeiling: 92,
  /** An agreeing identifier is an alert by itself, whatever the name. */
  identifiedFloor: 88,
  /** Points off a name other than the first, per point that its likeness lacks and per token's worth that it tells less than `enough`. */
  aliasDoubt: { enough: 2.6, perPoint: 0.6 },
  /** Points off by the kind of name matched. */
  nameKind: { PRIMARY: 0, ALIAS: 0.4, FORMER: 0.8, WEAK_ALIAS: 4 },
} as const;
