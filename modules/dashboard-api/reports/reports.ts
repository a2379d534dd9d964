import type {
  CheckDetail,
  FieldRow,
  FourEyes,
  MediaDetail,
  ScreeningDetail,
  StoredFile,
  TimelineEntry,
  VerificationDetail,
} from '../../../contract/dashboard/index.ts';
import type { Fact, Report, Section } from './document.ts';

type Body = Pick<Report, 'title' | 'subject' | 'sections'>;

const fact = (label: string, value: string | number | boolean | null | undefined): Fact => ({
  label,
  value:
    value === null || value === undefined ? '–' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
});
/** Numbers to four places. */
const short = (value: string | number | boolean | null): string =>
  value === null ? '' : typeof value === 'number' ? String(Math.round(value * 10_000) / 10_000) : String(value);
const words = (values: readonly string[]): string => values.join(', ');

function evidence(files: readonly StoredFile[]): Section {
  return {
    heading: 'Evidence',
    text: 'SHA-256 of the stored files as they were examined.',
    table: {
      columns: [
        { title: 'File', part: 3 },
        { title: 'Kind', part: 2 },
        { title: 'Size', part: 1 },
        { title: 'SHA-256', part: 6 },
      ],
      rows: files.map(({ fileId, kind, size, sha256 }) => [fileId, kind, String(size), sha256]),
    },
  };
}

function history(timeline: readonly TimelineEntry[]): Section {
  return {
    heading: 'History',
    text: 'From the audit log, the newest first. Times are UTC.',
    table: {
      columns: [
        { title: 'Time', part: 3 },
        { title: 'What', part: 4 },
        { title: 'Who', part: 4 },
        { title: 'Details', part: 6 },
      ],
      rows: timeline.map(({ at, action, actor, details }) => [
        at,
        action,
        `${actor.name ?? actor.type} (${actor.id})`,
        Object.entries(details)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('; '),
      ]),
    },
  };
}

function person(applicant: VerificationDetail['applicant']): Section {
  return {
    heading: 'Whom it is about',
    facts: applicant
      ? [
          fact('Applicant', applicant.applicantId),
          fact('Status', applicant.status),
          fact('Name', applicant.name),
          fact('Date of birth', applicant.dateOfBirth),
          fact('Country', applicant.country),
          fact('Nationality', applicant.nationality),
        ]
      : [fact('Applicant', 'none was given, or it was erased')],
  };
}

const proposal = ({ required, proposed }: FourEyes): Fact[] => [
  fact('Two people must agree', required),
  ...(proposed
    ? [
        fact(
          'Proposed',
          `${proposed.decision} by ${proposed.by?.name ?? 'an API key'} at ${proposed.at}: ${proposed.reason ?? ''}`,
        ),
      ]
    : []),
];

export function verificationReport(detail: VerificationDetail): Body {
  const { verification: v, fields, rules } = detail;
  return {
    title: 'Decision about an identity verification',
    subject: v.verificationId,
    sections: [
      person(detail.applicant),
      {
        heading: 'What was asked',
        facts: [
          fact('Verification', v.verificationId),
          fact('Profile', v.profileType),
          fact('Begun', v.createdAt),
          fact('Submissions', v.tries),
          fact('Checks', words(Object.entries(v.checks).map(([name, outcome]) => `${name} ${outcome}`))),
        ],
      },
      {
        heading: 'Decision',
        facts: [
          fact('Status', v.status),
          fact('Result', v.result),
          fact('Decided by', v.decidedBy),
          fact('Decided', v.completedAt),
          fact('Reasons', words(v.failureReasons)),
          fact('Referred for', v.reviewReason),
          fact('Reviewer’s words', v.review?.reason),
          ...proposal(detail.fourEyes),
        ],
      },
      {
        heading: 'What was read',
        table: {
          columns: [
            { title: 'Field', part: 3 },
            { title: 'Taken for true', part: 4 },
            { title: 'Machine-readable zone', part: 4 },
            { title: 'Given by the customer', part: 4 },
            { title: 'Agreement', part: 2 },
          ],
          rows: fields
            .filter(({ read, machineReadable, given }) => read !== null || machineReadable !== null || given !== null)
            .map((row: FieldRow) => [
              row.field,
              row.read ?? '',
              row.machineReadable ?? '',
              row.given ?? '',
              row.agreement,
            ]),
        },
      },
      {
        heading: 'Rules',
        text: `Every rule with its outcome and what it rests on. Rules version ${String(rules[0]?.evidence['rules'] ?? 'of the sandbox')}.`,
        table: {
          columns: [
            { title: 'Rule', part: 5 },
            { title: 'Check', part: 3 },
            { title: 'Outcome', part: 2 },
            { title: 'Value', part: 2 },
            { title: 'Held against', part: 2 },
            { title: 'Evidence', part: 6 },
          ],
          rows: rules.map(({ rule, check, outcome, value, threshold, evidence: found }) => [
            rule,
            check,
            outcome,
            short(value),
            short(threshold),
            Object.entries(found)
              .map(([name, one]) => `${name} ${short(one)}`)
              .join('; '),
          ]),
        },
      },
      evidence(detail.files),
      history(detail.timeline),
    ],
  };
}

