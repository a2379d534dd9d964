import { Fingerprint, Laptop } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../contract/dashboard/account.ts';
import { AUTH } from '../../contract/dashboard/auth.ts';
import { api, own } from '../lib/api.ts';
import { Shown, useAct, useRead } from '../lib/data.tsx';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { notify } from '../ui/notices.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Badge, Time } from '../ui/small.tsx';
import { Empty, Note, Refusal } from '../ui/states.tsx';
import { addPasskey, passkeyFault, passkeysWork } from './auth.ts';
import { TwoFactorCard } from './two-factor.tsx';

/** My name, what I sign in with, and where I am signed in. */
export function AccountPage() {
  const { mustAddTwoFactor } = useMe();
  return (
    <Page title="Account and security" lead="What you sign in with, and where you are signed in.">
      {mustAddTwoFactor ? (
        <Note tone="warn">
          Your organisation asks everybody for a second factor. Add one below; the other pages open then.
        </Note>
      ) : null}
      <div className="columns-2">
        <div className="stack">
          <NameCard />
          <PasswordCard />
          <SessionsCard />
        </div>
        <div className="stack">
          <TwoFactorCard />
          <PasskeysCard />
        </div>
      </div>
    </Page>
  );
}

function NameCard() {
  const { user } = useMe();
  const [name, setName] = useState(user.name);
  const save = useAct(async () => api.post(AUTH.changeName, { name: name.trim() }), {
    changes: ['me'],
    done: () => notify('Your name was changed.'),
  });
  return (
    <Card title="Name" note={user.email}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          label="Name"
          value={name}
          onChange={setName}
          autoComplete="name"
          hint="Colleagues see it beside your decisions."
        />
        <Refusal error={save.error} />
        <div className="across">
          <Button type="submit" pending={save.isPending} disabled={name.trim() === '' || name === user.name}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useAct(
    async () =>
      api.post(AUTH.changePassword, { currentPassword: current, newPassword: next, revokeOtherSessions: true }),
    {
      changes: ['me'],
      done: () => {
        setCurrent('');
        setNext('');
        notify('Your password was changed; you were signed out everywhere else.');
      },
    },
  );
  const { user } = useMe();
  if (!user.hasPassword) return null;
  return (
    <Card title="Password">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          label="Password now"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          hint="You will be signed out on all other devices."
        />
        <Refusal error={save.error} />
        <div className="across">
          <Button type="submit" pending={save.isPending} disabled={current === '' || next === ''}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface Passkey {
  id: string;
  name?: string;
  createdAt?: string;
}

function PasskeysCard() {
  const passkeys = useRead<Passkey[]>('auth/passkey/list-user-passkeys', {}, { place: 'own' });
  const add = useAct(async () => addPasskey('Passkey').catch((error: unknown) => Promise.reject(passkeyFault(error))), {
    changes: ['auth/passkey', 'me'],
    done: () => notify('The passkey was added.'),
  });
  const remove = useAct(async (id: string) => api.post(AUTH.passkeys.remove, { id }), {
    changes: ['auth/passkey', 'me'],
    done: () => notify('The passkey was removed here. Delete it on the device too.'),
  });
  return (
    <Card
      title="Passkeys"
      note="Sign in with a fingerprint, a face or a security key. Nothing to remember, nothing to steal."
      actions={
        passkeysWork() ? (
          <Button icon={Fingerprint} pending={add.isPending} onPress={() => add.mutate()}>
            Add passkey
          </Button>
        ) : null
      }
      flush
    >
      <Refusal error={add.error ?? remove.error} />
      <Shown of={passkeys}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={Fingerprint} title="No passkey yet">
              {passkeysWork() ? 'Add one on each device that you work on.' : 'They need https, or localhost.'}
            </Empty>
          ) : (
            <ul className="lines">
              {list.map(({ id, name, createdAt }) => (
                <li key={id}>
                  <span className="grow">{name ?? 'Passkey'}</span>
                  <Time at={createdAt} />
                  <Button small kind="quiet" onPress={() => remove.mutate(id)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

function SessionsCard() {
  const sessions = useRead<{ sessions: Session[] }>('me/sessions', {}, { place: 'own' });
  const end = useAct(async (sessionId: string) => api.delete(own(`me/sessions/${encodeURIComponent(sessionId)}`)), {
    changes: ['me/sessions'],
    done: () => notify('That session ended.'),
  });
  return (
    <Card title="Where you are signed in" flush>
      <Refusal error={end.error} />
      <Shown of={sessions}>
        {({ sessions: list }) => (
          <ul className="lines">
            {list.map((session) => (
              <li key={session.sessionId}>
                <Laptop size={16} aria-hidden="true" />
                <span className="grow">
                  {session.device} {session.current ? <Badge tone="good">this one</Badge> : null}
                  <span className="small quiet block">
                    last used <Time at={session.lastUsedAt} relative />
                  </span>
                </span>
                {session.current ? null : (
                  <Button small kind="quiet" onPress={() => end.mutate(session.sessionId)}>
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}
