import { Images } from 'lucide-react';
import { words } from '../../lib/format.ts';
import type { MediaJob } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { ListPage } from './list-page.tsx';

const TONE_OF: Readonly<Record<string, string>> = { ACCEPT: 'AUTHENTIC', REVIEW: 'REVIEW', REJECT: 'MANIPULATED' };

export function MediaJobsPage() {
  return (
    <ListPage<MediaJob>
      title="Media"
      lead="Pictures, videos, recordings and documents that were examined for manipulation."
      path="v3/deepfake/jobs"
      icon={Images}
      emptyTitle="No media were examined yet"
      empty="They are sent with POST /deepfake/jobs."
      rowKey={({ jobId }) => jobId}
      dated
      filters={[
        {
          name: 'mediaType',
          label: 'Kind',
          choices: [
            { value: '', label: 'Any kind' },
            { value: 'IMAGE', label: 'Images' },
            { value: 'VIDEO', label: 'Videos' },
            { value: 'AUDIO', label: 'Recordings' },
            { value: 'DOCUMENT', label: 'Documents' },
          ],
        },
        {
          name: 'recommendation',
          label: 'Recommendation',
          choices: [
            { value: '', label: 'Any recommendation' },
            { value: 'ACCEPT', label: 'Accept' },
            { value: 'REVIEW', label: 'Review' },
            { value: 'REJECT', label: 'Reject' },
          ],
        },
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'Any status' },
            { value: 'QUEUED', label: 'Waiting' },
            { value: 'PROCESSING', label: 'Being examined' },
            { value: 'COMPLETED', label: 'Completed' },
            { value: 'FAILED', label: 'Failed' },
          ],
        },
      ]}
      columns={[
        {
          name: 'what',
          label: 'File',
          cell: (row) => (
            <Go page="media/$" id={row.jobId} className="strong clip">
              {row.fileName}
            </Go>
          ),
        },
        {
          name: 'more',
          label: 'Finding',
          cell: ({ manipulationType, isDeepfake }) => (
            <span className="quiet">
              {manipulationType ? words(manipulationType) : isDeepfake === false ? 'nothing found' : ''}
            </span>
          ),
        },
        { name: 'extra', label: 'Kind', cell: ({ mediaType }) => words(mediaType) },
        {
          name: 'state',
          label: 'Result',
          cell: ({ recommendation, status }) =>
            recommendation ? (
              <Status code={TONE_OF[recommendation]}>{words(recommendation)}</Status>
            ) : (
              <Status code={status} />
            ),
        },
        { name: 'when', label: 'Sent', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
