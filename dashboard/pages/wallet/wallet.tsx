import type { CheckDetail } from '../../../contract/dashboard/details.ts';
import { plural, shortened, words } from '../../lib/format.ts';
import { Go } from '../../lib/where.tsx';
import { CaseDecision } from '../../ui/case-decision.tsx';
import { CasePage, casePage } from '../../ui/case-page.tsx';
import { Card } from '../../ui/page.tsx';
import { Copied, Id, Status, Time } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';
import { coverageSentences } from './coverage.ts';
import { ExposuresCard } from './exposures.tsx';
import { GraphCard } from './graph.tsx';
import { PathsCard } from './paths.tsx';

function Drawn({ detail }: { detail: CheckDetail }) {
  const { check, graph, applicant, others } = detail;
  return (
    <CasePage
      title="Wallet"
      heading={
        <Copied text={check.addressNormalized} shown={shortened(check.addressNormalized, 12)} label="Copy address" />
      }
      lead={
        <span className="across">
          <Status code={check.riskLevel}>
            {words(check.riskLevel)} risk, {check.riskScore} of 100
          </Status>
          <span>{check.blockchain}</span>
          {check.topRisks.slice(0, 3).map((risk) => (
            <span key={risk}>· {words(risk)}</span>
          ))}
        </span>
      }
      list={['wallets', 'Wallets']}
      report={check.status === 'COMPLETED' ? `checks/${check.checkId}/report` : null}
      decision={
        <CaseDecision
          path={`checks/${check.checkId}/decision`}
          review={detail.review}
          queue={detail.queue}
          fourEyes={detail.fourEyes}
          words={{
            clear: 'Clear',
            confirm: 'Confirm risk',
            cleared: 'Cleared',
            confirmed: 'Risk confirmed',
            question: 'Is the risk of this address explained and acceptable?',
          }}
        />
      }
      above={
        <Card title="What is known">
          <div className="stack tight">
            {coverageSentences(check).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </Card>
      }
      applicant={applicant}
      about={[
        ['Owner', check.cluster?.entity ?? null],
        ['Cluster', check.cluster ? plural(check.cluster.size, 'address', 'addresses') : null],
        ['Labels', check.labels.map(({ entity, source }) => `${entity} (${source})`).join(', ')],
        ['Asset', check.asset],
        ['Policy', check.policy.version],
        ['Checked', <Time key="t" at={check.createdAt} />],
        ['Identifier', <Id key="i" id={check.checkId} />],
      ]}
      below={
        others.length > 0 ? (
          <Card title="Other checks of this address" flush>
            <ul className="lines">
              {others.map((other) => (
                <li key={other.checkId}>
                  <span className="grow">
                    <Go page="wallets/$" id={other.checkId}>
                      <Time at={other.createdAt} />
                    </Go>
                  </span>
                  <Status code={other.riskLevel}>
                    {words(other.riskLevel)} {other.riskScore}
                  </Status>
                </li>
              ))}
            </ul>
          </Card>
        ) : null
      }
      timeline={detail.timeline}
    >
      {check.sanctions.length > 0 ? (
        <Note tone="bad">
          <p className="strong">This address itself is on {plural(check.sanctions.length, 'list')}.</p>
          {check.sanctions.map(({ list, program, listedAt }) => (
            <p key={`${list} ${program ?? ''}`}>
              {list}
              {program ? `, ${program}` : ''}
              {listedAt ? `, since ${listedAt}` : ''}
            </p>
          ))}
        </Note>
      ) : null}
      <GraphCard key={check.checkId} graph={graph} asset={check.asset} />
      <ExposuresCard check={check} />
      <PathsCard check={check} />
    </CasePage>
  );
}

/** An address: its score, with whom it deals, by which ways, and how much of that is known. */
export const WalletPage = casePage('Wallet', 'checks', Drawn);
