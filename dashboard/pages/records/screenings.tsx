import { ScanSearch } from 'lucide-react';
import { plural, words } from '../../lib/format.ts';
import type { ScreeningSummary } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { ListPage } from './list-page.tsx';
import { RISK_FILTER } from './risk-filter.ts';

const nameOf = ({ subject }: ScreeningSummary): string => {
  if (!subject) return 'erased';
  return subject.name ?? [subject.firstName, subject.middleName, subject.lastName].filter(Boolean).join(' ');
};

export function ScreeningsPage() {
  return (
    <ListPage<ScreeningSummary>
      title="Screenings"
      lead="Subjects that were looked for on sanctions, political-exposure and adverse-media lists."
      path="v3/aml/screenings"
      icon={ScanSearch}
      emptyTitle="No screening yet"
      empty="One is made with POST /aml/screenings, and answers at once."
      rowKey={({ screeningId }) => screeningId}
      dated
      filters={[RISK_FILTER]}
      columns={[
        {
          name: 'what',
          label: 'Subject',
          cell: (row) => (
            <Go page="screenings/$" id={row.screeningId} className="strong clip">
              {nameOf(row)}
            </Go>
          ),
        },
        {
          name: 'more',
          label: 'Checks',
          cell: ({ checks }) => <span className="clip quiet">{Object.keys(checks).map(words).join(' · ')}</span>,
        },
        {
          name: 'extra',
          label: 'Matches',
          cell: ({ matchCount }) =>
            matchCount === 0 ? <span className="faint">none</span> : plural(matchCount, 'match', 'matches'),
        },
        { name: 'state', label: 'Risk', cell: ({ riskLevel }) => <Status code={riskLevel} /> },
        { name: 'when', label: 'Screened', cell: ({ screenedAt }) => <Time at={screenedAt} /> },
      ]}
    />
  );
}
