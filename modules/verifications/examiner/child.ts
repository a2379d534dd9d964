import sharp from 'sharp';
import { Examiner, type ExaminationInput } from '../../../engines/identity/examine.ts';
import { serve } from '../../../platform/isolation/child.ts';

// One picture after another, nothing kept: the process has little memory and one task.
sharp.cache(false);
sharp.concurrency(1);

const examiner = await Examiner.open();
serve((task) => examiner.examine(task as ExaminationInput));
