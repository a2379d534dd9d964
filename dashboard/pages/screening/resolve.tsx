import { useState } from 'react';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import type { Match } from '../../lib/types.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { DECISION_KEPT } from '../../ui/decide.tsx';
import { Field, RadioField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { FormDialog } from '../../ui/overlays.tsx';

type Decision = 'TRUE_MATCH' | 'FALSE_POSITIVE' | 'NEEDS_INFORMATION';

interface ResolveProps {
  screeningId: string;
  matches: readonly Match[];
  onClose: () => void;
  onDone: () => void;
}

/** Decides about one match, or about several with the same words. */
export function ResolveDialog({ screeningId, matches, onClose, onDone }: ResolveProps) {
  const environment = useEnvironment();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const resolve = useAct(
    async () => {
      let proposed = 0;
      // One after the other: what was decided stays decided where a later one is refused.
      for (const { matchId } of matches) {
        const path = at(environment, `v3/aml/screenings/${screeningId}/matches/${matchId}/resolution`);
        const { resolution } = await api.post<Match>(path, { decision, reason: reason.trim() });
        if (resolution?.decision !== decision) proposed += 1;
      }
      return { proposed };
    },
    {
      changes: ['screenings', 'queue', 'home', 'v3/aml', 'applicants'],
      done: ({ proposed }) => {
        const resolved = matches.length - proposed;
        if (resolved > 0) notify(`${plural(resolved, 'match', 'matches')} resolved.`);
        if (proposed > 0) notify(DECISION_KEPT);
        onDone();
      },
    },
  );
  return (
    <FormDialog
      title={matches.length === 1 ? `Resolve ${matches[0]?.caption ?? ''}` : `Resolve ${matches.length} matches`}
      onClose={onClose}
      onSubmit={() => resolve.mutate()}
      action="Resolve"
      pending={resolve.isPending}
      ready={decision !== null && reason.trim() !== ''}
      error={resolve.error}
    >
      {matches.length > 1 ? <p className="quiet">{matches.map(({ caption }) => caption).join(' · ')}</p> : null}
      <RadioField<Decision>
        label="Who is it?"
        value={decision}
        onChange={setDecision}
        choices={[
          {
            value: 'FALSE_POSITIVE',
            label: 'Somebody else',
            hint: 'False positive: left out of later screenings until the list record changes',
          },
          { value: 'TRUE_MATCH', label: 'The same', hint: 'True match: the risk stays, and your systems are told' },
          {
            value: 'NEEDS_INFORMATION',
            label: 'Not to be told yet',
            hint: 'More information is needed; it stays in the queue',
          },
        ]}
      />
      <Field
        label="Reason"
        rows={3}
        value={reason}
        onChange={setReason}
        required
        maxLength={2000}
        hint="What tells them apart, or together. Stands in the record and the report."
      />
    </FormDialog>
  );
}
