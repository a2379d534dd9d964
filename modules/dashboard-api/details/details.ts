import type { Static } from 'typebox';
import type { Screening } from '../../../contract/aml-records.ts';
import {
  type Action,
  type CheckDetail,
  type FourEyes,
  type MediaDetail,
  mayDo,
  type QueueItem,
  type ScreeningDetail,
  type VerificationDetail,
} from '../../../contract/dashboard/index.ts';
import { ARTEFACT_KINDS, type DeepfakeJob } from '../../../contract/deepfake.ts';
import type { Check, CheckGraph, CheckSummary } from '../../../contract/kyt-records.ts';
import { type FileKind, FILE_KINDS, type Verification } from '../../../contract/verifications.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Page } from '../../../platform/http/envelope.ts';
import type { Services } from '../../../platform/module.ts';
import { readRevisions, REVISIONS } from '../../deepfake/index.ts';
import { settingsOf } from '../../organizations/index.ts';
import { readDocumentEvidence } from '../../verifications/index.ts';
import { findCase } from '../queue/cases/store.ts';
import { presentFourEyes, presentReview } from '../queue/cases/cases.ts';
import { presentItem } from '../queue/queue.ts';
import { itemsOf } from '../queue/store.ts';
import type { Records } from '../records.ts';
import { fieldRows, reasonCodes, ruleRows } from './fields.ts';
import { matchDetail } from './matches.ts';
import { applicantOf, brief, personOf, presentFile, presentTimeline } from './present.ts';
import * as store from './store.ts';

const ARTEFACTS: ReadonlySet<string> = new Set(ARTEFACT_KINDS);

/** All that a page shows of one record. Read together, so that a page needs one request. */
export class Details {
  readonly #services: Services;
  readonly #records: Records;

  constructor(services: Services, records: Records) {
    this.#services = services;
    this.#records = records;
  }