export function screeningReport(detail: ScreeningDetail): Body {
  const { screening: s, matches, resolvers } = detail;
  const subject = s.subjectNormalized;
  return {
    title: 'Screening against watchlists',
    subject: s.screeningId,
    sections: [
      person(detail.applicant),
      {
        heading: 'What was asked',
        facts: [
          fact('Screening', s.screeningId),
          fact('Name', subject?.name),
          fact('Aliases', words(subject?.aliases ?? [])),
          fact('Date of birth', subject?.dateOfBirth),
          fact('Country, nationality', words([subject?.country, subject?.nationality].filter((one) => one != null))),
          fact('Checks', words(Object.entries(s.checks).map(([name, state]) => `${name} ${state}`))),
          fact('Threshold', s.threshold),
          fact('Screened', s.screenedAt),
        ],
      },
      {
        heading: 'Against which versions',
        facts: [fact('Algorithm', s.algorithmVersion), fact('Configuration', s.configurationHash)],
        table: {
          columns: [
            { title: 'List', part: 3 },
            { title: 'Version', part: 1 },
            { title: 'Published', part: 3 },
            { title: 'Entities', part: 2 },
            { title: 'SHA-256', part: 7 },
          ],
          rows: s.datasets.map(({ dataset, version, publishedAt, entities, sha256 }) => [
            dataset,
            String(version),
            publishedAt ?? '',
            String(entities),
            sha256,
          ]),
        },
      },
      {
        heading: 'What was found',
        facts: [
          fact('Risk', s.riskLevel),
          fact('Matches', s.matchCount),
          fact('Taken out as decided before', s.suppressed.length),
        ],
      },
      ...matches.map(({ match, tokens, fourEyes, first }): Section => ({
        heading: `${match.caption} (${match.dataset})`,
        facts: [
          fact('Match', `${match.matchId}, entity ${match.entityId}`),
          fact('Categories', words(match.categories)),
          fact('Score', match.score),
          fact(
            'Name',
            `${match.matchedName}: ${words(tokens.map((one) => `${one.query ?? '–'} / ${one.candidate ?? '–'} ${one.outcome}`))}`,
          ),
          fact('Programmes', words(match.programs)),
          fact('Birth dates', words(match.birthDates)),
          fact('Sources', words(match.sources.flatMap(({ url }) => (url === null ? [] : [url])))),
          fact('Decision', match.resolution?.decision ?? 'not decided'),
          ...(match.resolution
            ? [
                fact(
                  'Decided by',
                  `${resolvers[match.resolution.resolvedBy] ?? ''} (${match.resolution.resolvedBy}) at ${match.resolution.resolvedAt}`,
                ),
                fact('Reason', match.resolution.reason),
              ]
            : []),
          ...(first
            ? [fact('First of the two', `${first.by?.name ?? 'an API key'} at ${first.at}: ${first.reason}`)]
            : []),
          ...proposal(fourEyes),
        ],
      })),
      history(detail.timeline),
    ],
  };
}

