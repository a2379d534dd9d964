import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { VerificationDetail } from '../../../contract/dashboard/details.ts';
import { at } from '../../lib/api.ts';
import { useRead } from '../../lib/data.tsx';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment, useFilters, useId } from '../../lib/where.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Facts, Id, Status, Time } from '../../ui/small.tsx';
import { ShownPage } from '../../ui/shown-page.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { type Field, sideOf } from './boxes.ts';
import { DecisionCard } from './decision.tsx';
import { FieldsTable } from './fields.tsx';
import { Pictures } from './pictures.tsx';
import { RulesTable } from './rules.tsx';

/** One verification: what was handed in, what was read, how it was judged, and the decision. */
export function VerificationPage() {
  const id = useId();
  const detail = useRead<VerificationDetail>(`verifications/${id}/detail`);
  return (
    <ShownPage title="Verification" of={detail}>
      {(data) => <Drawn detail={data} />}
    </ShownPage>
  );
}

function Drawn({ detail }: { detail: VerificationDetail }) {
  const environment = useEnvironment();
  const { from } = useFilters();
  const may = useMay();
  const { verification, applicant } = detail;
  const [marked, setMarked] = useState<Field | null>(null);
  const [side, setSide] = useState<VerificationDetail['files'][number]['kind']>('DOCUMENT_FRONT');
  const decided = verification.status === 'COMPLETED';
  return (
    <Page
      title="Verification"
      heading={applicant?.name ?? 'Verification'}
      wide
      above={from === 'queue' ? <Go page="queue">Queue</Go> : <Go page="verifications">Verifications</Go>}
      lead={
        <span className="across">
          <Status code={verification.result ?? verification.status} />
          <span>{words(verification.profileType)}</span>
          {verification.reviewReason ? <span>· {words(verification.reviewReason)}</span> : null}
        </span>
      }
      actions={
        decided && may('reports.print') ? (
          <a className="button" href={at(environment, `verifications/${verification.verificationId}/report`)} download>
            <Printer size={16} aria-hidden="true" />
            Report
          </a>
        ) : null
      }
    >
      <div className="with-decision">
        <div className="stack">
          <Pictures
            files={detail.files}
            boxes={detail.boxes}
            side={side}
            onSide={setSide}
            marked={marked}
            onMark={setMarked}
          />
          <FieldsTable
            fields={detail.fields}
            mrz={verification.extracted?.mrz ?? null}
            boxes={detail.boxes}
            marked={marked}
            onMark={setMarked}
            onShow={(field) => setSide(sideOf(detail.boxes, field, side) ?? side)}
          />
          <RulesTable rules={detail.rules} checks={verification.checks} />
        </div>
        <div className="beside">
          <DecisionCard detail={detail} />
        </div>
        <div className="stack rest">
          <Card title="About">
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
                ['Profile', words(verification.profileType)],
                ['Tries', String(verification.tries)],
                ['Started', <Time key="t" at={verification.createdAt} />],
                ['Completed', verification.completedAt ? <Time key="t" at={verification.completedAt} /> : null],
                ['Identifier', <Id key="i" id={verification.verificationId} />],
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
