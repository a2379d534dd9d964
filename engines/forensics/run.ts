import type { Detector, Reported } from './types.ts';

/**
 * Runs detectors one after another over an opened medium.
 * @param progress told after each, 0 to 1
 */
export async function runDetectors<Opened>(
  detectors: readonly Detector<Opened>[],
  media: Opened,
  progress: (share: number) => void,
): Promise<Reported[]> {
  const reported: Reported[] = [];
  for (const detector of detectors) {
    const { name, version, family } = detector;
    const applicability = detector.applicable(media);
    const finding = applicability.applies ? await detector.examine(media) : null;
    reported.push({ name, version, family, finding, reason: applicability.applies ? null : applicability.reason });
    progress(reported.length / detectors.length);
  }
  return reported;
}
