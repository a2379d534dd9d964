import type { Box, Evidence, Raster } from '../../types.ts';
import type { AuthenticitySignal } from '../types.ts';
import { foreignBlocks } from './blocks.ts';
import { earlierCompression } from './double.ts';
import { fontAnomalies, type PrintedLine } from './glyphs.ts';
import { barePatches } from './patches.ts';
import { type Peak, repeatingPatterns } from './spectrum.ts';

/** Bounds from which a mark is noted. */
export const AUTHENTICITY_BOUNDS = {
  /** Height of a repeating pattern, natural logarithm of power over its surroundings. */
  pattern: 4.2,
  /** Share of gaps between values of a coefficient. */
  gaps: 0.22,
} as const;

/**
 * Natural logarithms of likelihood ratios, from detection on drawn manipulations over the upper bound of false alarms on
 * true pictures (bench/identity/authenticity.ts, figures in bench/identity/RESULTS.md). Marks that are not here are
 * noted only: they occur on honest pictures too often, or were not measured.
 */
const WEIGHTS: Partial<Record<AuthenticitySignal['code'], number>> = {
  SCREEN_MOIRE: 4,
  PRINTED_COPY: 4,
  PASTED_PORTRAIT: 2,
};

export interface PictureToJudge {
  raster: Raster;
  metadata: Evidence;
  /** Luminance quantisation of a JPEG file that was neither scaled nor turned when it was decoded; otherwise null. */
  table: Uint8Array | null;
  /** Lines of print, upright in the picture. */
  lines: readonly PrintedLine[];
}

/** Marks on the picture that an honest capture of a true document seldom bears. They send to review, never further. */
export function authenticitySignals({ raster, metadata, table, lines }: PictureToJudge): AuthenticitySignal[] {
  const { pattern, gaps } = AUTHENTICITY_BOUNDS;
  const signals: AuthenticitySignal[] = [];
  const note = (code: AuthenticitySignal['code'], evidence: Evidence): void => {
    signals.push({ code, logLikelihoodRatio: WEIGHTS[code] ?? null, evidence });
  };
  const peaks = repeatingPatterns(raster).filter(({ height }) => height >= pattern);
  const [strongest] = peaks;
  if (strongest) {
    note(kindOf(peaks), {
      height: round(strongest.height),
      threshold: pattern,
      frequency: round(strongest.frequency),
      angle: round(strongest.angle),
    });
  }
  const [foreign] = foreignBlocks(raster);
  if (foreign) note('PASTED_PORTRAIT', placed(foreign.box, { tiles: foreign.tiles, sure: round(foreign.sure) }));
  const bare = barePatches(raster, lines);
  const [patch] = bare;
  if (patch) {
    note(
      'PASTED_TEXT',
      placed(patch.box, { patches: bare.length, under: round(patch.under), around: round(patch.around) }),
    );
  }
  const anomalies = fontAnomalies(raster, lines);
  const [odd] = anomalies.toSorted((a, b) => Math.abs(b.deviation) - Math.abs(a.deviation));
  if (odd) {
    // Which character it is stays out of the record: it may be a digit of somebody's number.
    note(
      'FONT_ANOMALY',
      placed(odd.box, { lines: anomalies.length, measure: odd.measure, deviation: round(odd.deviation) }),
    );
  }
  const share = table ? earlierCompression(raster, table) : null;
  if (share !== null && share >= gaps) note('DOUBLE_COMPRESSION', { gaps: round(share), threshold: gaps });
  const editor = metadata['editor'];
  if (typeof editor === 'string') note('EDITOR_TRACES', { editor });
  return signals;
}

/** A screen's cells repeat along its two sides; a halftone has its rows of dots at several angles. */
function kindOf(peaks: readonly Peak[]): 'SCREEN_MOIRE' | 'PRINTED_COPY' {
  const [first] = peaks;
  const apart = (angle: number): number => {
    const turn = Math.abs(angle - (first?.angle ?? 0)) % 90;
    return Math.min(turn, 90 - turn);
  };
  const coarse = (first?.frequency ?? 0) < COARSE;
  const axis = Math.min((first?.angle ?? 0) % 90, 90 - ((first?.angle ?? 0) % 90));
  return coarse && (axis > NEAR_AXIS || peaks.some(({ angle }) => apart(angle) > NEAR_AXIS))
    ? 'PRINTED_COPY'
    : 'SCREEN_MOIRE';
}
/** Cycles a pixel; degrees. */
const COARSE = 0.35;
const NEAR_AXIS = 13;

const placed = (box: Box, evidence: Evidence): Evidence => ({
  ...evidence,
  x: Math.round(box.x),
  y: Math.round(box.y),
  width: Math.round(box.width),
  height: Math.round(box.height),
});
const round = (value: number): number => Math.round(value * 1000) / 1000;
