import { MODEL } from './model.ts';
import { noteStep, type ScoreStep } from './score-steps.ts';
import type { NameKind } from './types.ts';

export interface FinalScore {
  score: number;
  probability: number;
}

/**
 * Puts the name and everything else together. Up to 80 the score is the name's; above, the name alone is pressed into
 * 80 to {@link MODEL.nameCeiling}, so that what lies above can be reached with a birth date, an identifier or the like only.
 * @param beside the name is a person's, who is listed under another name first
 */
export function finalScore(
  nameScore: number,
  kind: NameKind,
  beside: boolean,
  told: number,
  points: number,
  identified: boolean,
  steps?: ScoreStep[],
): FinalScore {
  const { nameCeiling, nameKind, rarity, identifiedFloor } = MODEL;
  let score = nameScore <= 80 ? nameScore : 80 + ((nameScore - 80) * (nameCeiling - 80)) / 20;
  noteStep(steps, 'nameAlone', nameScore, score);
  const ofKind = nameKind[kind] + (beside ? aliasDoubt(nameScore, told) : 0);
  noteStep(steps, 'kindOfName', 0, -ofKind);
  score -= ofKind;
  const named = score;
  score -= Math.min(rarity.most, Math.max(0, (rarity.enough - told) * rarity.perWeight));
  noteStep(steps, 'frequentNames', named, score);
  const alone = score;
  if (points <= 0 || score >= 80) score += points;
  else {
    // A poor likeness of names is not made good by a birth date that many share.
    const { none, full } = MODEL.liftFrom;
    score += Math.min(MODEL.mostLift, points) * Math.min(1, Math.max(0, (nameScore - none) / (full - none)));
  }
  // The lines say what the evidence beside the name is worth; this is how much less it could lift.
  noteStep(steps, 'evidenceLimit', alone + points, score);
  const lifted = score;
  if (score > nameCeiling)
    score = nameCeiling + (100 - nameCeiling) * (1 - Math.exp(-(score - nameCeiling) / MODEL.confirmedScale));
  noteStep(steps, 'evidenceLimit', lifted, score);
  const apart = score;
  // Evidence that lifts no further still keeps two candidates apart.
  score += points * MODEL.tieBreak.attributes;
  noteStep(steps, 'tieBreak', apart, score);
  const unidentified = score;
  if (identified) score = Math.max(score, identifiedFloor + nameScore / 20);
  score = Math.min(100, Math.max(0, score));
  noteStep(steps, identified ? 'identified' : 'evidenceLimit', unidentified, score);
  const rounded = Math.round(score * 1e4) / 1e4;
  const { centre, slope } = MODEL.probability;
  return {
    score: rounded,
    probability: Math.round(1e6 / (1 + Math.exp(-(rounded - centre) / slope))) / 1e6,
  };
}

/** A frequent name by which somebody goes beside the own one and that agrees but nearly is mostly another's. */
function aliasDoubt(nameScore: number, told: number): number {
  const { enough, perPoint } = MODEL.aliasDoubt;
  return Math.max(0, enough - told) * (100 - nameScore) * perPoint;
}
