import { transfersOf } from '../../../engines/wallets/index.ts';
import type { Owner } from '../chain/transfer.ts';

const FEE = 'fee';

/**
 * Who paid whom in a transaction, from what each gained (above zero) or gave, by each one's share. What came from nobody
 * (minted, released) is of a payer of its own; what went to nobody (burnt, locked up) is nobody's.
 */
export function flows(
  transaction: string,
  gains: readonly { owner: Owner; gain: bigint }[],
): { from: Owner; to: Owner; value: bigint }[] {
  const givers = gains.filter(({ gain }) => gain < 0n).map(({ owner, gain }) => ({ owner, value: -gain }));
  const takers = gains.filter(({ gain }) => gain > 0n).map(({ owner, gain }) => ({ owner, value: gain }));
  if (takers.length === 0) return [];
  const sum = (sides: readonly { value: bigint }[]): bigint => sides.reduce((all, { value }) => all + value, 0n);
  const missing = sum(takers) - sum(givers);
  if (missing > 0n) {
    const owner = { key: `script:${transaction}:minted`, address: `script ${transaction}:minted` };
    givers.push({ owner, value: missing });
  }
  const owners = new Map([...givers, ...takers].map(({ owner }) => [owner.key, owner]));
  const share = ({ owner, value }: { owner: Owner; value: bigint }) => ({ owner: owner.key, value });
  return transfersOf({ inputs: givers.map(share), outputs: takers.map(share) }, { coinbase: 'coinbase', fee: FEE })
    .filter(({ to }) => to !== FEE)
    .flatMap(({ from, to, value }) => {
      const [payer, payee] = [owners.get(from), owners.get(to)];
      return payer && payee ? { from: payer, to: payee, value } : [];
    });
}
