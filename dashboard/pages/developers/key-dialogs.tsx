import { useState } from 'react';
import type { Static } from 'typebox';
import { scopesOfRole } from '../../../contract/dashboard/scopes.ts';
import { type Scope, SCOPES } from '../../../contract/enums.ts';
import type { NewKey as NewKeySchema } from '../../../contract/keys.ts';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useMe } from '../../lib/session.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm, FormDialog } from '../../ui/overlays.tsx';
import { Note } from '../../ui/states.tsx';
import { ReachField, ShownOnce } from './dialog-parts.tsx';
import type { Key } from './keys.tsx';

type NewKey = Static<typeof NewKeySchema>;

const KEEP = {
  title: 'Keep this key now',
  about: 'It is not shown again. Put it where your system keeps its secrets; never into code or a browser.',
  label: 'Key',
} as const;

/** The scopes that my role may give a key here. The server asks again. */
function useOwnScopes(): readonly Scope[] {
  const { role } = useMe();
  const environment = useEnvironment();
  return role === null ? [] : scopesOfRole(role, environment === 'live' ? 'LIVE' : 'TEST');
}

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const mine = useOwnScopes();
  const create = useAct(
    async () =>
      api.post<NewKey>(at(environment, 'v3/auth/keys'), {
        name: name.trim(),
        scopes: chosen ?? mine,
      }),
    { changes: ['v3/auth/keys'] },
  );
  if (create.data) return <ShownOnce {...KEEP} secret={create.data.key} onClose={onClose} />;
  return (
    <FormDialog
      title={environment === 'test' ? 'New key of the sandbox' : 'New key of production'}
      onClose={onClose}
      onSubmit={() => create.mutate(undefined)}
      action="Create key"
      pending={create.isPending}
      ready={name.trim() !== '' && chosen?.length !== 0}
      error={create.error}
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
      <ReachField
        label="What it may do"
        all={mine.length === SCOPES.length ? 'Everything' : 'Everything that your role may'}
        some="Better: a lost key does less harm"
        legend="Scopes"
        choices={mine}
        chosen={chosen}
        onChange={setChosen}
      />
      {mine.length < SCOPES.length ? (
        <Note>
          A key does no more than its maker may. For one that reaches people’s records, ask an owner or admin.
        </Note>
      ) : null}
    </FormDialog>
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
  const mine = useOwnScopes();
  const beyond = of.scopes.filter((scope) => !mine.includes(scope));
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]['value']>('86400');
  const rotate = useAct(
    async () =>
      api.post<NewKey>(at(environment, `v3/auth/keys/${of.keyId}/rotate`), { overlapSeconds: Number(overlap) }),
    { changes: ['v3/auth/keys'] },
  );
  if (rotate.data) {
    return (
      <ShownOnce
        {...KEEP}
        secret={rotate.data.key}
        onClose={onClose}
        note="Until the overlap ends both keys work: change your system over, then nothing more is to do."
      />
    );
  }
  return (
    <FormDialog
      title={`Rotate ${of.name}`}
      onClose={onClose}
      onSubmit={() => rotate.mutate(undefined)}
      action="Make the new key"
      pending={rotate.isPending}
      ready={beyond.length === 0}
      error={rotate.error}
    >
      <p>A new key with the same name and scopes is made. The old one ends when you say:</p>
      <SelectField label="The old key ends" value={overlap} onChange={setOverlap} choices={OVERLAPS} />
      {beyond.length > 0 ? (
        <Note tone="warn">
          This key does what your role may not ({beyond.join(', ')}): an owner or admin can rotate it.
        </Note>
      ) : null}
    </FormDialog>
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
