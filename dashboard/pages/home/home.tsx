import { Inbox } from 'lucide-react';
import type { Home } from '../../../contract/dashboard/home.ts';
import { Shown, useRead } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go } from '../../lib/where.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Due } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { KindMark, Reasons } from '../queue/parts.tsx';
import { kindOf } from '../queue/kinds.ts';
import { CreditsCard, ListsCard, WebhooksCard } from './health.tsx';
import { VolumeCards } from './volumes.tsx';

/** What waits, how it went, and whether what it stands on is sound. */
export function HomePage() {
  const home = useRead<Home>('home');
  return (
    <Page title="Home" lead={home.data ? <Lead home={home.data} /> : null}>
      <Shown of={home}>
        {(data) => (
          <>
            <Waiting home={data} />
            <div className="home-columns">
              <First home={data} />
              <div className="stack">
                <CreditsCard credits={data.credits} />
                <ListsCard lists={data.lists} />
                {data.webhooks ? <WebhooksCard webhooks={data.webhooks} /> : null}
              </div>
            </div>
            <VolumeCards days={data.days} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Lead({ home }: { home: Home }) {
  const open = home.waiting.kinds.reduce((sum, kind) => sum + kind.open, 0);
  const late = home.waiting.kinds.reduce((sum, kind) => sum + kind.overdue, 0);
  if (open === 0) return 'Nothing waits for a decision.';
  return (
    <>
      <Go page="queue">{plural(open, 'case waits', 'cases wait')}</Go> for a decision
      {late > 0 ? (
        <>
          , <Go page="queue" search={{ overdue: 'true' }}>{`${late} past the agreed time`}</Go>
        </>
      ) : null}
      .
    </>
  );
}

function Waiting({ home }: { home: Home }) {
  return (
    <ul className="tiles" aria-label="What waits, by kind">
      {home.waiting.kinds.map(({ kind, open, overdue, mine, unassigned }) => (
        <li key={kind} className="tile">
          <span className="across quiet">
            <KindMark kind={kind} />
            {kindOf(kind).many}
          </span>
          <Go page="queue" search={{ kind }} className="tile-number" label={`${open} ${kindOf(kind).many} wait`}>
            {open}
          </Go>
          <span className="across small">
            {overdue > 0 ? (
              <Go page="queue" search={{ kind, overdue: 'true' }} className="tile-late">
                {overdue} late
              </Go>
            ) : null}
            <Go page="queue" search={{ kind, assignee: 'me' }}>
              {mine} mine
            </Go>
            <Go page="queue" search={{ kind, assignee: 'none' }}>
              {unassigned} free
            </Go>
          </span>
        </li>
      ))}
    </ul>
  );
}

function First({ home }: { home: Home }) {
  const may = useMay();
  const { first } = home.waiting;
  return (
    <Card
      title="Waiting for you"
      note="Yours and nobody’s, due first"
      actions={may('queue.read') ? <Go page="queue">Open the queue</Go> : null}
      flush
    >
      {first.length === 0 ? (
        <Empty icon={Inbox} title="All done">
          Verifications in review, unresolved matches, risky wallets and doubtful media come here by themselves.
        </Empty>
      ) : (
        <ul className="lines">
          {first.map((item) => (
            <li key={item.itemId} className="first">
              <KindMark kind={item.kind} />
              <span className="grow">
                <Go page={kindOf(item.kind).page} id={item.itemId} className="strong clip block">
                  {item.title}
                </Go>
                <Reasons item={item} />
              </span>
              <Due at={item.dueAt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
