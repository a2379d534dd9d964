import { Printer } from 'lucide-react';
import type { MediaDetail } from '../../../contract/dashboard/details.ts';
import { at } from '../../lib/api.ts';
import { useRead } from '../../lib/data.tsx';
import { bytes, words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment, useFilters, useId } from '../../lib/where.tsx';
import { CaseDecision } from '../../ui/case-decision.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ShownPage } from '../../ui/shown-page.tsx';
import { Facts, Id, Status, Time } from '../../ui/small.tsx';
import { Note, Progress } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { DetectorsCard } from './detectors.tsx';
import { EvidenceViewer } from './viewer.tsx';

/** An examination of media: what was looked at, what each detector saw, and the decision. */
export function MediaPage() {
  const id = useId();
  const detail = useRead<MediaDetail>(`media/${id}/detail`);
  return (
    <ShownPage title="Media" of={detail}>
      {(data) => <Drawn detail={data} />}
    </ShownPage>
  );
}

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
  const environment = useEnvironment();
  const { from } = useFilters();
  const may = useMay();
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
    <Page
      title="Media"
      heading={job.fileName}
      wide
      above={from === 'queue' ? <Go page="queue">Queue</Go> : <Go page="media">Media</Go>}
      lead={
        <span className="across">
          <Status code={verdict}>{job.recommendation ? words(job.recommendation) : words(job.status)}</Status>
          <span>{conclusionOf(detail)}</span>
        </span>
      }
      actions={
        may('reports.print') && job.status === 'COMPLETED' ? (
          <a className="button" href={at(environment, `media/${job.jobId}/report`)} download>
            <Printer size={16} aria-hidden="true" />
            Report
          </a>
        ) : null
      }
    >
      {running ? <Progress share={job.progress / 100} label="The examination" /> : null}
      {job.status === 'FAILED' ? (
        <Note tone="bad">{job.errorMessage ?? 'The examination failed.'} The credits were given back.</Note>
      ) : null}
      <div className="with-decision">
        <div className="stack">
          <EvidenceViewer detail={detail} />
          <DetectorsCard job={job} />
        </div>
        <div className="beside">
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
        </div>
        <div className="stack rest">
          <Card title="About">
            <Facts
              of={[
                ['Kind', words(job.mediaType)],
                ['Size', job.size === null ? 'given by address' : bytes(job.size)],
                ['SHA-256', detail.media ? <span className="code small break">{detail.media.sha256}</span> : null],
                ['Asked for', <Time key="t" at={job.createdAt} />],
                ['Completed', job.completedAt ? <Time key="c" at={job.completedAt} /> : null],
                ['Identifier', <Id key="i" id={job.jobId} />],
              ]}
            />
          </Card>
          <Card title="What happened">
            <Timeline entries={detail.timeline} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
