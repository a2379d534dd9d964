import { ShieldCheck } from 'lucide-react';
import type { ChainCheck } from '../../../contract/dashboard/records.ts';
import { api, own } from '../../lib/api.ts';
import { useAct, useRead } from '../../lib/data.tsx';
import { count, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Copied, Time } from '../../ui/small.tsx';
import { Note, Progress, Refusal } from '../../ui/states.tsx';

const ASK_MS = 1_500;

/** Whether the chain holds: recomputed from its first link to its last. */
export function ChainCard() {
  const last = useRead<ChainCheck | null>('audit/verify', {}, { place: 'own' });
  const running = last.data?.status === 'RUNNING';
  // Told by the stream too; asking again keeps the bar moving where the stream is cut.
  useRead<ChainCheck | null>('audit/verify', {}, { place: 'own', enabled: running, every: running ? ASK_MS : false });
  const verify = useAct(async () => api.post<ChainCheck>(own('audit/verify')), { changes: ['audit/verify'] });
  const check = last.data ?? null;
  return (
    <div className="stack tight">
      <Refusal error={verify.error} />
      {check === null ? null : check.status === 'RUNNING' ? (
        <Progress
          share={check.total === 0 ? 0 : check.checked / check.total}
          label={`${count(check.checked)} of ${plural(check.total, 'link')} recomputed`}
        />
      ) : check.valid ? (
        <Note tone="good">
          The chain holds: {plural(check.checked, 'link')} recomputed, <Time at={check.startedAt} relative />.
          {check.unsealed ? ` ${plural(check.unsealed, 'entry', 'entries')} not sealed yet.` : ''}{' '}
          {check.head ? (
            <>
              Head <Copied text={check.head} shown={`${check.head.slice(0, 16)}…`} label="Copy head" />
            </>
          ) : null}
        </Note>
      ) : (
        <Note tone="bad">
          <strong>The chain is broken</strong> at link {count(check.fault?.seq ?? 0)}: {check.fault?.reason}. What
          stands before it is as it was written. Keep a copy of the database, and tell whoever runs the service.
        </Note>
      )}
      <div className="across">
        <Button icon={ShieldCheck} pending={running || verify.isPending} onPress={() => verify.mutate(undefined)}>
          Verify the chain
        </Button>
      </div>
    </div>
  );
}
