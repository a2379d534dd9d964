import { useState } from 'react';
import type { Static } from 'typebox';
import { SCOPES } from '../../../contract/enums.ts';
import type { NewKey as NewKeySchema } from '../../../contract/keys.ts';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field, RadioField, SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm, Dialog } from '../../ui/overlays.tsx';
import { Secret } from '../../ui/small.tsx';
import { Note, Refusal } from '../../ui/states.tsx';
import type { Key } from './keys.tsx';

type NewKey = Static<typeof NewKeySchema>;

/** The only time that the key itself is seen. */
function KeyOnce({ made, onClose, note }: { made: NewKey; onClose: () => void; note?: string }) {
  return (
    <Dialog
      title="Keep this key now"
      open
      onClose={onClose}
      footer={
        <Button kind="primary" onPress={onClose}>
          I kept it
        </Button>
      }
    >
      <p>It is not shown again. Put it where your system keeps its secrets; never into code or a browser.</p>
      <Secret text={made.key} label="Key" />
      {note ? <Note>{note}</Note> : null}
    </Dialog>
  );
}

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [name, setName] = useState('');
  const [reach, setReach] = useState<'ALL' | 'SOME'>('ALL');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const create = useAct(
    async () =>
      api.post<NewKey>(at(environment, 'v3/auth/keys'), {
        name: name.trim(),
        scopes: reach === 'ALL' ? SCOPES : scopes,
      }),
    { changes: ['v3/auth/keys'] },
  );
  if (create.data) return <KeyOnce made={create.data} onClose={onClose} />;
  const toggle = (scope: string, on: boolean): void =>
    setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Dialog
      title={environment === 'test' ? 'New key of the sandbox' : 'New key of production'}
      open
      onClose={onClose}
      onSubmit={() => create.mutate(undefined)}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            pending={create.isPending}
            disabled={name.trim() === '' || (reach === 'SOME' && scopes.length === 0)}
          >
            Create key
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        required
        autoFocus
        maxLength={200}
        hint="The system that will use it, such as Onboarding backend."
      />
      <RadioField
        label="What it may do"
        value={reach}
        onChange={setReach}
        choices={[
          { value: 'ALL', label: 'Everything' },
          { value: 'SOME', label: 'Only what is chosen', hint: 'Better: a lost key does less harm' },
        ]}
      />
      {reach === 'SOME' ? (
        <fieldset className="codes-choice scopes">
          <legend className="hidden">Scopes</legend>
          {SCOPES.map((scope) => (
            <CheckField key={scope} checked={scopes.includes(scope)} onChange={(on) => toggle(scope, on)}>
              <span className="code">{scope}</span>
            </CheckField>
          ))}
        </fieldset>
      ) : null}
      <Refusal error={create.error} />
    </Dialog>
  );
}

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In a day' },
  { value: '604800', label: 'In a week' },
] as const;

export function RotateKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const environment = useEnvironment();
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]['value']>('86400');
  const rotate = useAct(
    async () =>
      api.post<NewKey>(at(environment, `v3/auth/keys/${of.keyId}/rotate`), { overlapSeconds: Number(overlap) }),
    { changes: ['v3/auth/keys'] },
  );
  if (rotate.data) {
    return (
      <KeyOnce
        made={rotate.data}
        onClose={onClose}
        note="Until the overlap ends both keys work: change your system over, then nothing more is to do."
      />
    );
  }
  return (
    <Dialog
      title={`Rotate ${of.name}`}
      open
      onClose={onClose}
      onSubmit={() => rotate.mutate(undefined)}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" pending={rotate.isPending}>
            Make the new key
          </Button>
        </>
      }
    >
      <p>A new key with the same name and scopes is made. The old one ends when you say:</p>
      <SelectField label="The old key ends" value={overlap} onChange={setOverlap} choices={OVERLAPS} />
      <Refusal error={rotate.error} />
    </Dialog>
  );
}

export function RevokeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const environment = useEnvironment();
  const now = useNow();
  const revoke = useAct(async () => api.delete(at(environment, `v3/auth/keys/${of.keyId}`)), {
    changes: ['v3/auth/keys'],
    done: () => {
      notify(`${of.name} was revoked.`);
      onClose();
    },
  });
  return (
    <Confirm
      title={`Revoke ${of.name}?`}
      open
      onClose={onClose}
      action="Revoke key"
      onConfirm={() => revoke.mutate(undefined)}
      pending={revoke.isPending}
      error={revoke.error}
    >
      <p>
        The key ending in <code>{of.lastFour}</code> stops working within a second, for ever.{' '}
        {of.lastUsedAt
          ? `It was last used ${ago(of.lastUsedAt, now)}: whatever uses it will be refused.`
          : 'It was never used.'}
      </p>
    </Confirm>
  );
}
