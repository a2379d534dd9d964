import sharp from 'sharp';
import type { ExaminationInput } from '../../../../engines/identity/index.ts';
import { serve } from '../../../../platform/isolation/child.ts';

const FAULTS = ['die', 'hang', 'throw', 'allocate'];

/** Fails in the way that the width of the picture tells: 60 and the length of the fault's name. */
serve(async (task) => {
  const { pictures } = task as ExaminationInput;
  const { width } = await sharp(pictures[0]?.bytes).metadata();
  const fault = FAULTS.find((name) => (name === 'die' ? width === 63 : width === 60 + name.length));
  if (fault === 'die') process.exit(9);
  if (fault === 'throw') throw new Error('a fault of the examiner');
  const held: Uint8Array[] = [];
  for (;;) if (fault === 'allocate') held.push(new Uint8Array(2 ** 24).fill(1));
});
