import { Users } from 'lucide-react';
import { country } from '../../lib/format.ts';
import type { Applicant } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { ListPage } from './list-page.tsx';

type Row = Pick<Applicant, 'applicantId' | 'createdAt'> & Partial<Omit<Applicant, 'status'>> & { status: string };

export function ApplicantsPage() {
  return (
    <ListPage<Row>
      title="Applicants"
      lead="People whom your systems asked to be verified or screened."
      path="v3/applicants"
      icon={Users}
      emptyTitle="No applicant yet"
      empty="Your systems make them with POST /applicants; the sandbox console under Developers does it too."
      rowKey={({ applicantId }) => applicantId}
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'Any status' },
            { value: 'ACTIVE', label: 'Active' },
            { value: 'BLOCKED', label: 'Blocked' },
            { value: 'ERASED', label: 'Erased' },
          ],
        },
      ]}
      columns={[
        {
          name: 'what',
          label: 'Name',
          cell: (row) => (
            <Go page="applicants/$" id={row.applicantId} className="strong clip">
              {row.status === 'ERASED' ? 'erased' : `${row.firstName ?? ''} ${row.lastName ?? ''}`}
            </Go>
          ),
        },
        { name: 'more', label: 'Country', cell: ({ country: code }) => country(code) },
        {
          name: 'extra',
          label: 'Your number',
          cell: ({ externalId }) => <span className="clip">{externalId ?? ''}</span>,
        },
        { name: 'state', label: 'Status', cell: ({ status }) => <Status code={status} /> },
        { name: 'when', label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
