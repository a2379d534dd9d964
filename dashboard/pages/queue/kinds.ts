import type { LucideIcon } from 'lucide-react';
import { FileCheck2, Images, ScanSearch, WalletMinimal } from 'lucide-react';
import type { QueueKind } from '../../../contract/dashboard/queue.ts';
import type { PagePath } from '../../paths.ts';

export interface Kind {
  one: string;
  many: string;
  icon: LucideIcon;
  page: PagePath;
}

/** The four kinds of what waits: their words, their page. */
export const KINDS: Readonly<Record<QueueKind, Kind>> = {
  VERIFICATION: { one: 'Verification', many: 'Verifications', icon: FileCheck2, page: 'verifications/$' },
  SCREENING: { one: 'Screening', many: 'Screenings', icon: ScanSearch, page: 'screenings/$' },
  WALLET: { one: 'Wallet', many: 'Wallets', icon: WalletMinimal, page: 'wallets/$' },
  MEDIA: { one: 'Media', many: 'Media', icon: Images, page: 'media/$' },
};
export const kindOf = (kind: QueueKind): Kind => KINDS[kind];
