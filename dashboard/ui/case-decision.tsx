import { useState } from 'react';
import type { FourEyes } from '../../contract/dashboard/details.ts';
import type { QueueItem } from '../../contract/dashboard/queue.ts';
import { api, at } from '../lib/api.ts';
import { useAct } from '../lib/data.tsx';
import { useKeys } from '../lib/keys.ts';
import { useEnvironment } from '../lib/where.tsx';
import { Button } from './button.tsx';
import { Decided, DECISION_KEPT, DecisionForm, FourEyesNote } from './decide.tsx';
import { notify } from './notices.tsx';
import { Card } from './page.tsx';
import { Due } from './small.tsx';

interface Review {
  decision: 'CLEARED' | 'CONFIRMED';
  reason: string;
  by: { name: string } | null;
  at: string;
  secondBy: { name: string } | null;
}

interface CaseDecisionProps {
  /** Where the decision is sent, below the environment. */
  path: string;
  review: Review | null;
  queue: QueueItem | null;
  fourEyes: FourEyes;
  words: { clear: string; confirm: string; cleared: string; confirmed: string; question: string };
}

/** Clear or confirm: the decision about a risky wallet, or about doubtful media. */
export function CaseDecision({ path, review, queue, fourEyes, words }: CaseDecisionProps) {
  const environment = useEnvironment();
  const [decision, setDecision] = useState<Review['decision'] | null>(null);
  const open = queue?.status === 'OPEN' && review === null;
  const may = open && fourEyes.refused === null;
  const choose = (next: Review['decision']): void => {
    if (may) setDecision(next);
  };
  useKeys([
    { key: 'a', does: `${words.clear} …`, run: () => choose('CLEARED') },
    { key: 'r', does: `${words.confirm} …`, run: () => choose('CONFIRMED') },
  ]);
  const decide = useAct(
    async (reason: string) => api.post<{ review: Review | null }>(at(environment, path), { decision, reason }),
    {
      changes: ['checks', 'media', 'queue', 'home', 'applicants'],
      done: ({ review: made }) => {
        setDecision(null);
        notify(made ? 'Decided.' : DECISION_KEPT);
      },
    },
  );
  if (!open && !review) return null;
  return (
    <Card title={open ? 'Your decision' : 'Decision'} actions={open && queue ? <Due at={queue.dueAt} /> : null}>
      <div className="stack">
        {review ? (
          <Decided
            what={review.decision === 'CLEARED' ? words.cleared : words.confirmed}
            by={[review.by?.name ?? 'somebody', review.secondBy?.name].filter(Boolean).join(' and ')}
            at={review.at}
            reason={review.reason}
          />
        ) : (
          <FourEyesNote of={fourEyes} />
        )}
        {may && decision === null ? (
          <>
            <p className="quiet">{words.question}</p>
            <div className="decide-buttons">
              <Button kind="primary" shortcut="a" onPress={() => choose('CLEARED')}>
                {words.clear}
              </Button>
              <Button shortcut="r" onPress={() => choose('CONFIRMED')}>
                {words.confirm}
              </Button>
            </div>
          </>
        ) : null}
        {may && decision !== null ? (
          <DecisionForm
            key={decision}
            label="Reason"
            action={decision === 'CLEARED' ? words.clear : words.confirm}
            harm={decision === 'CONFIRMED'}
            pending={decide.isPending}
            error={decide.error}
            onCancel={() => setDecision(null)}
            onDecide={decide.mutate}
          />
        ) : null}
      </div>
    </Card>
  );
}
