import type { ReactNode } from 'react';
import { Go } from '../../lib/where.tsx';
import { Page } from '../../ui/page.tsx';

const TABS = [
  ['settings', 'Organisation'],
  ['settings/team', 'Team'],
  ['settings/sign-in', 'Sign-in'],
  ['settings/privacy', 'Personal data'],
] as const;

/** What all pages of the settings have around them. */
export function SettingsFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page
      title={title}
      lead={lead}
      tabs={
        <nav className="tabs" aria-label="Settings">
          {TABS.map(([page, label]) => (
            <Go key={page} page={page}>
              {label}
            </Go>
          ))}
        </nav>
      }
    >
      {children}
    </Page>
  );
}
