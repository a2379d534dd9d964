import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Link, Redeemed, SignInOptions } from '../../contract/dashboard/account.ts';
import { AUTH } from '../../contract/dashboard/auth.ts';
import { api, own } from '../lib/api.ts';
import { queries } from '../lib/data.tsx';
import { words } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { Loading, Note, Problem, Refusal } from '../ui/states.tsx';
import { Time } from '../ui/small.tsx';
import { Frame } from './frame.tsx';

/** The token stands behind `#`: browsers send that part to nobody. It is taken out of the address at once. */
function takeToken(): string {
  const token = window.location.hash.slice(1) || (sessionStorage.getItem('link') ?? '');
  if (window.location.hash !== '') {
    sessionStorage.setItem('link', token);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return token;
}

/** A link to become the first owner, or an invitation: makes the account, or joins with the one there is. */
export function JoinPage() {
  const [token] = useState(takeToken);
  const link = useQuery({
    queryKey: ['link'],
    queryFn: async () => api.post<Link>(own('links/look'), { token }),
    enabled: token.length >= 20,
    retry: false,
    staleTime: Infinity,
  });
  if (token.length < 20 || link.error) {
    return (
      <Frame title="This link does not work">
        {link.error ? <Problem error={link.error} /> : null}
        <p className="quiet">
          A link works once, and not for ever. Ask whoever sent it for a new one; whoever runs the service prints one
          with <code>cli owners link</code>.
        </p>
        <a className="button" href="/sign-in">
          Sign in instead
        </a>
      </Frame>
    );
  }
  if (!link.data) {
    return (
      <Frame title="Welcome">
        <Loading />
      </Frame>
    );
  }
  return <Redeem link={link.data} token={token} />;
}

function Redeem({ link, token }: { link: Link; token: string }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(link.email ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const options = useQuery({ queryKey: ['sign-in'], queryFn: async () => api.get<SignInOptions>(own('sign-in')) });
  const least = options.data?.passwordRules.minLength ?? 12;

  const redeem = async (): Promise<void> => {
    if (link.hasAccount) {
      await api.post(AUTH.signIn, { email, password });
      await api.post<Redeemed>(own('links/redeem'), { token });
    } else {
      await api.post<Redeemed>(own('links/redeem'), {
        token,
        account: { ...(link.email === null ? { email } : {}), name, password },
      });
    }
    sessionStorage.removeItem('link');
    queries.clear();
    await navigate({ to: '/' });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setPending(true);
    setError(null);
    redeem()
      .catch(setError)
      .finally(() => setPending(false));
  };
  const role = words(link.role).toLowerCase();
  return (
    <Frame
      title={link.kind === 'OWNER' ? 'Welcome' : `Join ${link.organizationName}`}
      lead={
        link.hasAccount
          ? `Sign in with the account of ${link.email ?? 'yours'} to join as ${role}.`
          : link.kind === 'OWNER'
            ? `Make the account of the owner of ${link.organizationName}. Owners may do everything here, and invite others.`
            : `You are invited as ${role}. Make your account.`
      }
    >
      <form className="stack" onSubmit={submit}>
        <Field
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          disabled={link.email !== null}
          required
          autoFocus={link.email === null}
        />
        {link.hasAccount ? null : (
          <Field
            label="Your name"
            name="name"
            autoComplete="name"
            value={name}
            onChange={setName}
            required
            hint="Colleagues see it beside your decisions."
          />
        )}
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete={link.hasAccount ? 'current-password' : 'new-password'}
          value={password}
          onChange={setPassword}
          required
          {...(link.hasAccount
            ? {}
            : { hint: `At least ${least} characters. A sentence is good; a common password is refused.` })}
        />
        <Refusal error={error} />
        <Button
          kind="primary"
          type="submit"
          wide
          pending={pending}
          disabled={!link.hasAccount && (password.length < least || name.trim() === '' || email === '')}
        >
          {link.hasAccount ? 'Sign in and join' : 'Make the account'}
        </Button>
      </form>
      <Note>
        The link works once, until <Time at={link.expiresAt} />.
      </Note>
    </Frame>
  );
}