  async verification(context: CallContext, verificationId: string): Promise<VerificationDetail> {
    const { db } = this.#services;
    const record = await this.#records.read<Static<typeof Verification>>('getVerification', context, {
      verificationId,
    });
    const [applicant, files, queue, proposal, settings, timeline, evidence] = await Promise.all([
      applicantOf(this.#records, context, record.applicantId),
      store.filesOf(db, context, [verificationId]),
      this.#item(context, verificationId),
      store.proposalOf(db, context, verificationId),
      settingsOf(db, context.organizationId),
      store.timelineOf(db, context, [verificationId]),
      readDocumentEvidence(db, context, verificationId),
    ]);
    const today = context.now.toISOString().slice(0, 10);
    return {
      verification: record,
      applicant: brief(applicant),
      files: files
        .filter(({ kind }) => (FILE_KINDS as readonly string[]).includes(kind))
        .map((file) => ({ ...presentFile(file), kind: file.kind as FileKind })),
      fields: fieldRows(record.extracted, personOf(applicant), today, evidence.compared),
      boxes: evidence.boxes.map(({ corners: [a, b, c, d], ...box }) => ({ ...box, corners: [a, b, c, d] })),
      rules: ruleRows(record.breakdown),
      queue,
      fourEyes: fourEyesOf(context, record, proposal, settings['verifications.fourEyes'] === true),
      reasonCodes: reasonCodes([...record.failureReasons, record.reviewReason]),
      timeline: timeline.map(presentTimeline),
    };
  }

  async screening(context: CallContext, screeningId: string): Promise<ScreeningDetail> {
    const record = await this.#records.read<Static<typeof Screening>>('getScreening', context, { screeningId });
    const { db } = this.#services;
    const [applicant, queue, timeline, settings, proposals, firsts, names] = await Promise.all([
      applicantOf(this.#records, context, record.applicantId),
      this.#item(context, screeningId),
      store.timelineOf(db, context, [screeningId]),
      settingsOf(db, context.organizationId),
      store.matchProposalsOf(db, context, screeningId),
      store.matchFirstsOf(db, context, screeningId),
      store.namesOfActors(
        db,
        context.organizationId,
        record.matches.flatMap(({ resolution }) => (resolution ? [resolution.resolvedBy] : [])),
      ),
    ]);
    const decisions = { required: settings['screenings.fourEyes'] === true, proposals, firsts };
    return {
      screening: record,
      applicant: brief(applicant),
      matches: record.matches.map((match) => matchDetail(context, record, match, decisions)),
      resolvers: Object.fromEntries(names),
      queue,
      timeline: timeline.map(presentTimeline),
    };
  }

  async check(context: CallContext, checkId: string): Promise<CheckDetail> {
    const { db } = this.#services;
    const [check, graph] = await Promise.all([
      this.#records.read<Static<typeof Check>>('getCheck', context, { checkId }),
      this.#records.read<Static<typeof CheckGraph>>('getCheckGraph', context, { checkId }),
    ]);
    const { address, blockchain } = check;
    const [applicant, others, timeline, decided] = await Promise.all([
      applicantOf(this.#records, context, check.applicantId),
      this.#records.read<Page<Static<typeof CheckSummary>>>(
        'listChecks',
        context,
        {},
        { address, blockchain, limit: 20 },
      ),
      store.timelineOf(db, context, [checkId]),
      this.#case(context, checkId, 'kyt.fourEyes', 'wallets.decide'),
    ]);
    return {
      check,
      graph: check.status === 'COMPLETED' ? graph : null,
      applicant: brief(applicant),
      ...decided,
      others: others.items.filter((other) => other.checkId !== checkId),
      timeline: timeline.map(presentTimeline),
    };
  }

  async media(context: CallContext, jobId: string): Promise<MediaDetail> {
    const { db } = this.#services;
    const job = await this.#records.read<Static<typeof DeepfakeJob>>('getDeepfakeJob', context, { jobId });
    const [files, timeline, decided] = await Promise.all([
      store.filesOf(db, context, [jobId]),
      store.timelineOf(db, context, [jobId]),
      this.#case(context, jobId, 'deepfake.fourEyes', 'media.decide'),
    ]);
    const media = files.find(({ kind }) => kind === 'MEDIA');
    return {
      job,
      media: media ? presentFile(media) : null,
      artefacts: files.filter(({ kind }) => ARTEFACTS.has(kind)).map(presentFile),
      revisions: await this.#revisions(context, files),
      ...decided,
      timeline: timeline.map(presentTimeline),
    };
  }

  /** How the pages of a document looked before and after each saving. */
  async #revisions(context: CallContext, files: readonly store.FileRow[]): Promise<MediaDetail['revisions']> {
    const kept = files.find(({ kind }) => kind === REVISIONS);
    if (!kept) return null;
    const { changes, ...about } = await readRevisions(this.#services.files, context, kept);
    const picture = (fileId: string | null) => {
      const file = fileId === null ? undefined : files.find((one) => one.fileId === fileId);
      return file ? presentFile(file) : null;
    };
    return {
      ...about,
      changes: changes.map((change) => ({ ...change, before: picture(change.before), after: picture(change.after) })),
    };
  }

  async #item(context: CallContext, id: string, db: Queryable = this.#services.db): Promise<QueueItem | null> {
    const [row] = await itemsOf(db, context, [id]);
    return row ? presentItem(row, context.now) : null;
  }

  /** Where a decision about a wallet or media stands. */
  async #case(
    context: CallContext,
    id: string,
    setting: 'kyt.fourEyes' | 'deepfake.fourEyes',
    action: Action,
    db: Queryable = this.#services.db,
  ) {
    const [row, queue, settings] = await Promise.all([
      findCase(db, context, id),
      this.#item(context, id, db),
      settingsOf(db, context.organizationId),
    ]);
    return {
      review: presentReview(row),
      queue,
      fourEyes: presentFourEyes(row, {
        required: settings[setting] === true,
        open: queue?.status === 'OPEN',
        mayDecide: mayDo(context.staff?.role ?? 'READ_ONLY', action, context.environment),
        userId: context.actor.id,
      }),
    };
  }

  /** What a decision made of a case, as the transaction of it sees that. */
  async decidedIn(db: Queryable, context: CallContext, id: string, kind: 'WALLET' | 'MEDIA') {
    const { review, fourEyes } = await (kind === 'WALLET'
      ? this.#case(context, id, 'kyt.fourEyes', 'wallets.decide', db)
      : this.#case(context, id, 'deepfake.fourEyes', 'media.decide', db));
    return { review, fourEyes };
  }
}

function fourEyesOf(
  context: CallContext,
  { status }: Static<typeof Verification>,
  proposal: store.ProposalRow | null,
  required: boolean,
): FourEyes {
  const mine = proposal?.by === `USER ${context.actor.id}`;
  const userId = /^USER (.*)$/.exec(proposal?.by ?? '')?.[1];
  const mayDecide = mayDo(context.staff?.role ?? 'READ_ONLY', 'verifications.decide', context.environment);
  return {
    required,
    proposed: proposal && {
      decision: proposal.decision,
      reason: proposal.reason,
      failureReasons: proposal.failureReasons,
      by: userId === undefined ? null : { userId, name: proposal.name ?? '' },
      at: proposal.reviewedAt,
      mine,
    },
    refused: status !== 'MANUAL_REVIEW' ? 'STATUS' : !mayDecide ? 'ROLE' : mine && required ? 'FIRST_PERSON' : null,
  };
}
