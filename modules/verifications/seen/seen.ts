import { createHash } from 'node:crypto';
import {
  cosine,
  type FaceModel,
  falseMatchRate,
  type IdentityFindings,
  type Judgement,
  readDocument,
} from '../../../engines/identity/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import type { Services } from '../../../platform/module.ts';
import { settingsOf } from '../../organizations/index.ts';
import type { Examination } from '../engine.ts';
import { seenDocument, templatesAfter, type TraceRow } from './store.ts';

type Needs = Pick<Services, 'db' | 'vault' | 'clock'>;
type Named = Judgement & { rule: string; check: 'document' | 'duplicateFace' };

/** Failure reasons by which a reviewer marks document and face as known fraud. */
export const FRAUD_REASONS: readonly string[] = ['DOCUMENT_FORGED', 'IDENTITY_FRAUD', 'KNOWN_FRAUD'];

const DAY_MS = 86_400_000;
const BATCH = 2_000;
/** Among all faces compared, so many wrong finds may be expected before one counts. */
const EXPECTED_WRONG = 0.1;
/** And so many before a face known as fraud rejects by itself. */
const CERTAIN_WRONG = 0.001;
const templateContext = (verificationId: string): string => `identity template ${verificationId}`;

export interface SeenBefore {
  judgements: Named[];
  /** What this verification will leave behind when it is decided. */
  trace: TraceRow;
}

/**
 * Compares document and face with those of the organisation's other applicants. Documents by keyed hashes of number and
 * picture; faces only where the organisation has switched that on, by their templates.
 */
export async function compareWithSeen(
  services: Needs,
  tenant: Tenant,
  examination: Examination,
  findings: IdentityFindings,
  front: Uint8Array | undefined,
): Promise<SeenBefore> {
  const { db, vault, clock } = services;
  const now = clock.now();
  const { verificationId, applicantId } = examination;
  const settings = await settingsOf(db, tenant.organizationId);
  const { issuingCountry, documentNumber } = readDocument(findings).fields;
  const owner = `${tenant.organizationId} ${tenant.environment}`;
  // Print may be misread; a number from it must not tie two people together.
  const sure = documentNumber && documentNumber.source !== 'PRINTED';
  const documentKey = sure
    ? vault.pseudonym('identity document', `${owner} ${issuingCountry?.value ?? ''} ${documentNumber.value}`)
    : null;
  const pictureKey = front
    ? vault.pseudonym('identity picture', `${owner} ${createHash('sha256').update(front).digest('hex')}`)
    : null;
  const seen = await seenDocument(db, tenant, applicantId, documentKey, pictureKey, now);
  const judgements: Named[] = [judgeDocument(seen)];
  const face = findings.selfie?.face;
  const model = findings.faceModel;
  const keeps = settings['verifications.duplicateFaces'] === true;
  if (examination.profileType === 'BIOMETRIC') {
    judgements.push(await judgeFace(services, tenant, applicantId, keeps, face?.embedding, model, now));
  }
  const trace: TraceRow = {
    verificationId,
    applicantId,
    documentKey,
    pictureKey,
    template:
      keeps && face && examination.profileType === 'BIOMETRIC'
        ? vault.seal(new Uint8Array(face.embedding.slice().buffer), templateContext(verificationId))
        : null,
    templateModel: model?.name ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + Number(settings['verifications.templateDays']) * DAY_MS),
  };
  return { judgements, trace };
}

function judgeDocument({ applicants, verificationId, fraud }: Awaited<ReturnType<typeof seenDocument>>): Named {
  const named = { rule: 'DOCUMENT_NOT_SEEN_BEFORE', check: 'document' } as const;
  const evidence = { otherApplicants: applicants, verificationId };
  if (fraud) return { ...named, outcome: 'FAIL', reason: 'KNOWN_FRAUD', evidence };
  if (applicants > 0) return { ...named, outcome: 'REVIEW', reason: 'DOCUMENT_SEEN_BEFORE', evidence };
  return { ...named, outcome: 'PASS', evidence };
}

async function judgeFace(
  { db, vault }: Needs,
  tenant: Tenant,
  applicantId: string,
  allowed: boolean,
  face: Float32Array | undefined,
  model: FaceModel | null,
  now: Date,
): Promise<Named> {
  const named = { rule: 'FACE_NOT_SEEN_BEFORE', check: 'duplicateFace' } as const;
  const without = (cause: string): Named => ({
    ...named,
    outcome: 'NOT_PERFORMED',
    reason: 'CHECK_NOT_PERFORMED',
    evidence: { cause },
  });
  if (!allowed) return without('The organisation has not switched on the setting verifications.duplicateFaces.');
  if (!face || model === null) return without('The selfie shows no face that could be compared.');
  let compared = 0;
  let nearest: { similarity: number; verificationId: string; fraud: boolean } | null = null;
  let after = '';
  for (;;) {
    const rows = await templatesAfter(db, tenant, applicantId, model.name, after, BATCH, now);
    for (const { verificationId, template, fraud } of rows) {
      const opened = await vault.open(template, templateContext(verificationId));
      const other = new Float32Array(new Uint8Array(opened).buffer);
      const similarity = cosine(face, other);
      compared++;
      if (!nearest || similarity > nearest.similarity) nearest = { similarity, verificationId, fraud };
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.verificationId ?? '';
  }
  const similarity = nearest?.similarity ?? 0;
  // One find among many is likelier by chance: what is expected is the rate of one comparison times their number.
  const expected = falseMatchRate(similarity, model.calibration) * compared;
  const evidence = {
    compared,
    similarity: Math.round(similarity * 10_000) / 10_000,
    expectedWrongFinds: Number(expected.toPrecision(2)),
    verificationId: nearest && similarity >= model.calibration.same ? nearest.verificationId : null,
  };
  if (!nearest || similarity < model.calibration.same || expected > EXPECTED_WRONG)
    return { ...named, outcome: 'PASS', evidence };
  if (nearest.fraud && expected <= CERTAIN_WRONG) return { ...named, outcome: 'FAIL', reason: 'KNOWN_FRAUD', evidence };
  return { ...named, outcome: 'REVIEW', reason: 'FACE_SEEN_BEFORE', evidence };
}
