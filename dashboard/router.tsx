import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ApiProblem } from './lib/api.ts';
import { queries } from './lib/data.tsx';
import { meQuery } from './lib/session.ts';
import { lastEnvironment } from './lib/theme.ts';
import { ENVIRONMENT_PATHS, type PagePath } from './paths.ts';
import { Failed, Missing } from './shell/lost.tsx';
import { Shell } from './shell/shell.tsx';
import { Loading } from './ui/states.tsx';
import { Notices } from './ui/notices.tsx';

type Filters = Record<string, string>;

/** Filters in an address are short words; anything else is left out. */
const filtersOf = (search: Record<string, unknown>): Filters =>
  Object.fromEntries(
    Object.entries(search)
      .map(([name, value]) => [name, typeof value === 'string' ? value : String(value)] as const)
      .filter(([name, value]) => name.length <= 40 && value.length <= 300),
  );

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Notices />
    </>
  ),
  notFoundComponent: Missing,
  validateSearch: filtersOf,
});

const frontDoor = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: `/${lastEnvironment()}` });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./account/sign-in.tsx'), 'SignInPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./account/join.tsx'), 'JoinPage'),
});

const environment = createRoute({
  getParentRoute: () => root,
  path: '/$environment',
  beforeLoad: async ({ params, location }) => {
    if (!(ENVIRONMENT_PATHS as readonly string[]).includes(params.environment)) throw notFound();
    try {
      await queries.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) {
        throw redirect({ to: '/sign-in', search: { next: location.href } });
      }
      throw error;
    }
  },
  component: Shell,
  errorComponent: Failed,
});

type Load<N extends string> = () => Promise<Record<N, ComponentType>>;

/** One page: its address below the environment, and its file, which is loaded when it is first opened. */
const page = <N extends string>(path: PagePath, load: Load<N>, name: N) =>
  createRoute({
    getParentRoute: () => environment,
    path: path === '' ? '/' : path.replace('$', '$id'),
    component: lazyRouteComponent(load as Load<string>, name),
    errorComponent: Failed,
  });

const pages = [
  page('', () => import('./pages/home/home.tsx'), 'HomePage'),
  page('queue', () => import('./pages/queue/queue.tsx'), 'QueuePage'),
  page('verifications/$', () => import('./pages/verification/verification.tsx'), 'VerificationPage'),
  page('screenings/$', () => import('./pages/screening/screening.tsx'), 'ScreeningPage'),
  page('wallets/$', () => import('./pages/wallet/wallet.tsx'), 'WalletPage'),
  page('media/$', () => import('./pages/media/media.tsx'), 'MediaPage'),
  page('applicants/$', () => import('./pages/applicant/applicant.tsx'), 'ApplicantPage'),
  page('applicants', () => import('./pages/records/applicants.tsx'), 'ApplicantsPage'),
  page('verifications', () => import('./pages/records/verifications.tsx'), 'VerificationsPage'),
  page('screenings', () => import('./pages/records/screenings.tsx'), 'ScreeningsPage'),
  page('wallets', () => import('./pages/records/wallets.tsx'), 'WalletsPage'),
  page('media', () => import('./pages/records/media-jobs.tsx'), 'MediaJobsPage'),
  page('developers', () => import('./pages/developers/overview.tsx'), 'DevelopersPage'),
  page('developers/keys', () => import('./pages/developers/keys.tsx'), 'KeysPage'),
  page('credits', () => import('./pages/credits/credits.tsx'), 'CreditsPage'),
  page('lists', () => import('./pages/lists/lists.tsx'), 'ListsPage'),
  page('policies', () => import('./pages/policies/policies.tsx'), 'PoliciesPage'),
  page('audit', () => import('./pages/audit/audit.tsx'), 'AuditPage'),
  page('settings', () => import('./pages/settings/organization.tsx'), 'OrganizationPage'),
  page('settings/organization', () => import('./pages/settings/organization.tsx'), 'OrganizationPage'),
  page('settings/team', () => import('./pages/settings/team.tsx'), 'TeamPage'),
  page('settings/sign-in', () => import('./pages/settings/sign-in.tsx'), 'SignInSettingsPage'),
  page('settings/privacy', () => import('./pages/settings/privacy.tsx'), 'PrivacyPage'),
  page('developers/webhooks', () => import('./pages/developers/webhooks.tsx'), 'WebhooksPage'),
  page('developers/webhooks/$', () => import('./pages/developers/webhook.tsx'), 'WebhookPage'),
  page('developers/signatures', () => import('./pages/developers/signatures.tsx'), 'SignaturesPage'),
  page('developers/requests', () => import('./pages/developers/requests.tsx'), 'RequestsPage'),
  page('developers/console', () => import('./pages/developers/console.tsx'), 'ConsolePage'),
  page('account', () => import('./account/account.tsx'), 'AccountPage'),
];

export const router = createRouter({
  routeTree: root.addChildren([frontDoor, signIn, join, environment.addChildren(pages)]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: () => <Loading />,
  defaultPendingMs: 300,
  scrollRestoration: true,
  trailingSlash: 'never',
  // Filters are plain words in the address: ?kind=WALLET
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search as Record<string, string | undefined>).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ).toString();
    return text === '' ? '' : `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
