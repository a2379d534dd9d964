import type { LucideIcon } from 'lucide-react';
import {
  BookOpen,
  ClipboardList,
  Coins,
  FileCheck2,
  House,
  Images,
  KeyRound,
  ListTree,
  ScanSearch,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Users,
  WalletMinimal,
} from 'lucide-react';
import type { Action } from '../../contract/dashboard/roles.ts';
import type { PagePath } from '../paths.ts';

export interface NavigationEntry {
  page: PagePath;
  label: string;
  icon: LucideIcon;
  /** Shown where the role may do this. */
  needs: Action;
}

export interface NavigationGroup {
  label: string;
  entries: readonly NavigationEntry[];
}

/** What stands at the side, in order; also what the command box knows. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Work',
    entries: [
      { page: '', label: 'Home', icon: House, needs: 'home.read' },
      { page: 'queue', label: 'Queue', icon: ClipboardList, needs: 'queue.read' },
    ],
  },
  {
    label: 'Records',
    entries: [
      { page: 'applicants', label: 'Applicants', icon: Users, needs: 'applicants.read' },
      { page: 'verifications', label: 'Verifications', icon: FileCheck2, needs: 'verifications.read' },
      { page: 'screenings', label: 'Screenings', icon: ScanSearch, needs: 'screenings.read' },
      { page: 'wallets', label: 'Wallets', icon: WalletMinimal, needs: 'wallets.read' },
      { page: 'media', label: 'Media', icon: Images, needs: 'media.read' },
    ],
  },
  {
    label: 'Integrate',
    entries: [
      { page: 'developers', label: 'Developers', icon: KeyRound, needs: 'keys.read' },
      { page: 'credits', label: 'Credits', icon: Coins, needs: 'credits.read' },
    ],
  },
  {
    label: 'Govern',
    entries: [
      { page: 'lists', label: 'Lists', icon: ListTree, needs: 'lists.read' },
      { page: 'policies', label: 'Policies', icon: SlidersHorizontal, needs: 'policies.read' },
      { page: 'audit', label: 'Audit log', icon: ScrollText, needs: 'audit.read' },
      { page: 'settings', label: 'Settings', icon: Settings, needs: 'settings.read' },
    ],
  },
];

export const REFERENCE = { href: '/docs', label: 'API reference', icon: BookOpen } as const;
