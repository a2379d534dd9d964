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
      { label: 'with matches', tone: 'warn', of: (day) => day.screeningsWithMatches, search: { matched: 'true' } },
    ],
    share: { label: 'had a match', of: (day) => day.screeningsWithMatches, among: (day) => day.screenings },
  },
  {
    title: 'Wallets',
    page: 'wallets',
    total: (day) => day.walletChecks,
    parts: [{ label: 'high risk', tone: 'bad', of: (day) => day.walletsHighRisk, search: { riskLevel: 'HIGH' } }],
    share: { label: 'high risk', of: (day) => day.walletsHighRisk, among: (day) => day.walletChecks },
  },
  {
    title: 'Media',
    page: 'media',
    total: (day) => day.media,
    parts: [{ label: 'doubtful', tone: 'warn', of: (day) => day.mediaDoubtful, search: {} }],
    share: { label: 'doubtful', of: (day) => day.mediaDoubtful, among: (day) => day.media },
  },
];

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
                <Go page={page} className="figure">
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
                  <Go key={label} page={page} search={search} className="legend">
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
