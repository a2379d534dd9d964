import { ChevronDown, ChevronRight, Send } from 'lucide-react';
import { Fragment, useState } from 'react';
import { api, at } from '../../lib/api.ts';
import { useAct, useRows } from '../../lib/data.tsx';
import { plural, words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useEnvironment, useFilters, useSetFilters } from '../../lib/where.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Card } from '../../ui/page.tsx';
import { Facts, Id, Status, Time } from '../../ui/small.tsx';
import { Empty, Loading, Problem, Refusal } from '../../ui/states.tsx';
import type { Delivery } from './webhook-types.ts';

/** What was sent to one endpoint, each attempt with its answer and how long it took. */
export function DeliveriesCard({ webhookId }: { webhookId: string }) {
  const { status } = useFilters();
  const set = useSetFilters();
  const deliveries = useRows<Delivery>(`v3/webhooks/${webhookId}/deliveries`, { limit: 50, status }, { every: 10_000 });
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Card
      title="Deliveries"
      flush
      actions={
        <SelectField
          small
          hiddenLabel
          label="Status"
          value={status ?? ''}
          onChange={(value) => set({ status: value === '' ? undefined : value })}
          choices={[
            { value: '', label: 'All' },
            { value: 'FAILED', label: 'Failed' },
            { value: 'PENDING', label: 'Waiting' },
            { value: 'SUCCEEDED', label: 'Arrived' },
          ]}
        />
      }
      footer={
        deliveries.hasMore ? (
          <Button small pending={deliveries.loadingMore} onPress={deliveries.more}>
            Earlier ones
          </Button>
        ) : undefined
      }
    >
      {deliveries.error ? (
        <Problem error={deliveries.error} retry={deliveries.retry} />
      ) : deliveries.loading ? (
        <Loading />
      ) : deliveries.rows.length === 0 ? (
        <Empty icon={Send} title={status ? 'None under this filter' : 'Nothing was sent yet'}>
          Deliveries stand here as soon as an event happens. Try one with a test event.
        </Empty>
      ) : (
        <div className="table-room" tabIndex={0} role="region" aria-label="Deliveries">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Result</th>
                <th scope="col" className="number">
                  Took
                </th>
                <th scope="col">Attempted</th>
              </tr>
            </thead>
            <tbody>
              {deliveries.rows.map((delivery) => {
                const isOpen = open === delivery.deliveryId;
                return (
                  <Fragment key={delivery.deliveryId}>
                    <tr>
                      <th scope="row">
                        <span className="across">
                          <IconButton
                            small
                            icon={isOpen ? ChevronDown : ChevronRight}
                            label={isOpen ? 'Hide attempts' : `Show attempts of ${delivery.event}`}
                            onPress={() => setOpen(isOpen ? null : delivery.deliveryId)}
                          />
                          <span className="code">{delivery.event}</span>
                        </span>
                      </th>
                      <td>
                        <span className="across">
                          <Status code={delivery.status} />
                          <span className="quiet numbers">{delivery.responseCode ?? ''}</span>
                        </span>
                      </td>
                      <td className="number">{delivery.duration === null ? '–' : `${delivery.duration} ms`}</td>
                      <td>
                        <Time at={delivery.timestamp} relative />
                      </td>
                    </tr>
                    {isOpen ? (
                      <tr>
                        <td colSpan={4} className="opened">
                          <Attempts delivery={delivery} webhookId={webhookId} />
                        </td>
                      </tr>
                    ) : null}
                  </Fragment>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Attempts({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const environment = useEnvironment();
  const may = useMay();
  const again = useAct(
    async () =>
      api.post<Delivery>(at(environment, `v3/webhooks/${webhookId}/deliveries/${delivery.deliveryId}/redeliver`)),
    {
      changes: [`v3/webhooks/${webhookId}/deliveries`, 'home'],
      done: () => notify('It is sent again now, with the same bytes and identifier.'),
    },
  );
  const sent = useAct(async () => api.get<{ body: string }>(at(environment, `deliveries/${delivery.deliveryId}/sent`)));
  return (
    <div className="stack">
      <div className="across apart">
        <span className="quiet">
          {plural(delivery.attempts.length, 'attempt')}
          {delivery.nextAttemptAt ? (
            <>
              , next <Time at={delivery.nextAttemptAt} relative />
            </>
          ) : null}
        </span>
        {may('webhooks.write') ? (
          <Button small icon={Send} pending={again.isPending} onPress={() => again.mutate(undefined)}>
            Send again
          </Button>
        ) : null}
      </div>
      <Refusal error={again.error ?? sent.error} />
      <Facts
        of={[
          ['Delivery', <Id key="d" id={delivery.deliveryId} />],
          ['Event', <Id key="e" id={delivery.eventId} />],
        ]}
      />
      {sent.data ? (
        <pre className="code-block" tabIndex={0} aria-label="What is sent">
          {sent.data.body}
        </pre>
      ) : (
        <span>
          <Button small pending={sent.isPending} onPress={() => sent.mutate(undefined)}>
            Show what is sent
          </Button>
        </span>
      )}
      <ol className="stack tight">
        {delivery.attempts.toReversed().map((attempt) => (
          <li key={attempt.attempt} className="attempt">
            <span className="across">
              <span className="strong">{attempt.responseCode ?? words(attempt.error ?? 'no answer')}</span>
              <span className="quiet">
                attempt {attempt.attempt} · {attempt.duration} ms · <Time at={attempt.timestamp} />
              </span>
            </span>
            {attempt.responseBody ? (
              <pre className="code-block" tabIndex={0} aria-label="Answer of the endpoint">
                {attempt.responseBody}
              </pre>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
