import type { Home } from '../../../contract/dashboard/home.ts';
import { count, plural, span } from '../../lib/format.ts';
import { Go, useEnvironment } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { Badge, Status } from '../../ui/small.tsx';
import { Empty, Meter } from '../../ui/states.tsx';

const HOUR = 3_600_000;
/** Sanctions lists change daily; what is older than two days is worth a look, a week is too old. */
const OLD_HOURS = 48;
const TOO_OLD_HOURS = 168;

export function CreditsCard({ credits }: { credits: Home['credits'] }) {
  const low = credits.available <= credits.lowBalanceThreshold;
  const days = credits.daysLeft;
  return (
    <Card title="Credits" actions={<Go page="credits">Ledger</Go>}>
      <div className="stack tight">
        <Go page="credits" className="figure">
          {count(credits.available)}
        </Go>
        <Meter
          share={credits.balance === 0 ? 0 : credits.available / credits.balance}
          tone={low ? 'bad' : 'accent'}
          label={`${count(credits.available)} of ${count(credits.balance)} credits are free`}
          shown={`free of ${count(credits.balance)}; ${count(credits.held)} held for work under way`}
        />
        <p className="small quiet">
          <Go page="credits">{count(credits.usedLast7Days)} used</Go> in seven days
          {days === null ? '' : `; at this rate they last ${plural(Math.floor(days), 'day')}`}.
        </p>
        {low ? <Badge tone="bad">below the threshold of {count(credits.lowBalanceThreshold)}</Badge> : null}
      </div>
    </Card>
  );
}

export function ListsCard({ lists }: { lists: Home['lists'] }) {
  const environment = useEnvironment();
  return (
    <Card title="Lists" actions={<Go page="lists">Versions</Go>} flush>
      {lists.length === 0 ? (
        <Empty title="No list is loaded">
          Screening needs lists. Whoever runs the service loads them with <code>cli lists update</code>.
        </Empty>
      ) : (
        <ul className="lines">
          {lists.map(({ dataset, entities, ageHours }) => (
            <li key={dataset}>
              <span className="grow clip">
                <Go page="lists">{dataset}</Go>
                <span className="small quiet block">{plural(entities, 'entity', 'entities')}</span>
              </span>
              {environment === 'test' ? (
                <span className="quiet small nowrap">invented</span>
              ) : ageHours > OLD_HOURS ? (
                <Badge tone={ageHours > TOO_OLD_HOURS ? 'bad' : 'warn'}>{span(ageHours * HOUR)} old</Badge>
              ) : (
                <span className="quiet small nowrap">{span(ageHours * HOUR)} old</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function WebhooksCard({ webhooks }: { webhooks: NonNullable<Home['webhooks']> }) {
  return (
    <Card title="Webhooks" actions={<Go page="developers/webhooks">Endpoints</Go>} flush>
      {webhooks.length === 0 ? (
        <Empty title="No endpoint yet">Your systems hear of decisions at once through a webhook.</Empty>
      ) : (
        <ul className="lines">
          {webhooks.map(({ webhookId, url, status, last24h }) => {
            const all = last24h.succeeded + last24h.failed;
            return (
              <li key={webhookId}>
                <span className="grow clip">
                  <Go page="developers/webhooks/$" id={webhookId}>
                    {new URL(url).host}
                  </Go>
                  <span className="small quiet block">
                    {all === 0
                      ? 'nothing sent in 24 hours'
                      : `${count(last24h.succeeded)} of ${count(all)} arrived in 24 hours`}
                  </span>
                </span>
                {status !== 'ACTIVE' ? (
                  <Status code={status} />
                ) : last24h.failed > 0 ? (
                  <Go page="developers/webhooks/$" id={webhookId} search={{ status: 'FAILED' }}>
                    <Badge tone="bad">{plural(last24h.failed, 'failure')}</Badge>
                  </Go>
                ) : (
                  <span className="quiet small">healthy</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
