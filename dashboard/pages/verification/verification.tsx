import { useState } from 'react';
import type { VerificationDetail } from '../../../contract/dashboard/details.ts';
import { words } from '../../lib/format.ts';
import { CasePage, casePage } from '../../ui/case-page.tsx';
import { Id, Status, Time } from '../../ui/small.tsx';
import { type Field, sideOf } from './boxes.ts';
import { DecisionCard } from './decision.tsx';
import { FieldsTable } from './fields.tsx';
import { Pictures } from './pictures.tsx';
import { RulesTable } from './rules.tsx';

function Drawn({ detail }: { detail: VerificationDetail }) {
  const { verification, applicant } = detail;
  const [marked, setMarked] = useState<Field | null>(null);
  const [side, setSide] = useState<VerificationDetail['files'][number]['kind']>('DOCUMENT_FRONT');
  return (
    <CasePage
      title="Verification"
      heading={applicant?.name ?? 'Verification'}
      lead={
        <span className="across">
          <Status code={verification.result ?? verification.status} />
          <span>{words(verification.profileType)}</span>
          {verification.reviewReason ? <span>· {words(verification.reviewReason)}</span> : null}
        </span>
      }
      list={['verifications', 'Verifications']}
      report={verification.status === 'COMPLETED' ? `verifications/${verification.verificationId}/report` : null}
      decision={<DecisionCard detail={detail} />}
      applicant={applicant}
      about={[
        ['Profile', words(verification.profileType)],
        ['Tries', String(verification.tries)],
        ['Started', <Time key="t" at={verification.createdAt} />],
        ['Completed', verification.completedAt ? <Time key="t" at={verification.completedAt} /> : null],
        ['Identifier', <Id key="i" id={verification.verificationId} />],
      ]}
      timeline={detail.timeline}
    >
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
    </CasePage>
  );
}

/** One verification: what was handed in, what was read, how it was judged, and the decision. */
export const VerificationPage = casePage('Verification', 'verifications', Drawn);
