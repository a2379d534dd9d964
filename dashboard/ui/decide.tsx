import { CircleCheck, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FourEyes } from '../../contract/dashboard/details.ts';
import { words } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Field } from './fields.tsx';
import { Time } from './small.tsx';
import { Note, Refusal } from './states.tsx';

/** Whether a second person has to agree, and where that stands, in a sentence. */
export function FourEyesNote({ of }: { of: FourEyes }) {
  const { required, proposed, refused } = of;
  if (proposed) {
    const who = proposed.mine ? 'You' : (proposed.by?.name ?? 'Somebody');
    return (
      <div className="note accent">
        <Users size={16} aria-hidden="true" />
        <div className="grow">
          <p>
            <span className="strong">
              {who} decided first: {words(proposed.decision).toLowerCase()}.
            </span>{' '}
            <Time at={proposed.at} relative />
          </p>
          {proposed.reason ? <p className="quiet">“{proposed.reason}”</p> : null}
          <p>
            {refused === 'FIRST_PERSON'
              ? 'Another person has to say the same before it counts: it cannot be you.'
              : 'If you decide the same, it counts. Another decision takes its place as the first.'}
          </p>
        </div>
      </div>
    );
  }
  if (refused === 'ROLE') return <Note>Your role looks at this and does not decide.</Note>;
  if (required && refused === null) return <Note>Two people decide here: yours will be the first of the two.</Note>;
  return null;
}

interface DecisionFormProps {
  /** What the reason answers. */
  label: string;
  /** The words of the button, and whether it does harm. */
  action: string;
  harm: boolean;
  pending: boolean;
  error: unknown;
  onCancel: () => void;
  onDecide: (reason: string) => void;
  /** What else is to be said, above the reason. */
  children?: ReactNode;
}

/** A decision is made with a reason in words. */
export function DecisionForm({ label, action, harm, pending, error, onCancel, onDecide, children }: DecisionFormProps) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '') onDecide(given);
      }}
    >
      {children}
      <Field
        label={label}
        rows={3}
        value={reason}
        onChange={setReason}
        required
        autoFocus
        maxLength={2000}
        hint="Stands in the record and in the report."
      />
      <Refusal error={error} />
      <div className="decide-buttons">
        <Button onPress={onCancel}>Cancel</Button>
        <Button kind={harm ? 'danger' : 'primary'} type="submit" pending={pending} disabled={given === ''}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** What is said once a decision was made. */
export const DECISION_KEPT = 'Your decision is kept. A second person has to say the same.';

/** What was decided, for a page on which nothing is left to decide. */
export function Decided({
  what,
  by,
  at,
  reason,
}: {
  what: string;
  by: string;
  at: string | null;
  reason?: string | null;
}) {
  return (
    <div className="note">
      <CircleCheck size={16} aria-hidden="true" />
      <div className="grow">
        <p>
          <span className="strong">{what}</span> by {by} {at ? <Time at={at} /> : null}
        </p>
        {reason ? <p className="quiet">“{reason}”</p> : null}
      </div>
    </div>
  );
}
