import { Inbox, UserPlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { QueueItem } from '../../../contract/dashboard/queue.ts';
import { api, at } from '../../lib/api.ts';
import { useAct, useRows } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { useMay, useMe } from '../../lib/session.ts';
import { Go, useEnvironment, useFilters, useGo } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, VirtualRows } from '../../ui/rows.tsx';
import { Due, Status, Time } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { BulkDialog } from './bulk.tsx';
import { QueueFilters } from './filters.tsx';
import { kindOf } from './kinds.ts';
import { Assignee, KindMark, Reasons } from './parts.tsx';

/** Everything that waits for a person, in one list, worked through from the keyboard. */
export function QueuePage() {
  const environment = useEnvironment();
  const filters = useFilters();
  const may = useMay();
  const { user } = useMe();
  const go = useGo();
  const queue = useRows<QueueItem>('queue', { limit: 100, ...filters });
  const { rows } = queue;
  const [current, setCurrent] = useState(-1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<readonly QueueItem[] | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const filterKey = JSON.stringify(filters);
  useEffect(() => {
    setCurrent(-1);
    setChosen(new Set());
  }, [filterKey, environment]);

  const item = rows[current];
  const picked = useMemo(() => rows.filter(({ itemId }) => chosen.has(itemId)), [rows, chosen]);
  const acted = picked.length > 0 ? picked : item ? [item] : [];

  const assign = useAct(
    async ({ items, assignee }: { items: readonly QueueItem[]; assignee: string | null }) =>
      api.post(at(environment, 'queue/assign'), { itemIds: items.map(({ itemId }) => itemId), assignee }),
    {
      changes: ['queue', 'home'],
      done: (_, { items, assignee }) =>
        notify(
          assignee === null
            ? `${plural(items.length, 'case')} given back.`
            : `${plural(items.length, 'case')} assigned to you.`,
        ),
    },
  );
  const next = useAct(
    async () =>
      api.post<{ item: QueueItem | null }>(
        at(environment, 'queue/next'),
        filters['kind'] ? { kind: filters['kind'] } : {},
      ),
    {
      changes: ['queue', 'home'],
      done: ({ item: taken }) => {
        if (taken) go(kindOf(taken.kind).page, taken.itemId, { from: 'queue' });
        else notify('Nothing is free: all that waits is somebody’s, or needs a second person who is not you.');
      },
    },
  );
  const failed = assign.error ?? next.error;
  useEffect(() => {
    if (failed) notify(failed.message);
  }, [failed]);

  const move = (to: number): void => {
    const target = Math.min(Math.max(to, 0), rows.length - 1);
    setCurrent(target);
    // The link of the row takes the focus, so that it is read out and Enter opens it.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-index="${target}"] a`)?.focus({ preventScroll: true });
    });
  };
  const toggle = (id: string): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  useKeys([
    { key: 'j', does: 'Next case', run: () => move(current + 1) },
    { key: 'k', does: 'Case before', run: () => move(current - 1) },
    {
      key: 'Enter',
      does: 'Open the case',
      run: () => item && go(kindOf(item.kind).page, item.itemId, { from: 'queue' }),
    },
    { key: 'x', does: 'Choose the case', run: () => item && toggle(item.itemId) },
    {
      key: 'a',
      does: 'Assign to me',
      run: () => acted.length > 0 && may('queue.work') && assign.mutate({ items: acted, assignee: 'me' }),
    },
    {
      key: 'u',
      does: 'Give back',
      run: () => acted.length > 0 && may('queue.work') && assign.mutate({ items: acted, assignee: null }),
    },
    {
      key: 'r',
      does: 'Resolve: decide what is chosen',
      run: () => acted.length > 0 && may('queue.bulk') && setDeciding(acted),
    },
    { key: 'n', does: 'Take the next that is due', run: () => may('queue.work') && next.mutate() },
  ]);

  const columns: readonly Column<QueueItem>[] = [
    {
      name: 'pick',
      label: 'Choose',
      hiddenLabel: true,
      cell: ({ itemId, title }) => (
        <CheckField checked={chosen.has(itemId)} onChange={() => toggle(itemId)} label={`Choose ${title}`}>
          {null}
        </CheckField>
      ),
    },
    {
      name: 'case',
      label: 'Case',
      cell: (row) => (
        <>
          <KindMark kind={row.kind} />
          <Go page={kindOf(row.kind).page} id={row.itemId} search={{ from: 'queue' }} className="strong clip">
            {row.title}
          </Go>
        </>
      ),
    },
    { name: 'why', label: 'Why it waits', cell: (row) => <Reasons item={row} /> },
    { name: 'risk', label: 'Risk', cell: ({ riskLevel }) => <Status code={riskLevel} /> },
    { name: 'who', label: 'Assigned to', cell: ({ assignee }) => <Assignee person={assignee} me={user.userId} /> },
    { name: 'since', label: 'Waiting since', cell: ({ openedAt }) => <Time at={openedAt} relative /> },
    {
      name: 'due',
      label: 'Due',
      cell: ({ dueAt, status, closedAt }) =>
        status === 'CLOSED' ? <Time at={closedAt} relative /> : <Due at={dueAt} />,
    },
  ];
  return (
    <Page
      title="Queue"
      lead="What waits for a person: verifications in review, unresolved matches, risky wallets, doubtful media."
      wide
      actions={
        may('queue.work') ? (
          <Button kind="primary" icon={UserPlus} shortcut="n" pending={next.isPending} onPress={() => next.mutate()}>
            Take next
          </Button>
        ) : null
      }
    >
      <QueueFilters />
      {chosen.size > 0 ? (
        <div className="selection" role="region" aria-label="What is chosen">
          <span className="strong">{plural(chosen.size, 'case')} chosen</span>
          <Button
            small
            shortcut="a"
            onPress={() => assign.mutate({ items: picked, assignee: 'me' })}
            disabled={!may('queue.work')}
          >
            Assign to me
          </Button>
          <Button
            small
            shortcut="u"
            onPress={() => assign.mutate({ items: picked, assignee: null })}
            disabled={!may('queue.work')}
          >
            Give back
          </Button>
          <Button small shortcut="r" onPress={() => setDeciding(picked)} disabled={!may('queue.bulk')}>
            Resolve …
          </Button>
          <Button small kind="quiet" onPress={() => setChosen(new Set())}>
            Choose none
          </Button>
        </div>
      ) : null}
      <div className="card" ref={list}>
        <VirtualRows
          label="What waits for a decision"
          layout="queue-rows"
          of={queue}
          columns={columns}
          rowKey={({ itemId }) => itemId}
          current={current}
          selected={({ itemId }) => chosen.has(itemId)}
          empty={
            <Empty
              icon={Inbox}
              title={
                Object.keys(filters).length > 0 ? 'Nothing waits under these filters' : 'Nothing waits for a decision'
              }
            >
              Cases come here by themselves: a verification that the rules refer, a match that nobody resolved, a wallet
              of high risk, media that look made up.
            </Empty>
          }
        />
      </div>
      {deciding ? (
        <BulkDialog
          items={deciding}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null);
            setChosen(new Set());
          }}
        />
      ) : null}
    </Page>
  );
}
