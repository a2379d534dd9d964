import { fuse } from '../fuse.ts';
import { provenanceDetector, type TrustList } from '../provenance.ts';
import { drawHeatMap } from '../render/heat-map.ts';
import { drawPictureSpectrum } from '../render/picture-spectrum.ts';
import { runDetectors } from '../run.ts';
import { type Artefact, type Detector, type ForensicFindings, MediaRefused } from '../types.ts';
import { colourFilterDetector } from './colour-filter.ts';
import { copyMoveDetector } from './copy-move.ts';
import { doubleJpegDetector } from './double-jpeg.ts';
import { faceBlendDetector } from './face/detector.ts';
import { metadataDetector } from './metadata.ts';
import { type OpenedImage, openImage } from './open.ts';
import { pastedJpegDetector } from './pasted-jpeg.ts';
import { type PictureSpectrum, spectrumDetector } from './spectrum-peaks.ts';

/** In the order in which they run: what a file says of itself, then its pixels. */
const imageDetectors = (
  trust: TrustList | null,
  keepSpectrum: (spectrum: PictureSpectrum) => void,
): Detector<OpenedImage>[] => [
  provenanceDetector<OpenedImage>(trust),
  metadataDetector,
  doubleJpegDetector,
  pastedJpegDetector,
  copyMoveDetector,
  colourFilterDetector,
  spectrumDetector(keepSpectrum),
  faceBlendDetector(),
];

/**
 * Examines one picture.
 * @param pixels of a HEIC picture, decoded elsewhere
 * @throws MediaRefused
 */
export async function examineImage(
  bytes: Uint8Array,
  mediaType: string,
  trust: TrustList | null,
  progress: (share: number) => void,
  pixels: Uint8Array | null = null,
): Promise<ForensicFindings> {
  const image = await openImage(bytes, mediaType, pixels);
  progress(0.2);
  const spectra: PictureSpectrum[] = [];
  const list = imageDetectors(trust, (spectrum) => spectra.push(spectrum));
  const detectors = await runDetectors(list, image, (share) => progress(0.2 + 0.7 * share));
  const conclusion = fuse(detectors);
  if (!image.plane && conclusion.isDeepfake === null) {
    throw new MediaRefused(
      'CONTENT_NOT_EXAMINED',
      'This service has no decoder for the picture (HEVC), and it says nothing of its origin. Send it as JPEG or PNG.',
    );
  }
  const artefacts: Artefact[] = [];
  const regions = detectors.flatMap(({ finding }) => finding?.regions ?? []);
  if (regions.length > 0 && image.plane) artefacts.push(await drawHeatMap(pixels ?? bytes, regions, 'heat-map.png'));
  for (const spectrum of spectra) artefacts.push(...(await drawPictureSpectrum(spectrum)));
  return { conclusion, detectors, artefacts };
}
