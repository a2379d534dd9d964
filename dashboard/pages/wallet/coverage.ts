import { percent } from '../../lib/format.ts';
import type { Check } from '../../lib/types.ts';

type Direction = Check['coverage']['INCOMING'];

const PARTS: readonly [keyof Direction, string][] = [
  ['originUnknown', 'ends at addresses beyond which nothing is known'],
  ['unattributedService', 'ends at services whose name is not known'],
  ['belowThreshold', 'splits into parts too small to follow'],
  ['truncated', 'was not followed: too many transfers'],
  ['beyondHorizon', 'was not followed: too far away'],
];

/** How much of the value is explained, and what became of the rest, in sentences. */
export function coverageSentences({ coverage }: Check): string[] {
  const told = (name: string, direction: Direction): string => {
    const rest = PARTS.filter(([part]) => direction[part] >= 0.005).map(
      ([part, text]) => `${percent(direction[part])} ${text}`,
    );
    const known = `Of the value that ${name}, ${percent(direction.exposure)} is traced to known entities`;
    return rest.length === 0 ? `${known}.` : `${known}; ${rest.join('; ')}.`;
  };
  const sentences = [told('came in', coverage.INCOMING), told('went out', coverage.OUTGOING)];
  if (coverage.height !== null) sentences.push(`The chain data reach block ${coverage.height.toLocaleString('en')}.`);
  for (const missing of coverage.provider?.missing ?? []) sentences.push(MISSING[missing]);
  return sentences;
}

const MISSING: Readonly<Record<NonNullable<Check['coverage']['provider']>['missing'][number], string>> = {
  MORE_PAYMENTS: 'Not all payments of this address are here: the provider told only a part.',
  NATIVE_PAYMENTS: 'The provider tells of tokens only, not of the chain’s own coin.',
  COUNTERPARTIES: 'Of some counterparties no payments are here.',
  EARLIER_BLOCKS: 'The data begin later than the chain.',
  LATER_BLOCKS: 'The data end earlier than the chain.',
  PROVIDER_UNAVAILABLE: 'The provider of chain data did not answer: this check stands on what was here before.',
};
