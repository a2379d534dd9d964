import { join } from 'node:path';
import { type CheckName, PROFILE_CHECKS } from '../../../contract/verifications.ts';
import {
  type Decision,
  decide,
  documentEvidence,
  type ExaminationInput,
  IDENTITY_MODELS,
  type IdentityFindings,
  type IdentityModels,
  type Judgement,
  type ModelSlot,
  type Picture,
} from '../../../engines/identity/index.ts';
import { Captures } from './captures.ts';
import { HeicDecoder, isHeic } from '../../../platform/heic/index.ts';
import { IsolatedPool, IsolationFailure, type Program } from '../../../platform/isolation/index.ts';
import type { Services } from '../../../platform/module.ts';
import { compareWithSeen } from '../seen/seen.ts';
import { daysLater, type Examination, OPEN_DAYS, type Verdict, type VerificationEngine } from '../engine.ts';

const MIB = 2 ** 20;
/** What the examination of one verification may use (section 5 promises an answer within seconds). */
const LIMITS = { memoryBytes: 900 * MIB, cpuSeconds: 120, wallMs: 90_000, fileBytes: 64 * MIB, openFiles: 128 };
/** How long a process that loaded its networks waits for the next verification. */
const SPARE_MS = 120_000;

export type Outside = Judgement & { rule: string; check: Decision['breakdown'][number]['check'] };

/** Who else has a say about a verification: forensics on the selfie. */
export interface OtherChecks {
  judge(examination: Examination, findings: IdentityFindings): Promise<readonly Outside[]>;
}

export interface LiveOptions {
  others?: OtherChecks | null;
  /** The networks; by default those that come with the service. */
  models?: IdentityModels;
  /** What is run in place of the examiner, and its limits. */
  program?: Partial<Pick<Program, 'entry' | 'limits'>>;
  /** What decodes HEIC pictures; by default what is installed. */
  heic?: HeicDecoder;
}

/** Examines documents and faces with the identity engine, each verification in an isolated process of its own. */
export class LiveEngine implements VerificationEngine {
  readonly #pool: IsolatedPool;
  /** Pictures are decoded in a process apart: those that examine may start no program. */
  readonly #heic: HeicDecoder;
  readonly #services: Services;
  readonly #others: OtherChecks | null;

