import type { Static } from 'typebox';
import type { PolicyVersion, ScreeningPolicy } from '../../../contract/dashboard/policies.ts';
import type { WalletPolicyInForce } from '../../../contract/kyt-records.ts';
import { words } from '../../lib/format.ts';
import { Facts } from '../../ui/small.tsx';

export type WalletPolicy = Static<(typeof WalletPolicyInForce)['properties']['policy']>;

export const isWalletPolicy = (policy: WalletPolicy | ScreeningPolicy): policy is WalletPolicy =>
  'categories' in policy;

/** Categories, those that weigh most first. */
export const categoriesOf = (policy: WalletPolicy): [string, { weight: number; fullAtPercent: number }][] =>
  Object.entries(policy.categories).toSorted(
    ([, a], [, b]) => b.weight - a.weight || a.fullAtPercent - b.fullAtPercent,
  );

/** What is in force, read only. */
export function PolicyShown({ version }: { version: PolicyVersion }) {
  const { policy } = version;
  if (!isWalletPolicy(policy)) {
    return (
      <div className="padded">
        <Facts columns of={[['A match must be decided from', `${policy.threshold} of 100`]]} />
      </div>
    );
  }
  return (
    <div className="padded stack">
      <Facts
        columns
        of={[
          ['Medium from', `${policy.levels.MEDIUM} of 100`],
          ['High from', `${policy.levels.HIGH} of 100`],
          ['Critical from', `${policy.levels.CRITICAL} of 100`],
          ['Left after each hop', `${policy.decayPercentPerHop} %`],
          ['Low needs known', `${policy.knownPercentForLow} % of the value`],
          ['Labels count from', `${policy.minimumConfidence} % sure`],
          ['Own label rules from', `${policy.ownLabelConfidence} % sure`],
          ['Hops followed', policy.limits.maxHops],
          ['Smallest part followed', `${Number((policy.limits.shareThreshold * 100).toFixed(7))} %`],
        ]}
      />
      <div className="table-room" tabIndex={0} role="region" aria-label="Weights by category">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col" className="number">
                Weight
              </th>
              <th scope="col" className="number">
                Full at
              </th>
            </tr>
          </thead>
          <tbody>
            {categoriesOf(policy).map(([category, { weight, fullAtPercent }]) => (
              <tr key={category}>
                <th scope="row">{words(category)}</th>
                <td className="number">{weight}</td>
                <td className="number">{fullAtPercent} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
