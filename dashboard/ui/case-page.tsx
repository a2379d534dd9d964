import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type {
  CheckDetail,
  MediaDetail,
  ScreeningDetail,
  TimelineEntry,
  VerificationDetail,
} from '../../contract/dashboard/details.ts';
import { at } from '../lib/api.ts';
import { useRead } from '../lib/data.tsx';
import { useMay } from '../lib/session.ts';
import { Go, useEnvironment, useFilters, useId } from '../lib/where.tsx';
import { Card, Page } from './page.tsx';
import { ShownPage } from './shown-page.tsx';
import { Facts } from './small.tsx';
import { Timeline } from './timeline.tsx';

/** What there is to know of one record, by where it is read. */
interface Details {
  verifications: VerificationDetail;
  screenings: ScreeningDetail;
  checks: CheckDetail;
  media: MediaDetail;
}

/** The page of one record: read in one request by the identifier in its address. */
export function casePage<F extends keyof Details>(
  title: string,
  folder: F,
  Drawn: (props: { detail: Details[F] }) => ReactNode,
): () => ReactNode {
  return function RecordPage() {
    const id = useId();
    const detail = useRead<Details[F]>(`${folder}/${id}/detail`);
    return (
      <ShownPage title={title} of={detail}>
        {(data) => <Drawn detail={data} />}
      </ShownPage>
    );
  };
}

interface CasePageProps {
  title: string;
  heading: ReactNode;
  lead: ReactNode;
  /** The list that it belongs to, where one did not come from the queue. */
  list: readonly [page: 'verifications' | 'screenings' | 'wallets' | 'media', label: string];
  /** Below the environment; null: there is nothing to print yet. */
  report: string | null;
  actions?: ReactNode;
  /** Above all of it. */
  notices?: ReactNode;
  decision?: ReactNode;
  aboutTitle?: string;
  /** Whom it is about, where that is a person on file. */
  applicant?: { applicantId: string; name: string | null } | null;
  about: readonly (readonly [string, ReactNode])[];
  /** Cards above and below what it is about. */
  above?: ReactNode;
  below?: ReactNode;
  timeline: readonly TimelineEntry[];
  /** What there is to look at. */
  children: ReactNode;
}

/** One case: what there is to look at, the decision beside it, and beneath that what it is about and what happened. */
export function CasePage(props: CasePageProps) {
  const { title, heading, lead, list, report, actions, notices, decision, applicant, about, children } = props;
  const environment = useEnvironment();
  const { from } = useFilters();
  const may = useMay();
  const [page, label] = list;
  return (
    <Page
      title={title}
      heading={heading}
      wide
      above={from === 'queue' ? <Go page="queue">Queue</Go> : <Go page={page}>{label}</Go>}
      lead={lead}
      actions={
        <>
          {actions}
          {report !== null && may('reports.print') ? (
            <a className="button" href={at(environment, report)} download>
              <Printer size={16} aria-hidden="true" />
              Report
            </a>
          ) : null}
        </>
      }
    >
      {notices}
      <div className="with-decision">
        <div className="stack">{children}</div>
        {decision ? <div className="beside">{decision}</div> : null}
        <div className="stack rest">
          {props.above}
          <Card title={props.aboutTitle ?? 'About'}>
            <Facts
              of={[
                [
                  'Applicant',
                  applicant ? (
                    <Go page="applicants/$" id={applicant.applicantId}>
                      {applicant.name ?? 'erased'}
                    </Go>
                  ) : null,
                ],
                ...about,
              ]}
            />
          </Card>
          {props.below}
          <Card title="What happened">
            <Timeline entries={props.timeline} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