  constructor(services: Services, { others = null, models = IDENTITY_MODELS, program = {}, heic }: LiveOptions = {}) {
    const { examinations } = services.config;
    this.#heic = heic ?? new HeicDecoder({ concurrency: examinations });
    this.#services = services;
    this.#others = others;
    this.#pool = new IsolatedPool({
      entry: join(import.meta.dirname, 'child.ts'),
      limits: LIMITS,
      arguments: [JSON.stringify(models)],
      readable: Object.values(models).map(({ path }: ModelSlot) => path),
      ...program,
      concurrency: examinations,
      tasksPerProcess: 1,
      spareMs: SPARE_MS,
    });
  }

  requireAvailable(): void {
    // What is missing shows in the record: a check that was not performed goes to a person.
  }

  course: VerificationEngine['course'] = (_person, now) => ({
    expiresAt: daysLater(now, OPEN_DAYS),
    unattendedAt: null,
  });

  examinesAt(now: Date): Date {
    return now;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pool.stop(), this.#heic.stop()]);
  }

  async examine(examination: Examination): Promise<Verdict> {
    const { profileType, person } = examination;
    const checks = PROFILE_CHECKS[profileType];
    const today = this.#services.clock.now().toISOString().slice(0, 10);
    const pictures: Picture[] = [];
    const captures = new Captures();
    const input: ExaminationInput = {
      pictures,
      needs: { faces: checks.includes('faceMatch'), liveness: checks.includes('liveness') },
      challenge: examination.challenge,
      today,
    };
    let findings: IdentityFindings;
    try {
      for (const { kind, read } of examination.files) {
        const bytes = await read();
        captures.add(kind, bytes);
        pictures.push(await this.#opened(kind, bytes));
      }
      findings = await this.#pool.run<IdentityFindings>(input);
    } catch (error) {
      // A stop of the service is no finding: the job is taken up again.
      if (!(error instanceof IsolationFailure) || error.reason === 'STOPPED') throw error;
      return unfinished(error, checks[0] ?? 'document');
    }
    const front = pictures.find(({ kind }) => kind === 'DOCUMENT_FRONT')?.bytes;
    const seen = await compareWithSeen(this.#services, examination, examination, findings, front);
    const elsewhere = [...seen.judgements, ...(await this.#elsewhere(examination, findings))];
    const before = captures.reasonsOfOthers(examination.previousIssues);
    const verdict = verdictOf(decide({ findings, person, checks, today, before, elsewhere }));
    if (verdict.kind === 'UNREADABLE') verdict.uploadIssues = verdict.uploadIssues.map((issue) => captures.keep(issue));
    return { ...verdict, trace: seen.trace, evidence: documentEvidence(findings, person) };
  }

  /** A picture as it is, or decoded where the engine cannot. */
  async #opened(kind: Picture['kind'], file: Buffer): Promise<Picture> {
    const bytes = new Uint8Array(file);
    if (!isHeic(bytes)) return { kind, bytes };
    const answer = await this.#heic.decode(bytes);
    if ('png' in answer) return { kind, bytes, pixels: answer.png };
    return { kind, bytes, refused: { reason: answer.refused, cause: answer.cause } };
  }

  async #elsewhere(examination: Examination, findings: IdentityFindings): Promise<readonly Outside[]> {
    const made = (await this.#others?.judge(examination, findings)) ?? [];
    if (made.some(({ check }) => check === 'deepfake')) return made;
    const evidence = { cause: 'No engine that examines selfies for synthesis is installed.' };
    const named = { rule: 'SELFIE_NOT_SYNTHETIC', check: 'deepfake' } as const;
    return [...made, { ...named, outcome: 'NOT_PERFORMED', evidence, reason: 'CHECK_NOT_PERFORMED' }];
  }
}

/** The examination came to no end: nothing was performed, and a person is told why. */
function unfinished({ reason, message }: IsolationFailure, check: CheckName): Verdict {
  return {
    kind: 'REFERRED',
    reviewReason: 'EXAMINATION_FAILED',
    checks: {},
    extracted: null,
    breakdown: [
      {
        rule: 'EXAMINATION_COMPLETED',
        check,
        outcome: 'NOT_PERFORMED',
        evidence: { cause: reason, detail: message },
      },
    ],
  };
}

function verdictOf(decision: Decision): Verdict {
  const { document, result, checks, breakdown, failureReasons, reviewReason, retakes } = decision;
  const { fields } = document;
  const value = (field: keyof typeof fields): string | null => fields[field]?.value ?? null;
  const read = value('sex');
  const sex: 'F' | 'M' | 'X' | null = read === 'F' || read === 'M' || read === 'X' ? read : null;
  const findings = {
    checks,
    extracted: {
      documentType: document.type,
      documentNumber: value('documentNumber'),
      issuingCountry: value('issuingCountry'),
      firstName: value('firstName'),
      lastName: value('lastName'),
      dateOfBirth: value('dateOfBirth'),
      nationality: value('nationality'),
      sex,
      dateOfIssue: value('dateOfIssue'),
      dateOfExpiry: value('dateOfExpiry'),
      personalNumber: value('personalNumber'),
      address: value('address'),
      mrz: document.mrz ? [...document.mrz] : null,
    },
    breakdown: breakdown.map((rule) => ({ ...rule, evidence: { ...rule.evidence } })),
  };
  if (result === 'TRY_AGAIN')
    return { kind: 'UNREADABLE', uploadIssues: retakes.map((retake) => ({ ...retake })), ...findings };
  if (result === 'REVIEW')
    return { kind: 'REFERRED', reviewReason: reviewReason ?? 'CHECK_NOT_PERFORMED', ...findings };
  return { kind: 'DECIDED', result, failureReasons, ...findings };
}
