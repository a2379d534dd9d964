import { FileCheck2 } from 'lucide-react';
import { shortened, words } from '../../lib/format.ts';
import type { Verification } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { ListPage } from './list-page.tsx';

export function VerificationsPage() {
  return (
    <ListPage<Verification>
      title="Verifications"
      lead="Documents and faces that were examined, and how that ended."
      path="v3/verifications"
      icon={FileCheck2}
      emptyTitle="No verification yet"
      empty="One starts with POST /verifications; the applicant then gets a page to take pictures on."
      rowKey={({ verificationId }) => verificationId}
      dated
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'Any status' },
            { value: 'MANUAL_REVIEW', label: 'In review' },
            { value: 'PENDING_UPLOAD', label: 'Waiting for files' },
            { value: 'PROCESSING', label: 'Being examined' },
            { value: 'COMPLETED', label: 'Completed' },
            { value: 'EXPIRED', label: 'Expired' },
            { value: 'CANCELLED', label: 'Cancelled' },
          ],
        },
        {
          name: 'result',
          label: 'Result',
          choices: [
            { value: '', label: 'Any result' },
            { value: 'APPROVED', label: 'Approved' },
            { value: 'REJECTED', label: 'Rejected' },
          ],
        },
        {
          name: 'profileType',
          label: 'Profile',
          choices: [
            { value: '', label: 'Any profile' },
            { value: 'DOCUMENT', label: 'Document' },
            { value: 'STANDARD', label: 'Standard' },
            { value: 'ENHANCED', label: 'Enhanced' },
            { value: 'BIOMETRIC', label: 'Biometric' },
          ],
        },
      ]}
      columns={[
        {
          name: 'what',
          label: 'Verification',
          cell: (row) => (
            <Go page="verifications/$" id={row.verificationId} className="strong clip">
              {row.extracted?.firstName || row.extracted?.lastName
                ? `${row.extracted.firstName ?? ''} ${row.extracted.lastName ?? ''}`
                : shortened(row.verificationId, 8)}
            </Go>
          ),
        },
        {
          name: 'more',
          label: 'Why',
          cell: (row) => (
            <span className="clip quiet">
              {[row.reviewReason, ...row.failureReasons]
                .filter((one) => one !== null)
                .map(words)
                .join(' · ')}
            </span>
          ),
        },
        { name: 'extra', label: 'Profile', cell: ({ profileType }) => words(profileType) },
        { name: 'state', label: 'Result', cell: ({ result, status }) => <Status code={result ?? status} /> },
        { name: 'when', label: 'Started', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