function decision(detail: Pick<CheckDetail, 'review' | 'fourEyes'>): Section {
  const { review } = detail;
  return {
    heading: 'Decision',
    facts: review
      ? [
          fact('Decision', review.decision),
          fact('Decided by', `${review.by?.name ?? ''} (${review.by?.userId ?? ''}) at ${review.at}`),
          fact(
            'Agreed by',
            review.secondBy ? `${review.secondBy.name} (${review.secondBy.userId}) at ${review.secondAt ?? ''}` : null,
          ),
          fact('Reason', review.reason),
        ]
      : [fact('Decision', 'nobody decided about it'), ...proposal(detail.fourEyes)],
  };
}

export function checkReport(detail: CheckDetail): Body {
  const { check: c } = detail;
  const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`;
  return {
    title: 'Risk of a wallet',
    subject: c.checkId,
    sections: [
      person(detail.applicant),
      {
        heading: 'What was asked',
        facts: [
          fact('Check', c.checkId),
          fact('Address', c.addressNormalized),
          fact('Blockchain', c.blockchain),
          fact('Asset', c.asset),
          fact('Checked', c.completedAt ?? c.createdAt),
        ],
      },
      {
        heading: 'Against which versions',
        facts: [
          fact('Data', c.dataVersion),
          fact('Policy', `${c.policy.version}, SHA-256 ${c.policy.hash}`),
          fact('Block height', c.coverage.height),
        ],
      },
      {
        heading: 'What was found',
        facts: [
          fact('Risk', `${c.riskLevel}, score ${c.riskScore} of 100`),
          fact('Heaviest risks', words(c.topRisks)),
          fact('On sanctions lists', words(c.sanctions.map(({ list, entityId }) => `${list} ${entityId ?? ''}`))),
          fact('Known of what came in', percent(c.coverage.INCOMING.exposure)),
          fact('Known of what went out', percent(c.coverage.OUTGOING.exposure)),
        ],
        table: {
          columns: [
            { title: 'Category', part: 3 },
            { title: 'Entity', part: 4 },
            { title: 'Direction', part: 2 },
            { title: 'Hops', part: 1 },
            { title: 'Share', part: 2 },
            { title: 'Value', part: 3 },
            { title: 'Points', part: 1 },
          ],
          rows: c.exposures.map((one) => [
            one.category,
            one.entity,
            one.direction,
            String(one.hops),
            percent(one.share),
            one.value,
            String(one.contribution),
          ]),
        },
      },
      decision(detail),
      history(detail.timeline),
    ],
  };
}

export function mediaReport(detail: MediaDetail): Body {
  const { job } = detail;
  return {
    title: 'Examination of media',
    subject: job.jobId,
    sections: [
      {
        heading: 'What was asked',
        facts: [
          fact('Job', job.jobId),
          fact('File', job.fileName),
          fact('Type', job.mediaType),
          fact('Size', job.size),
          fact('Handed in', job.createdAt),
        ],
      },
      {
        heading: 'What was found',
        facts: [
          fact('Status', job.status),
          fact('Manipulated or synthetic', job.isDeepfake === null ? 'inconclusive' : job.isDeepfake),
          fact('Confidence', job.confidence),
          fact('Kind', job.manipulationType),
          fact('Recommendation', job.recommendation),
        ],
        table: {
          columns: [
            { title: 'Detector', part: 3 },
            { title: 'Version', part: 2 },
            { title: 'Verdict', part: 2 },
            { title: 'Score', part: 1 },
            { title: 'Log likelihood ratio', part: 2 },
            { title: 'Counted', part: 1 },
            { title: 'Evidence', part: 7 },
          ],
          rows: job.detectors.map((one) => [
            one.name,
            one.version,
            one.verdict,
            String(Math.round(one.score * 1000) / 1000),
            String(Math.round(one.logLikelihoodRatio * 100) / 100),
            one.counted === undefined ? '' : String(Math.round(one.counted * 100) / 100),
            one.evidence.map(({ code, detail: said }) => `${code}: ${said}`).join('; '),
          ]),
        },
      },
      decision(detail),
      evidence([...(detail.media ? [detail.media] : []), ...detail.artefacts]),
      history(detail.timeline),
    ],
  };
}
