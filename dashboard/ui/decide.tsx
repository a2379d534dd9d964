import { CircleCheck, Users } from 'lucide-react';
import type { FourEyes } from '../../contract/dashboard/details.ts';
import { words } from '../lib/format.ts';
import { Time } from './small.tsx';
import { Note } from './states.tsx';

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
