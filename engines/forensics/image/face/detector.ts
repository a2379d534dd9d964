import { type Detector, type Evidence, type Finding, nothing, type Region } from '../../types.ts';
import type { OpenedImage } from '../open.ts';
import { BlendNet, type BlendReading, MASK_SIDE } from './blend-net.ts';
import { blendRatio } from './calibration.ts';
import { FaceFinder } from './find.ts';

/** Pixels that a face must extend over: the network was measured on no smaller ones. */
const SMALLEST_FACE = 48;
const CLEAR_FACE = 96;
/** Cells of the mask that are shown. */
const SHOWN = 0.5;

/**
 * Faces that were laid over other faces: swaps and reenactments leave the border of what was pasted. Experimental: what
 * it sees is told and drawn, and never counted, since its error on people and programs that it was not trained on is
 * large (bench/forensics/RESULTS.md).
 * Its models are opened once, with the first picture: one detector serves all frames of a job.
 */
export function faceBlendDetector(): Detector<OpenedImage> {
  let opened: Promise<[FaceFinder, BlendNet]> | null = null;
  return {
    name: 'face-blend',
    version: '0.2',
    family: 'NETWORK',
    applicable: ({ colour }) =>
      colour && Math.min(colour.width, colour.height) >= 64
        ? { applies: true }
        : { applies: false, reason: 'The picture is too small, or cannot be decoded here.' },
    examine: (image) => examineFaces(image, () => (opened ??= Promise.all([FaceFinder.open(), BlendNet.open()]))),
  };
}

async function examineFaces(
  { colour, plane, width, height }: OpenedImage,
  open: () => Promise<[FaceFinder, BlendNet]>,
): Promise<Finding> {
  if (!colour || !plane) return nothing(0);
  const [finder, network] = await open();
  const faces = await finder.find(colour);
  if (faces.length === 0) return nothing(0, [{ code: 'NO_FACE', detail: 'No face was found in the picture.' }]);
  const large = faces.filter(({ extent }) => extent >= SMALLEST_FACE);
  if (large.length === 0) {
    const detail = `The faces of the picture extend over fewer than ${SMALLEST_FACE} pixels, too few to examine.`;
    return nothing(0, [{ code: 'FACE_TOO_SMALL', detail }]);
  }
  let strongest: BlendReading | null = null;
  let extent = 0;
  for (const face of large) {
    const reading = await network.read(colour, face);
    if (!strongest || reading.logit > strongest.logit) [strongest, extent] = [reading, face.extent];
  }
  if (!strongest) return nothing(0);
  // The most suspicious of several faces is suspicious more often by chance alone.
  const ratio = blendRatio(strongest.logit) - Math.log(large.length);
  const quality = Math.min(1, 0.5 + (0.5 * (extent - SMALLEST_FACE)) / (CLEAR_FACE - SMALLEST_FACE));
  const evidence: Evidence[] = [];
  if (ratio < SUSPECT) {
    evidence.push({
      code: 'FACE_OF_ONE_PIECE',
      detail: `No border of a face laid over another was seen (${large.length} examined). Experimental: three of ten swapped faces are not seen, and a face that was generated whole has no border.`,
    });
    return nothing(quality, evidence);
  }
  evidence.push({
    code: 'FACE_LAID_OVER',
    detail:
      'Colour, grain or sharpness seem to change along the border of the face, as where one face was laid over another. Experimental and not counted: in a test it told seven of ten swapped faces, and one in nine untouched ones.',
  });
  const regions = cellsOf(
    strongest,
    (x) => (x + plane.left) / width,
    (y) => (y + plane.top) / height,
  );
  return { logLikelihoodRatio: 0, quality, evidence, regions };
}

/** Natural logarithm of the calibrated ratio; below it nothing is told: that no border was seen is no sign either way. */
const SUSPECT = 0.7;

/** Runs of suspicious cells, row by row. */
function cellsOf({ mask, square }: BlendReading, across: (x: number) => number, down: (y: number) => number): Region[] {
  const cell = square.side / MASK_SIDE;
  const regions: Region[] = [];
  for (let row = 0; row < MASK_SIDE; row++) {
    let from: number | null = null;
    let sum = 0;
    for (let column = 0; column <= MASK_SIDE; column++) {
      const value = column < MASK_SIDE ? (mask[row * MASK_SIDE + column] as number) : 0;
      if (value >= SHOWN) {
        from ??= column;
        sum += value;
      } else if (from !== null) {
        const [x, y] = [square.left + from * cell, square.top + row * cell];
        regions.push({
          page: 0,
          x: across(x),
          y: down(y),
          width: across(x + (column - from) * cell) - across(x),
          height: down(y + cell) - down(y),
          weight: Math.min(1, sum / (column - from)),
        });
        [from, sum] = [null, 0];
      }
    }
  }
  return regions;
}
