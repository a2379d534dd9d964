import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fingerprint, LogIn } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { SignInOptions } from '../../contract/dashboard/account.ts';
import { AUTH } from '../../contract/dashboard/auth.ts';
import { api, ApiProblem, own } from '../lib/api.ts';
import { queries } from '../lib/data.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, Field } from '../ui/fields.tsx';
import { Note } from '../ui/states.tsx';
import { passkeyFault, passkeysWork, safeNext, signInWithPasskey } from './auth.ts';
import { Frame } from './frame.tsx';

type Step = 'password' | 'code' | 'backup';

/** What the sign-in refuses, in words that do not tell whether there is such an account. */
function signInFault(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : 'That did not work.';
  if (error.status === 429) return 'Too many tries. Wait a minute, then try again.';
  if (error.status === 401 || error.status === 403) {
    return /code|totp|backup/i.test(error.code)
      ? 'This code is not the one. Codes change every 30 seconds: wait for the next, and check the clock of the device.'
      : 'E-mail address and password do not belong together.';
  }
  return error.message;
}

export function SignInPage() {
  const { next } = useSearch({ strict: false }) as { next?: string };
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('password');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const [pending, setPending] = useState<'password' | 'passkey' | 'sso' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const options = useQuery({
    queryKey: ['sign-in'],
    queryFn: async () => api.get<SignInOptions>(own('sign-in')),
    retry: false,
  });

  const enter = async (): Promise<void> => {
    queries.clear();
    await navigate({ to: safeNext(next) });
  };
  const run = async (what: NonNullable<typeof pending>, act: () => Promise<void>): Promise<void> => {
    setPending(what);
    setFault(null);
    try {
      await act();
    } catch (error) {
      setFault(signInFault(what === 'passkey' ? passkeyFault(error) : error));
    } finally {
      setPending(null);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run('password', async () => {
      if (step === 'password') {
        const answer = await api.post<{ twoFactorRedirect?: boolean }>(AUTH.signIn, { email, password });
        if (answer.twoFactorRedirect) {
          setPassword('');
          setStep('code');
          return;
        }
      } else if (step === 'code') {
        await api.post(AUTH.twoFactor.confirm, { code: code.replaceAll(/\s/g, ''), trustDevice: trust });
      } else {
        await api.post(AUTH.twoFactor.useBackupCode, { code: code.trim() });
      }
      await enter();
    });
  };
  const sso = options.data?.singleSignOn;
  return (
    <Frame
      title={step === 'password' ? 'Sign in' : 'One more step'}
      lead={
        step === 'code'
          ? 'Enter the six digits that your authenticator shows.'
          : step === 'backup'
            ? 'Enter one of the backup codes that you kept. It works once.'
            : next
              ? 'Your session ended. Sign in to go on where you were.'
              : 'Verifications, screenings and wallets of your organisation.'
      }
    >
      <form className="stack" onSubmit={submit}>
        {step === 'password' ? (
          <>
            <Field
              label="E-mail address"
              type="email"
              name="email"
              autoComplete="username webauthn"
              value={email}
              onChange={setEmail}
              required
              autoFocus
            />
            <Field
              label="Password"
              type="password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              required
            />
          </>
        ) : (
          <Field
            key={step}
            label={step === 'code' ? 'Code' : 'Backup code'}
            name="code"
            autoComplete="one-time-code"
            {...(step === 'code' ? { inputMode: 'numeric' as const, maxLength: 8 } : {})}
            value={code}
            onChange={setCode}
            required
            autoFocus
          />
        )}
        {step === 'code' ? (
          <CheckField checked={trust} onChange={setTrust} hint="Not on a device that others use">
            Do not ask on this device for 30 days
          </CheckField>
        ) : null}
        {fault ? (
          <Note tone="bad">
            <span role="alert">{fault}</span>
          </Note>
        ) : null}
        <Button
          kind="primary"
          type="submit"
          wide
          pending={pending === 'password'}
          disabled={pending !== null && pending !== 'password'}
        >
          {step === 'password' ? 'Sign in' : 'Go on'}
        </Button>
        {step === 'password' ? null : (
          <Button
            kind="quiet"
            onPress={() => {
              setCode('');
              setFault(null);
              setStep(step === 'code' ? 'backup' : 'code');
            }}
          >
            {step === 'code' ? 'Use a backup code instead' : 'Use the authenticator instead'}
          </Button>
        )}
      </form>
      {step === 'password' && (passkeysWork() || sso) ? (
        <div className="stack tight">
          <p className="or">
            <span>or</span>
          </p>
          {passkeysWork() && options.data?.passkey !== false ? (
            <Button
              icon={Fingerprint}
              wide
              pending={pending === 'passkey'}
              onPress={() =>
                void run('passkey', async () => {
                  await signInWithPasskey();
                  await enter();
                })
              }
            >
              Use a passkey
            </Button>
          ) : null}
          {sso ? (
            <Button
              icon={LogIn}
              wide
              pending={pending === 'sso'}
              onPress={() =>
                void run('sso', async () => {
                  const { url } = await api.post<{ url: string }>(AUTH.singleSignOn, {
                    providerId: sso.providerId,
                    callbackURL: safeNext(next),
                  });
                  window.location.assign(url);
                })
              }
            >
              {`Sign in with ${sso.name}`}
            </Button>
          ) : null}
        </div>
      ) : null}
      <p className="small quiet">
        No account yet? An owner or admin of your organisation invites you. Password lost? They can sign you out and
        invite you anew; whoever runs the service can make a new owner link.
      </p>
    </Frame>
  );
}
