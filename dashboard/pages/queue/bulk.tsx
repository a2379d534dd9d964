import { useState } from 'react';
import type { Bulk, BulkAction, QueueItem, QueueKind } from '../../../contract/dashboard/queue.ts';
import { api, at } from '../../lib/api.ts';
import { useAct, useRefresh } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import { useEnvironment } from '../../lib/where.tsx';
import type { EnvironmentPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, Field, RadioField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Dialog, FormDialog } from '../../ui/overlays.tsx';
import { Note } from '../../ui/states.tsx';
import { kindOf } from './kinds.ts';

type Decision =
  | 'APPROVED'
  | 'REJECTED'
  | 'FALSE_POSITIVE'
  | 'TRUE_MATCH'
  | 'NEEDS_INFORMATION'
  | 'CLEARED'
  | 'CONFIRMED';

const DECISIONS: Readonly<Record<QueueKind, readonly Choice<Decision>[]>> = {
  VERIFICATION: [
    { value: 'APPROVED', label: 'Approve' },
    { value: 'REJECTED', label: 'Reject' },
  ],
  SCREENING: [
    {
      value: 'FALSE_POSITIVE',
      label: 'False positives',
      hint: 'Every open match of them; the same pairs are left out of later screenings',
    },
    { value: 'TRUE_MATCH', label: 'True matches', hint: 'Every open match of them' },
    { value: 'NEEDS_INFORMATION', label: 'More information is needed' },
  ],
  WALLET: [
    { value: 'CLEARED', label: 'Clear', hint: 'The risk is explained and acceptable' },
    { value: 'CONFIRMED', label: 'Confirm the risk' },
  ],
  MEDIA: [
    { value: 'CLEARED', label: 'Clear', hint: 'The media are what they claim to be' },
    { value: 'CONFIRMED', label: 'Confirm the doubt' },
  ],
};

function actionOf(kind: QueueKind, decision: Decision, reason: string): BulkAction {
  if (kind === 'VERIFICATION') return { type: 'REVIEW', decision: decision as 'APPROVED' | 'REJECTED', reason };
  if (kind === 'SCREENING') {
    return {
      type: 'RESOLVE_MATCHES',
      decision: decision as 'FALSE_POSITIVE' | 'TRUE_MATCH' | 'NEEDS_INFORMATION',
      reason,
    };
  }
  return { type: 'DECIDE', decision: decision as 'CLEARED' | 'CONFIRMED', reason };
}

/** The service holds it for a while before it does it; as long it can be undone, even with this page closed. */
function offerUndo(environment: EnvironmentPath, bulk: Bulk, refresh: () => void): void {
  const ms = Math.max(1_000, new Date(bulk.heldUntil).getTime() - Date.now());
  notify(`${plural(bulk.items.length, 'decision')} made in ${Math.round(ms / 1000)} s.`, {
    ms,
    action: {
      label: 'Undo',
      run: () => {
        api.delete(at(environment, `queue/bulk/${encodeURIComponent(bulk.bulkId)}`)).then(
          () => {
            notify('Undone: nothing was decided.');
            refresh();
          },
          (error: unknown) => notify(error instanceof Error ? error.message : 'It was too late to undo.'),
        );
      },
    },
  });
  window.setTimeout(refresh, ms + 1_500);
}

interface BulkDialogProps {
  items: readonly QueueItem[];
  onClose: () => void;
  onDone: () => void;
}

/** The same decision about several cases of one kind. */
export function BulkDialog({ items, onClose, onDone }: BulkDialogProps) {
  const environment = useEnvironment();
  const refresh = useRefresh();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const kinds = new Set(items.map(({ kind }) => kind));
  const kind = items[0]?.kind ?? 'VERIFICATION';
  const decide = useAct(
    async () =>
      api.post<Bulk>(at(environment, 'queue/bulk'), {
        itemIds: items.map(({ itemId }) => itemId),
        action: actionOf(kind, decision ?? 'APPROVED', reason.trim()),
      }),
    {
      changes: ['queue', 'home'],
      done: (bulk) => {
        onDone();
        offerUndo(
          environment,
          bulk,
          () => void refresh(['queue', 'home', 'verifications', 'screenings', 'checks', 'media']),
        );
      },
    },
  );
  if (kinds.size > 1) {
    return (
      <Dialog
        title="These are of different kinds"
        open
        onClose={onClose}
        footer={<Button onPress={onClose}>Close</Button>}
      >
        <p>
          A decision about a verification is another than one about a wallet. Choose cases of one kind: the filter above
          the list shows one at a time.
        </p>
      </Dialog>
    );
  }
  const { one, many } = kindOf(kind);
  return (
    <FormDialog
      title={`Decide ${plural(items.length, one.toLowerCase(), many.toLowerCase())}`}
      onClose={onClose}
      onSubmit={() => decide.mutate()}
      action={`Decide ${items.length}`}
      pending={decide.isPending}
      ready={decision !== null && reason.trim() !== ''}
      error={decide.error}
    >
      <RadioField label="Decision" value={decision} choices={DECISIONS[kind]} onChange={setDecision} />
      <Field
        label="Reason"
        rows={3}
        value={reason}
        onChange={setReason}
        required
        maxLength={2000}
        hint="Stands in the record of each, and in its report."
      />
      <Note>
        It is done after ten seconds; until then it can be undone. Where two people have to agree, yours is the first
        word.
      </Note>
    </FormDialog>
  );
}
