import { useState } from 'react';
import { EVENT_TYPES } from '../../lib/events.ts';
import { api, at } from '../../lib/api.ts';
import { useAct, useRead } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment, useGo, useId } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm } from '../../ui/overlays.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ShownPage } from '../../ui/shown-page.tsx';
import { Facts, Id, Status, Time } from '../../ui/small.tsx';
import { Note, Refusal } from '../../ui/states.tsx';
import { DeliveriesCard } from './deliveries.tsx';
import { DeveloperTabs } from './tabs.tsx';
import { ShownOnce } from './dialog-parts.tsx';
import type { Webhook, WebhookWithSecret } from './webhook-types.ts';

/** One endpoint: its deliveries, its secret, and sending again. */
export function WebhookPage() {
  const id = useId();
  const hook = useRead<Webhook>(`v3/webhooks/${id}`);
  return (
    <ShownPage title="Endpoint" of={hook}>
      {(data) => <Drawn hook={data} />}
    </ShownPage>
  );
}

function Drawn({ hook }: { hook: Webhook }) {
  const environment = useEnvironment();
  const may = useMay();
  const go = useGo();
  const [removing, setRemoving] = useState(false);
  const path = at(environment, `v3/webhooks/${hook.webhookId}`);
  const changes = ['v3/webhooks', 'home'];
  const write = may('webhooks.write');
  const change = useAct(async (status: 'ACTIVE' | 'DISABLED') => api.patch<Webhook>(path, { status }), { changes });
  const remove = useAct(async () => api.delete(path), {
    changes,
    done: () => {
      notify('The endpoint was removed.');
      go('developers/webhooks');
    },
  });
  return (
    <Page
      title="Endpoint"
      heading={<span className="break">{hook.url}</span>}
      above={<Go page="developers/webhooks">Webhooks</Go>}
      lead={
        <span className="across">
          <Status code={hook.status} />
          {hook.description}
        </span>
      }
      actions={
        write ? (
          <>
            {hook.status === 'ACTIVE' ? (
              <Button pending={change.isPending} onPress={() => change.mutate('DISABLED')}>
                Disable
              </Button>
            ) : (
              <Button kind="primary" pending={change.isPending} onPress={() => change.mutate('ACTIVE')}>
                Enable
              </Button>
            )}
            <Button kind="quiet" onPress={() => setRemoving(true)}>
              Remove …
            </Button>
          </>
        ) : null
      }
      tabs={<DeveloperTabs />}
    >
      <Refusal error={change.error} />
      {hook.status === 'FAILED' ? (
        <Note tone="bad">
          Deliveries to this endpoint failed again and again. Mend the receiver, enable it, then recover what failed.
        </Note>
      ) : null}
      <div className="with-side">
        <DeliveriesCard webhookId={hook.webhookId} />
        <div className="stack">
          {write ? <TestCard hook={hook} /> : null}
          {write ? <RecoverCard hook={hook} /> : null}
          <SecretCard hook={hook} write={write} />
          <Card title="About">
            <Facts
              of={[
                ['Events', hook.events.includes('*') ? 'all' : hook.events.join(', ')],
                ['Since', <Time key="t" at={hook.createdAt} />],
                ['Identifier', <Id key="i" id={hook.webhookId} />],
              ]}
            />
          </Card>
        </div>
      </div>
      <Confirm
        title="Remove this endpoint?"
        open={removing}
        onClose={() => setRemoving(false)}
        action="Remove endpoint"
        onConfirm={() => remove.mutate(undefined)}
        pending={remove.isPending}
        error={remove.error}
      >
        <p>
          Goes with it: its secret, the log of its deliveries, and what was still to be sent to{' '}
          <span className="strong break">{hook.url}</span>.
        </p>
      </Confirm>
    </Page>
  );
}

interface TestAnswer {
  success: boolean;
  responseCode: number | null;
  duration: number;
  error: string | null;
}

