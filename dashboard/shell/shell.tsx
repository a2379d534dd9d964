import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { CircleHelp, FlaskConical, Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useLiveUpdates } from '../lib/live.ts';
import { useMay, useMe } from '../lib/session.ts';
import { rememberEnvironment } from '../lib/theme.ts';
import { Go, pathOf, useEnvironment, useGo } from '../lib/where.tsx';
import { IconButton } from '../ui/button.tsx';
import { KeyHelp } from './key-help.tsx';
import { NAVIGATION, REFERENCE } from './navigation.ts';
import { OrganizationMenu, UserMenu } from './menus.tsx';

const CommandBox = lazy(() => import('./command-box.tsx').then(({ CommandBox }) => ({ default: CommandBox })));

/** What surrounds every page: navigation, the environment and who is at work. */
export function Shell() {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const [side, setSide] = useState(false);
  const [commands, setCommands] = useState(false);
  const [help, setHelp] = useState(false);
  const go = useGo();
  useLiveUpdates(environment);
  useEffect(() => rememberEnvironment(environment), [environment]);
  useEffect(() => setSide(false), [pathname]);
  useKeys([
    { key: '?', does: 'Show these keys', run: () => setHelp(true) },
    { key: 'mod+k', does: 'Find a page or a record', run: () => setCommands(true) },
    { key: 'g', does: 'Go to the queue', run: () => go('queue') },
    { key: 'h', does: 'Go home', run: () => go('') },
  ]);
  return (
    <div className={`shell ${environment}`}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {environment === 'test' ? (
        <section className="sandbox-band" aria-label="Environment: sandbox">
          <FlaskConical size={14} aria-hidden="true" />
          Sandbox: simulated results, no credits
        </section>
      ) : null}
      <div className="shell-body">
        <aside className={side ? 'side open' : 'side'} aria-label="Navigation">
          <SideBar onClose={() => setSide(false)} />
        </aside>
        {side ? (
          <button type="button" className="side-scrim" aria-label="Close navigation" onClick={() => setSide(false)} />
        ) : null}
        <div className="shell-main">
          <header className="top">
            <span className="only-narrow">
              <IconButton icon={MenuIcon} label="Open navigation" onPress={() => setSide(true)} />
            </span>
            <button type="button" className="find" onClick={() => setCommands(true)}>
              <Search size={16} aria-hidden="true" />
              <span className="grow">Find a page or a record</span>
              <kbd aria-hidden="true">Ctrl K</kbd>
            </button>
            <span className="grow" />
            <EnvironmentSwitch />
            <span className="only-wide">
              <IconButton icon={CircleHelp} label="Keys" onPress={() => setHelp(true)} />
            </span>
            <UserMenu />
          </header>
          <main id="main">
            <Outlet />
          </main>
        </div>
      </div>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
      {commands ? (
        <Suspense>
          <CommandBox onClose={() => setCommands(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function SideBar({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const { icon: Reference } = REFERENCE;
  return (
    <>
      <div className="side-head">
        <OrganizationMenu />
        <span className="only-narrow">
          <IconButton icon={X} label="Close navigation" onPress={onClose} />
        </span>
      </div>
      <nav aria-label="Pages" className="side-nav">
        {NAVIGATION.map(({ label, entries }) => {
          const allowed = entries.filter(({ needs }) => may(needs));
          if (allowed.length === 0) return null;
          return (
            <section key={label} aria-label={label}>
              <p className="side-label" aria-hidden="true">
                {label}
              </p>
              {allowed.map(({ page, label: text, icon: Icon }) => (
                <Go key={page} page={page} className="side-link" exact={page === ''}>
                  <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
                  {text}
                </Go>
              ))}
            </section>
          );
        })}
        <section aria-label="Reference">
          <a className="side-link" href={REFERENCE.href}>
            <Reference size={17} strokeWidth={1.75} aria-hidden="true" />
            {REFERENCE.label}
          </a>
        </section>
      </nav>
    </>
  );
}

/** The same page of the other environment; a record's page leads to its list, for records belong to one. */
function EnvironmentSwitch() {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const { role } = useMe();
  const parts = pathname.split('/').slice(2);
  const page = parts.filter((part) => !/^[a-z]+_[a-z0-9]{8,}/i.test(part)).join('/');
  return (
    <nav className="segments environment-switch" aria-label={`Environment${role ? '' : ' (no organisation)'}`}>
      {(['live', 'test'] as const).map((one) => (
        <Link
          key={one}
          to={`${pathOf(one, '')}${page === '' ? '' : `/${page}`}`}
          activeOptions={{ exact: true }}
          activeProps={{}}
          {...(one === environment ? { 'aria-current': 'true' as const } : {})}
        >
          {one === 'live' ? 'Production' : 'Sandbox'}
        </Link>
      ))}
    </nav>
  );
}
