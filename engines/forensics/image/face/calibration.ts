import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Calibration {
  slope: number;
  offset: number;
  most: number;
}

/** Fitted by training/image/export.py on people that the network was not trained on. */
const calibration = JSON.parse(
  readFileSync(join(import.meta.dirname, 'model', 'calibration.json'), 'utf8'),
) as Calibration;

/**
 * @param logit of the network
 * @returns natural logarithm of p(logit | blended) / p(logit | one piece), no further from 0 than was measured
 */
export function blendRatio(logit: number): number {
  const { slope, offset, most } = calibration;
  return Math.max(-most, Math.min(most, slope * logit + offset));
}
