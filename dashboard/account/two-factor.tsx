import { useState } from 'react';
import { AUTH } from '../../contract/dashboard/auth.ts';
import { api } from '../lib/api.ts';
import { useAct } from '../lib/data.tsx';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { notify } from '../ui/notices.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Card } from '../ui/page.tsx';
import { Badge, Secret } from '../ui/small.tsx';
import { Note, Refusal } from '../ui/states.tsx';

interface Enabled {
  totpURI?: string;
  backupCodes: string[];
}

type Doing = 'enable' | 'disable' | 'codes';

const TITLES: Readonly<Record<Doing, string>> = {
  enable: 'Add a second factor',
  disable: 'Remove the second factor',
  codes: 'Make new backup codes',
};

/** Codes of an authenticator app at sign-in, and backup codes for the day on which it is lost. */
export function TwoFactorCard() {
  const { user } = useMe();
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <Card
      title={<>Second factor {user.twoFactor ? <Badge tone="good">on</Badge> : <Badge tone="warn">off</Badge>}</>}
      note="Six digits of an app on your phone, asked for at sign-in."
    >
      {user.twoFactor ? (
        <div className="across">
          <Button onPress={() => setDoing('codes')}>New backup codes</Button>
          <Button onPress={() => setDoing('disable')}>Remove</Button>
        </div>
      ) : (
        <Button kind="primary" onPress={() => setDoing('enable')} disabled={!user.hasPassword}>
          Add a second factor
        </Button>
      )}
      {doing ? <Steps doing={doing} onClose={() => setDoing(null)} /> : null}
    </Card>
  );
}

/** The password first; then what is shown once; then, when a factor is added, its first code. */
function Steps({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [made, setMade] = useState<Enabled | null>(null);
  const begin = useAct(
    async () => {
      if (doing === 'disable') {
        await api.post(AUTH.twoFactor.disable, { password });
        return null;
      }
      return api.post<Enabled>(doing === 'enable' ? AUTH.twoFactor.enable : AUTH.twoFactor.newBackupCodes, {
        password,
      });
    },
    {
      changes: ['me'],
      done: (answer) => {
        setMade(answer);
        if (answer) return;
        notify('The second factor was removed.');
        onClose();
      },
    },
  );
  const confirm = useAct(async () => api.post(AUTH.twoFactor.confirm, { code: code.replaceAll(/\s/g, '') }), {
    changes: ['me'],
    done: () => {
      notify('The second factor is on. It is asked for at the next sign-in.');
      onClose();
    },
  });
  const secret = made?.totpURI ? (new URL(made.totpURI).searchParams.get('secret') ?? '') : null;
  if (!made) {
    return (
      <Dialog
        title={TITLES[doing]}
        open
        onClose={onClose}
        onSubmit={() => begin.mutate()}
        footer={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button kind={doing === 'disable' ? 'danger' : 'primary'} type="submit" pending={begin.isPending}>
              {doing === 'disable' ? 'Remove second factor' : 'Go on'}
            </Button>
          </>
        }
      >
        {doing === 'disable' ? <p>From then on your password alone opens your account.</p> : null}
        {doing === 'codes' ? <p>The codes that you have now stop working.</p> : null}
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus
          required
        />
        <Refusal error={begin.error} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={TITLES[doing]}
      open
      onClose={onClose}
      onSubmit={() => (secret === null ? onClose() : confirm.mutate())}
      footer={
        <Button kind="primary" type="submit" pending={confirm.isPending} disabled={secret !== null && code.length < 6}>
          {secret === null ? 'I kept them' : 'Turn on'}
        </Button>
      }
    >
      {secret === null ? null : (
        <>
          <p>
            Add an account to your authenticator app with this key, time-based, six digits. On a phone,{' '}
            <a href={made.totpURI}>open the app</a>.
          </p>
          <Secret text={secret} label="Key for the app" />
        </>
      )}
      <Note tone="warn">
        Keep these backup codes away from the phone. Each opens the account once, and they are shown only now.
      </Note>
      <ul className="backup-codes code">
        {made.backupCodes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {secret === null ? null : (
        <Field
          label="Code that the app shows"
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          required
        />
      )}
      <Refusal error={confirm.error} />
    </Dialog>
  );
}
