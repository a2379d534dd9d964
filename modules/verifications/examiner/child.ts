import sharp from 'sharp';
import { Examiner, type ExaminationInput } from '../../../engines/identity/examine.ts';
import { IDENTITY_MODELS, type IdentityModels } from '../../../engines/identity/models/slots.ts';
import { serve } from '../../../platform/isolation/child.ts';

// One picture after another, nothing kept: the process has little memory and one task.
sharp.cache(false);
sharp.concurrency(1);

// Which networks: what the service was configured with, or those that come with it.
const given = process.argv[2];
const examiner = await Examiner.open(given === undefined ? IDENTITY_MODELS : (JSON.parse(given) as IdentityModels));
serve((task) => examiner.examine(task as ExaminationInput));
