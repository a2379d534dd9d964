import type { MediaDetail } from '../../../contract/dashboard/details.ts';
import { bytes, words } from '../../lib/format.ts';
import { CaseDecision } from '../../ui/case-decision.tsx';
import { CasePage, casePage } from '../../ui/case-page.tsx';
import { Id, Status, Time } from '../../ui/small.tsx';
import { Note, Progress } from '../../ui/states.tsx';
import { DetectorsCard } from './detectors.tsx';
import { EvidenceViewer } from './viewer.tsx';

/** What was concluded, in a sentence. */
function conclusionOf({ job }: MediaDetail): string {
  if (job.status === 'FAILED') return job.errorMessage ?? 'The examination failed.';
  if (job.status !== 'COMPLETED') return 'The examination is under way.';
  const sure = job.confidence === null ? '' : ` Of a hundred answers like this, ${job.confidence} are right.`;
  if (job.isDeepfake === null) return 'Neither manipulation nor its absence could be shown.';
  if (!job.isDeepfake) return `Nothing speaks for manipulation.${sure}`;
  return `${job.manipulationType ? words(job.manipulationType) : 'Manipulation'} is likely.${sure}`;
}

function Drawn({ detail }: { detail: MediaDetail }) {
  const { job } = detail;
  const running = job.status === 'QUEUED' || job.status === 'PROCESSING';
  const verdict =
    job.recommendation === 'REJECT'
      ? 'MANIPULATED'
      : job.recommendation === 'REVIEW'
        ? 'REVIEW'
        : job.recommendation === 'ACCEPT'
          ? 'AUTHENTIC'
          : job.status;
  return (
    <CasePage
      title="Media"
      heading={job.fileName}
      lead={
        <span className="across">
          <Status code={verdict}>{job.recommendation ? words(job.recommendation) : words(job.status)}</Status>
          <span>{conclusionOf(detail)}</span>
        </span>
      }
      list={['media', 'Media']}
      report={job.status === 'COMPLETED' ? `media/${job.jobId}/report` : null}
      notices={
        <>
          {running ? <Progress share={job.progress / 100} label="The examination" /> : null}
          {job.status === 'FAILED' ? (
            <Note tone="bad">{job.errorMessage ?? 'The examination failed.'} The credits were given back.</Note>
          ) : null}
        </>
      }
      decision={
        <CaseDecision
          path={`media/${job.jobId}/decision`}
          review={detail.review}
          queue={detail.queue}
          fourEyes={detail.fourEyes}
          words={{
            clear: 'Clear',
            confirm: 'Confirm doubt',
            cleared: 'Cleared',
            confirmed: 'Doubt confirmed',
            question: 'Are these media what they claim to be?',
          }}
        />
      }
      about={[
        ['Kind', words(job.mediaType)],
        ['Size', job.size === null ? 'given by address' : bytes(job.size)],
        ['SHA-256', detail.media ? <span className="code small break">{detail.media.sha256}</span> : null],
        ['Asked for', <Time key="t" at={job.createdAt} />],
        ['Completed', job.completedAt ? <Time key="c" at={job.completedAt} /> : null],
        ['Identifier', <Id key="i" id={job.jobId} />],
      ]}
      timeline={detail.timeline}
    >
      <EvidenceViewer detail={detail} />
      <DetectorsCard job={job} />
    </CasePage>
  );
}

/** An examination of media: what was looked at, what each detector saw, and the decision. */
export const MediaPage = casePage('Media', 'media', Drawn);