function TestCard({ hook }: { hook: Webhook }) {
  const environment = useEnvironment();
  const [event, setEvent] = useState<(typeof EVENT_TYPES)[number]>('verification.completed');
  const send = useAct(
    async () => api.post<TestAnswer>(at(environment, `v3/webhooks/${hook.webhookId}/test`), { event }),
    {
      changes: [`v3/webhooks/${hook.webhookId}`],
    },
  );
  return (
    <Card title="Send a test event">
      <div className="stack">
        <SelectField
          label="Event"
          value={event}
          onChange={setEvent}
          choices={EVENT_TYPES.map((value) => ({ value, label: value }))}
        />
        <div className="across">
          <Button pending={send.isPending} onPress={() => send.mutate(undefined)}>
            Send test event
          </Button>
        </div>
        {send.data ? (
          <Note tone={send.data.success ? 'good' : 'bad'}>
            {send.data.success ? 'Arrived' : 'Failed'}: {send.data.responseCode ?? send.data.error ?? 'no answer'} in{' '}
            {send.data.duration} ms
          </Note>
        ) : null}
        <Refusal error={send.error} />
      </div>
    </Card>
  );
}

const SINCE = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last day' },
  { value: '168', label: 'the last week' },
  { value: '720', label: 'the last 30 days' },
] as const;

function RecoverCard({ hook }: { hook: Webhook }) {
  const environment = useEnvironment();
  const [hours, setHours] = useState<(typeof SINCE)[number]['value']>('24');
  const recover = useAct(
    async () =>
      api.post<{ requeued: number }>(at(environment, `v3/webhooks/${hook.webhookId}/recover`), {
        since: new Date(Date.now() - Number(hours) * 3_600_000).toISOString(),
      }),
    {
      changes: [`v3/webhooks/${hook.webhookId}`, 'home'],
      done: ({ requeued }) =>
        notify(
          requeued === 0 ? 'Nothing had failed.' : `${plural(requeued, 'delivery', 'deliveries')} will be sent again.`,
        ),
    },
  );
  return (
    <Card title="Recover" note="Send again all that failed">
      <div className="stack">
        <SelectField label="Failed within" value={hours} onChange={setHours} choices={SINCE} />
        <div className="across">
          <Button pending={recover.isPending} onPress={() => recover.mutate(undefined)}>
            Send all again
          </Button>
        </div>
        <Refusal error={recover.error} />
      </div>
    </Card>
  );
}

function SecretCard({ hook, write }: { hook: Webhook; write: boolean }) {
  const environment = useEnvironment();
  const path = `v3/webhooks/${hook.webhookId}`;
  const rotate = useAct(async () => api.post<WebhookWithSecret>(at(environment, `${path}/secret/rotate`), {}), {
    changes: ['v3/webhooks'],
  });
  const promote = useAct(async () => api.post<Webhook>(at(environment, `${path}/secret/promote`)), {
    changes: ['v3/webhooks'],
    done: () => notify('Only the new secret signs from now on.'),
  });
  return (
    <Card title="Secret" note={<Go page="developers/signatures">How a signature is checked</Go>}>
      <div className="stack">
        {hook.previousSecretExpiresAt ? (
          <Note tone="accent">
            A rotation is under way: both secrets sign until <Time at={hook.previousSecretExpiresAt} />.
          </Note>
        ) : null}
        {write ? (
          <div className="across">
            <Button pending={rotate.isPending} onPress={() => rotate.mutate(undefined)}>
              Rotate
            </Button>
            {hook.previousSecretExpiresAt ? (
              <Button pending={promote.isPending} onPress={() => promote.mutate(undefined)}>
                End the overlap now
              </Button>
            ) : null}
          </div>
        ) : null}
        <Refusal error={rotate.error ?? promote.error} />
      </div>
      {rotate.data ? (
        <ShownOnce
          title="Keep the new secret now"
          about="For a day both sign. Change your receiver over, then end the overlap."
          label="Secret"
          secret={rotate.data.secret ?? ''}
          onClose={() => rotate.reset()}
        />
      ) : null}
    </Card>
  );
}
