import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { EVENT_TYPES } from '../../lib/events.ts';
import { api, at } from '../../lib/api.ts';
import { useAct, useRows } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/overlays.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { Empty, Loading, Problem } from '../../ui/states.tsx';
import { ReachField, ShownOnce } from './dialog-parts.tsx';
import { DeveloperTabs } from './tabs.tsx';
import type { Webhook, WebhookWithSecret } from './webhook-types.ts';

/** Endpoints that hear of events. */
export function WebhooksPage() {
  const may = useMay();
  const hooks = useRows<Webhook>('v3/webhooks', { limit: 100 });
  const [creating, setCreating] = useState(false);
  const create = (
    <Button kind="primary" icon={Plus} onPress={() => setCreating(true)} disabled={!may('webhooks.write')}>
      Add endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Your endpoints hear of every event at once, signed, and again until they answer."
      actions={create}
      tabs={<DeveloperTabs />}
    >
      <Card flush label="Endpoints">
        {hooks.error ? (
          <Problem error={hooks.error} retry={hooks.retry} />
        ) : hooks.loading ? (
          <Loading />
        ) : hooks.rows.length === 0 ? (
          <Empty icon={WebhookIcon} title="No endpoint yet" actions={create}>
            An endpoint is an https address of yours. It gets each event as a signed POST and answers 200.
          </Empty>
        ) : (
          <ul className="lines">
            {hooks.rows.map((hook) => (
              <li key={hook.webhookId}>
                <span className="grow">
                  <Go page="developers/webhooks/$" id={hook.webhookId} className="strong break">
                    {hook.url}
                  </Go>
                  <span className="small quiet block">
                    {hook.events.includes('*') ? 'all events' : `${hook.events.length} kinds of events`}
                    {hook.description ? ` · ${hook.description}` : ''} · since <Time at={hook.createdAt} />
                  </span>
                </span>
                <Status code={hook.status} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {creating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const create = useAct(
    async () =>
      api.post<WebhookWithSecret>(at(environment, 'v3/webhooks'), {
        url: url.trim(),
        events: chosen ?? ['*'],
        ...(description.trim() === '' ? {} : { description: description.trim() }),
      }),
    { changes: ['v3/webhooks', 'home'] },
  );
  if (create.data) {
    return (
      <ShownOnce
        title="Keep the secret now"
        about="It signs everything that is sent to this endpoint, and is not shown again."
        label="Secret"
        secret={create.data.secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="New endpoint"
      onClose={onClose}
      onSubmit={() => create.mutate(undefined)}
      action="Add endpoint"
      pending={create.isPending}
      ready={url.trim() !== '' && chosen?.length !== 0}
      error={create.error}
    >
      <Field
        label="Address"
        type="url"
        value={url}
        onChange={setUrl}
        required
        autoFocus
        placeholder="https://example.com/hooks/compliance"
      />
      <Field label="Description" value={description} onChange={setDescription} maxLength={500} />
      <ReachField
        label="Which events"
        all="All, those to come too"
        legend="Events"
        choices={EVENT_TYPES}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
