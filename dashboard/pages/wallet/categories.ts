import type { RiskCategory } from '../../../contract/kyt-records.ts';
import type { Tone } from '../../ui/small.tsx';

/** What an entity does, by how grave it is: crime, things that hide where value comes from, and ordinary business. */
const GRAVE = new Set<string>([
  'SANCTIONS',
  'TERRORISM',
  'CHILD_ABUSE_MATERIAL',
  'RANSOMWARE',
  'DARKNET_MARKETS',
  'STOLEN_FUNDS',
  'SCAM',
  'FRAUD_SHOP',
] satisfies RiskCategory[]);
const DOUBTFUL = new Set<string>(['MIXER', 'NO_KYC_EXCHANGE', 'GAMBLING'] satisfies RiskCategory[]);

export function toneOfCategory(category: string | null): Tone {
  if (category === null || category === 'OTHER') return 'plain';
  if (GRAVE.has(category)) return 'bad';
  return DOUBTFUL.has(category) ? 'warn' : 'accent';
}
