import { useNavigate } from '@tanstack/react-router';
import { Building2, ChevronsUpDown, LogOut, Moon, Sun, SunMoon, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { AUTH } from '../../contract/dashboard/auth.ts';
import type { Me } from '../../contract/dashboard/account.ts';
import { api, own } from '../lib/api.ts';
import { queries } from '../lib/data.tsx';
import { initials, words } from '../lib/format.ts';
import { useMe } from '../lib/session.ts';
import { chooseTheme, chosenTheme, type Theme } from '../lib/theme.ts';
import { useGo } from '../lib/where.tsx';
import { Menu } from '../ui/overlays.tsx';
import { notify } from '../ui/notices.tsx';

/** Which organisation I work in; more than one are chosen from here. */
export function OrganizationMenu() {
  const { organization, organizations, role } = useMe();
  const go = useGo();
  const change = (organizationId: string): void => {
    void api.post<Me>(own('me/organization'), { to: organizationId }).then(
      (me) => {
        // Nothing of one organisation may be seen in another.
        queries.clear();
        queries.setQueryData(['me'], me);
        go('');
      },
      (error: unknown) => notify(error instanceof Error ? error.message : 'The organisation was not changed.'),
    );
  };
  const name = organization?.name ?? 'No organisation';
  const face = (
    <>
      <span className="organization-mark" aria-hidden="true">
        {initials(name)}
      </span>
      <span className="grow">
        <span className="strong clip">{name}</span>
        <span className="small quiet clip">{role ? words(role) : ''}</span>
      </span>
    </>
  );
  if (organizations.length < 2) return <div className="organization">{face}</div>;
  return (
    <Menu
      label="Organisations"
      trigger={
        <AriaButton className="organization">
          {face}
          <ChevronsUpDown size={14} aria-hidden="true" />
        </AriaButton>
      }
      entries={organizations.map(({ organizationId, name: text }) => ({
        id: organizationId,
        label: text,
        icon: Building2,
        chosen: organizationId === organization?.organizationId,
        onAction: () => change(organizationId),
      }))}
    />
  );
}

const THEMES: readonly { id: Theme; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: 'Colours of the system', icon: SunMoon },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
];

export function UserMenu() {
  const { user } = useMe();
  const go = useGo();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Menu
      label="My account"
      head={
        <>
          <span className="strong">{user.name}</span>
          <br />
          {user.email}
        </>
      }
      trigger={
        <AriaButton className="user" aria-label={`${initials(user.name)}: my account`}>
          <span className="avatar" aria-hidden="true">
            {initials(user.name)}
          </span>
        </AriaButton>
      }
      entries={[
        { id: 'account', label: 'Account and security', icon: UserRound, onAction: () => go('account') },
        ...THEMES.map(({ id, label, icon }) => ({
          id,
          label,
          icon,
          chosen: theme === id,
          onAction: () => {
            chooseTheme(id);
            setTheme(id);
          },
        })),
        {
          id: 'sign-out',
          label: 'Sign out',
          icon: LogOut,
          onAction: () => {
            void api.post(AUTH.signOut).finally(() => {
              void navigate({ to: '/sign-in' }).then(() => queries.clear());
            });
          },
        },
      ]}
    />
  );
}
