/** What one rule of the model adds to a score or takes from it, in points out of 100. */
export interface ScoreStep {
  rule: string;
  points: number;
}

/**
 * Puts down a step where somebody asks for the steps and it changes anything.
 * @param scale points of one unit of `before` and `after`
 * @returns `after`: where the next step begins
 */
export function noteStep(
  steps: ScoreStep[] | undefined,
  rule: string,
  before: number,
  after: number,
  scale = 1,
): number {
  if (steps === undefined || before === after) return after;
  const points = (after - before) * scale;
  const known = steps.find((step) => step.rule === rule);
  if (known === undefined) steps.push({ rule, points });
  else known.points += points;
  return after;
}
