import { useState } from 'react';
import type { Setting } from '../../../contract/dashboard/records.ts';
import { api, at, own } from '../../lib/api.ts';
import { Shown, useAct, useRead } from '../../lib/data.tsx';
import { words } from '../../lib/format.ts';
import { useMay, useMe } from '../../lib/session.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Card } from '../../ui/page.tsx';
import { Facts, Id, Secret } from '../../ui/small.tsx';
import { Refusal } from '../../ui/states.tsx';
import { SettingsFrame } from './frame.tsx';
import { SettingsCard } from './settings-card.tsx';

export interface SettingsData {
  settings: Setting[];
  singleSignOn: { providerId: string; name: string; issuer: string } | null;
}

export const useSettings = () => useRead<SettingsData>('settings', {}, { place: 'own' });
export const group = ({ settings }: SettingsData, ...names: string[]): Setting[] =>
  settings.filter(({ name }) => names.some((one) => name === one || name.startsWith(`${one}.`)));

const FOUR_EYES = ['verifications.fourEyes', 'screenings.fourEyes', 'kyt.fourEyes', 'deepfake.fourEyes'];

/** The organisation itself, and how its people work. */
export function OrganizationPage() {
  const settings = useSettings();
  const may = useMay();
  return (
    <SettingsFrame
      title="Settings"
      lead="The organisation, and how its people decide. Each change is in the audit log."
    >
      <div className="columns-2">
        <div className="stack">
          <NameCard />
          {may('secrets.reveal') ? <CallbackSecretCard /> : null}
        </div>
        <Shown of={settings}>
          {(data) => (
            <div className="stack">
              <SettingsCard
                title="Four eyes"
                note="The second person cannot be the first"
                of={group(data, ...FOUR_EYES)}
              />
              <SettingsCard
                title="Thresholds"
                note="What is told as risky, and what a person must decide"
                of={group(data, 'kyt.highRiskThreshold', 'kyt.allowIncomplete')}
              />
              <SettingsCard
                title="Time to decide"
                note="The clock of the queue runs from when a case is opened"
                of={group(data, 'queue')}
              />
            </div>
          )}
        </Shown>
      </div>
    </SettingsFrame>
  );
}

function NameCard() {
  const { organization } = useMe();
  const may = useMay();
  const [name, setName] = useState(organization?.name ?? '');
  const save = useAct(async () => api.patch(own('organization'), { name: name.trim() }), {
    changes: ['me'],
    done: () => notify('The organisation has a new name.'),
  });
  if (!organization) return null;
  return (
    <Card title="Organisation">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Facts
          of={[
            ['Identifier', <Id key="id" id={organization.organizationId} />],
            ['Plan', words(organization.plan)],
          ]}
        />
        <Field label="Name" value={name} onChange={setName} maxLength={200} disabled={!may('settings.write')} />
        <Refusal error={save.error} />
        {may('settings.write') ? (
          <div className="across">
            <Button
              type="submit"
              pending={save.isPending}
              disabled={name.trim() === '' || name.trim() === organization.name}
            >
              Save
            </Button>
          </div>
        ) : null}
      </form>
    </Card>
  );
}

function CallbackSecretCard() {
  const environment = useEnvironment();
  const [secret, setSecret] = useState<string | null>(null);
  const reveal = useAct(async () => api.post<{ secret: string }>(at(environment, 'callback-secret')), {
    done: (found) => setSecret(found.secret),
  });
  return (
    <Card
      title="Callback secret"
      note={`Signs what goes to a callbackUrl in ${environment === 'live' ? 'production' : 'the sandbox'}`}
    >
      <div className="stack">
        {secret === null ? (
          <p className="small quiet">Showing it is noted in the audit log, with your name.</p>
        ) : (
          <Secret text={secret} label="Callback secret" />
        )}
        <Refusal error={reveal.error} />
        <div className="across">
          {secret === null ? (
            <Button pending={reveal.isPending} onPress={() => reveal.mutate(undefined)}>
              Show it
            </Button>
          ) : (
            <Button onPress={() => setSecret(null)}>Hide it</Button>
          )}
        </div>
      </div>
    </Card>
  );
}
