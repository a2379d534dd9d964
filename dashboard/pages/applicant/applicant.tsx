import { Eraser } from 'lucide-react';
import { useState } from 'react';
import type { ApplicantOverview } from '../../../contract/dashboard/details.ts';
import { useRead } from '../../lib/data.tsx';
import { country, words } from '../../lib/format.ts';
import type { Applicant } from '../../lib/types.ts';
import { useMay } from '../../lib/session.ts';
import { Go, useId } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ShownPage } from '../../ui/shown-page.tsx';
import { Day, Facts, Id, Status, Time } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { EraseDialog } from './erase.tsx';
import { FilesCard, RecordCards } from './records.tsx';

/** All that is known of one person, on one page. */
export function ApplicantPage() {
  const id = useId();
  const overview = useRead<ApplicantOverview>(`applicants/${id}/overview`);
  return (
    <ShownPage title="Applicant" of={overview}>
      {(data) => <Drawn overview={data} />}
    </ShownPage>
  );
}

const nameOf = ({ firstName, middleName, lastName }: Applicant): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ');

function addressOf({ address }: Applicant): string {
  if (!address) return '';
  return [
    address.line1,
    address.line2,
    [address.postalCode, address.city].filter(Boolean).join(' '),
    address.region,
    country(address.country),
  ]
    .filter(Boolean)
    .join(', ');
}

function Drawn({ overview }: { overview: ApplicantOverview }) {
  const may = useMay();
  const [erasing, setErasing] = useState(false);
  const { applicant, risk } = overview;
  const person = applicant.status === 'ERASED' ? null : applicant;
  return (
    <Page
      title="Applicant"
      heading={person ? nameOf(person) : 'Erased applicant'}
      wide
      above={<Go page="applicants">Applicants</Go>}
      lead={
        <span className="across">
          <Status code={risk.level}>{words(risk.level)} risk</Status>
          {applicant.status === 'ACTIVE' ? null : <Status code={applicant.status} />}
          {risk.reasons.slice(0, 4).map((reason) => (
            <span key={reason}>· {words(reason)}</span>
          ))}
        </span>
      }
      actions={
        person && may('applicants.erase') ? (
          <Button icon={Eraser} onPress={() => setErasing(true)}>
            Erase …
          </Button>
        ) : null
      }
    >
      {applicant.status === 'ERASED' ? (
        <Note>
          Everything personal was erased <Time at={'erasedAt' in applicant ? applicant.erasedAt : null} />. What stays
          proves that the checks were made.
        </Note>
      ) : null}
      <div className="with-decision">
        <div className="stack">
          <RecordCards overview={overview} />
        </div>
        <div className="stack rest">
          {person ? (
            <Card title="Person">
              <Facts
                of={[
                  ['Born', person.dateOfBirth ? <Day key="d" on={person.dateOfBirth} /> : null],
                  ['Nationality', country(person.nationality)],
                  ['Country', country(person.country)],
                  ['Address', addressOf(person)],
                  ['E-mail', person.email],
                  ['Telephone', person.phone],
                  ['Your number', person.externalId],
                  ['Since', <Time key="t" at={person.createdAt} />],
                  ['Identifier', <Id key="i" id={person.applicantId} />],
                ]}
              />
            </Card>
          ) : null}
          <FilesCard files={overview.files} />
          <Card title="What happened">
            <Timeline entries={overview.timeline} />
          </Card>
        </div>
      </div>
      {erasing ? <EraseDialog overview={overview} onClose={() => setErasing(false)} /> : null}
    </Page>
  );
}
