import { useState } from 'react';
import type { VerificationDetail } from '../../../contract/dashboard/details.ts';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { words } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Decided, DECISION_KEPT, DecisionForm, FourEyesNote } from '../../ui/decide.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Card } from '../../ui/page.tsx';
import { Due } from '../../ui/small.tsx';

type Decision = 'APPROVED' | 'REJECTED';

/** Approve or reject, with a reason; a rejection names codes that your systems get too. */
export function DecisionCard({ detail }: { detail: VerificationDetail }) {
  const { verification, fourEyes, queue } = detail;
  const [decision, setDecision] = useState<Decision | null>(null);
  const open = verification.status === 'MANUAL_REVIEW';
  const may = open && fourEyes.refused === null;
  useKeys([
    { key: 'a', does: 'Approve …', run: () => may && setDecision('APPROVED') },
    { key: 'r', does: 'Reject …', run: () => may && setDecision('REJECTED') },
  ]);
  return (
    <Card title={open ? 'Your decision' : 'Decision'} actions={open && queue ? <Due at={queue.dueAt} /> : null}>
      <div className="stack">
        {open ? (
          <FourEyesNote of={fourEyes} />
        ) : verification.result ? (
          <Decided
            what={words(verification.result)}
            by={verification.decidedBy === 'REVIEWER' ? 'a reviewer' : 'the rules'}
            at={verification.completedAt}
            reason={verification.review?.reason ?? null}
          />
        ) : (
          <p className="quiet">Nothing to decide: {words(verification.status).toLowerCase()}.</p>
        )}
        {verification.failureReasons.length > 0 ? (
          <ul className="codes">
            {verification.failureReasons.map((code) => (
              <li key={code}>
                <span>{words(code)}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {may ? (
          decision === null ? (
            <div className="decide-buttons">
              <Button kind="primary" shortcut="a" onPress={() => setDecision('APPROVED')}>
                Approve
              </Button>
              <Button shortcut="r" onPress={() => setDecision('REJECTED')}>
                Reject
              </Button>
            </div>
          ) : (
            <Decide key={decision} detail={detail} decision={decision} onCancel={() => setDecision(null)} />
          )
        ) : null}
      </div>
    </Card>
  );
}

interface FormProps {
  detail: VerificationDetail;
  decision: Decision;
  onCancel: () => void;
}

function Decide({ detail, decision, onCancel }: FormProps) {
  const environment = useEnvironment();
  const { verificationId } = detail.verification;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const rejecting = decision === 'REJECTED';
  const decide = useAct(
    async (reason: string) =>
      api.post<VerificationDetail['verification']>(at(environment, `v3/verifications/${verificationId}/review`), {
        decision,
        reason,
        ...(rejecting && codes.length > 0 ? { failureReasons: codes } : {}),
      }),
    {
      changes: ['verifications', 'queue', 'home', 'v3/verifications', 'applicants'],
      done: ({ status }) => {
        onCancel();
        notify(status === 'MANUAL_REVIEW' ? DECISION_KEPT : rejecting ? 'Rejected.' : 'Approved.');
      },
    },
  );
  return (
    <DecisionForm
      label={rejecting ? 'Why is it rejected?' : 'Why is it approved?'}
      action={rejecting ? 'Reject' : 'Approve'}
      harm={rejecting}
      pending={decide.isPending}
      error={decide.error}
      onCancel={onCancel}
      onDecide={decide.mutate}
    >
      {rejecting && detail.reasonCodes.length > 0 ? (
        <fieldset className="codes-choice">
          <legend className="label">Reason codes</legend>
          {detail.reasonCodes.map((code) => (
            <CheckField
              key={code}
              checked={codes.includes(code)}
              onChange={(on) => setCodes(on ? [...codes, code] : codes.filter((one) => one !== code))}
            >
              {words(code)}
            </CheckField>
          ))}
        </fieldset>
      ) : null}
    </DecisionForm>
  );
}
