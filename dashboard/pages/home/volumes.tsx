import type { DayOfWork } from '../../../contract/dashboard/home.ts';
import { Bars } from '../../charts/bars.tsx';
import { count, percent } from '../../lib/format.ts';
import { Go, type Search } from '../../lib/where.tsx';
import type { PagePath } from '../../paths.ts';
import { Card } from '../../ui/page.tsx';
import type { Tone } from '../../ui/small.tsx';

interface Volume {
  title: string;
  page: PagePath;
  total: (day: DayOfWork) => number;
  /** From the ground up; the rest of the total is drawn plain. */
  parts: readonly { label: string; tone: Tone; of: (day: DayOfWork) => number; search: Search }[];
  /** The part whose share is told. */
  share: { label: string; of: (day: DayOfWork) => number; among: (day: DayOfWork) => number };
}

const VOLUMES: readonly Volume[] = [
  {
    title: 'Verifications',
    page: 'verifications',
    total: (day) => day.verifications,
    parts: [
      { label: 'approved', tone: 'good', of: (day) => day.approved, search: { result: 'APPROVED' } },
      { label: 'rejected', tone: 'bad', of: (day) => day.rejected, search: { result: 'REJECTED' } },
    ],
    share: { label: 'approved', of: (day) => day.approved, among: (day) => day.approved + day.rejected },
  },
  {
    title: 'Screenings',
    page: 'screenings',
    total: (day) => day.screenings,
    parts: [
      { label: 'critical', tone: 'bad', of: (day) => day.screeningsCritical, search: { riskLevel: 'CRITICAL' } },
      { label: 'high', tone: 'warn', of: (day) => day.screeningsHigh, search: { riskLevel: 'HIGH' } },
      { label: 'medium', tone: 'accent', of: (day) => day.screeningsMedium, search: { riskLevel: 'MEDIUM' } },
    ],
    share: {
      label: 'had a match',
      of: (day) => day.screeningsCritical + day.screeningsHigh + day.screeningsMedium,
      among: (day) => day.screenings,
    },
  },
  {
    title: 'Wallets',
    page: 'wallets',
    total: (day) => day.walletChecks,
    parts: [
      { label: 'critical', tone: 'bad', of: (day) => day.walletsCritical, search: { riskLevel: 'CRITICAL' } },
      { label: 'high', tone: 'warn', of: (day) => day.walletsHigh, search: { riskLevel: 'HIGH' } },
    ],
    share: {
      label: 'high or critical',
      of: (day) => day.walletsCritical + day.walletsHigh,
      among: (day) => day.walletChecks,
    },
  },
  {
    title: 'Media',
    page: 'media',
    total: (day) => day.media,
    parts: [
      { label: 'to reject', tone: 'bad', of: (day) => day.mediaToReject, search: { recommendation: 'REJECT' } },
      { label: 'to review', tone: 'warn', of: (day) => day.mediaToReview, search: { recommendation: 'REVIEW' } },
    ],
    share: {
      label: 'to reject or review',
      of: (day) => day.mediaToReject + day.mediaToReview,
      among: (day) => day.media,
    },
  },
];

/** The rows that are counted here. */
const LAST_30_DAYS: Search = { days: '30' };

/** The last thirty days of each kind of work. */
export function VolumeCards({ days }: { days: readonly DayOfWork[] }) {
  const sum = (of: (day: DayOfWork) => number): number => days.reduce((total, day) => total + of(day), 0);
  return (
    <section className="volumes" aria-label="The last thirty days">
      {VOLUMES.map(({ title, page, total, parts, share }) => {
        const among = sum(share.among);
        return (
          <Card key={title} title={title} note="Last 30 days" level={2}>
            <div className="stack tight">
              <div className="across apart">
                <Go page={page} search={LAST_30_DAYS} className="figure">
                  {count(sum(total))}
                </Go>
                <span className="small quiet">
                  {among === 0 ? '' : `${percent(sum(share.of) / among)} ${share.label}`}
                </span>
              </div>
              <Bars
                label={title}
                days={days.map((day) => {
                  const values = parts.map(({ of }) => of(day));
                  return {
                    day: day.day,
                    values: [...values, Math.max(0, total(day) - values.reduce((a, b) => a + b, 0))],
                  };
                })}
                parts={[...parts, { label: 'other', tone: 'plain' }]}
              />
              <p className="across small">
                {parts.map(({ label, tone, of, search }) => (
                  <Go key={label} page={page} search={{ ...search, ...LAST_30_DAYS }} className="legend">
                    <span className={`dot tone-${tone}`} aria-hidden="true" />
                    {count(sum(of))} {label}
                  </Go>
                ))}
              </p>
            </div>
          </Card>
        );
      })}
    </section>
  );
}
