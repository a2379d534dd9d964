import type { Static } from 'typebox';
import type {
  Dataset as DatasetSchema,
  Match as MatchSchema,
  Monitor as MonitorSchema,
  ScreeningSummary as ScreeningSummarySchema,
  Screening as ScreeningSchema,
} from '../../contract/aml-records.ts';
import type { Applicant as ApplicantSchema } from '../../contract/applicants.ts';
import type { DeepfakeJob as JobSchema } from '../../contract/deepfake.ts';
import type {
  Check as CheckSchema,
  CheckGraph as CheckGraphSchema,
  CheckSummary as CheckSummarySchema,
} from '../../contract/kyt-records.ts';
import type { Verification as VerificationSchema } from '../../contract/verifications.ts';

/** Records of the contract as the pages get them. */
export type Applicant = Static<typeof ApplicantSchema>;
export type Verification = Static<typeof VerificationSchema>;
export type Screening = Static<typeof ScreeningSchema>;
export type ScreeningSummary = Static<typeof ScreeningSummarySchema>;
export type Match = Static<typeof MatchSchema>;
export type Monitor = Static<typeof MonitorSchema>;
export type Dataset = Static<typeof DatasetSchema>;
export type Check = Static<typeof CheckSchema>;
export type CheckSummary = Static<typeof CheckSummarySchema>;
export type CheckGraph = Static<typeof CheckGraphSchema>;
export type MediaJob = Static<typeof JobSchema>;
