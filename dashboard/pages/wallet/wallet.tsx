import { Printer } from 'lucide-react';
import type { CheckDetail } from '../../../contract/dashboard/details.ts';
import { at } from '../../lib/api.ts';
import { useRead } from '../../lib/data.tsx';
import { plural, shortened, words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment, useFilters, useId } from '../../lib/where.tsx';
import { CaseDecision } from '../../ui/case-decision.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ShownPage } from '../../ui/shown-page.tsx';
import { Copied, Facts, Id, Status, Time } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { coverageSentences } from './coverage.ts';
import { ExposuresCard } from './exposures.tsx';
import { GraphCard } from './graph.tsx';
import { PathsCard } from './paths.tsx';

/** An address: its score, with whom it deals, by which ways, and how much of that is known. */
export function WalletPage() {
  const id = useId();
  const detail = useRead<CheckDetail>(`checks/${id}/detail`);
  return (
    <ShownPage title="Wallet" of={detail}>
      {(data) => <Drawn detail={data} />}
    </ShownPage>
  );
}

function Drawn({ detail }: { detail: CheckDetail }) {
  const environment = useEnvironment();
  const { from } = useFilters();
  const may = useMay();
  const { check, graph, applicant, others } = detail;
  return (
    <Page
      title="Wallet"
      heading={
        <Copied text={check.addressNormalized} shown={shortened(check.addressNormalized, 12)} label="Copy address" />
      }
      wide
      above={from === 'queue' ? <Go page="queue">Queue</Go> : <Go page="wallets">Wallets</Go>}
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
      actions={
        may('reports.print') && check.status === 'COMPLETED' ? (
          <a className="button" href={at(environment, `checks/${check.checkId}/report`)} download>
            <Printer size={16} aria-hidden="true" />
            Report
          </a>
        ) : null
      }
    >
      <div className="with-decision">
        <div className="stack">
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
        </div>
        <div className="beside">
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
        </div>
        <div className="stack rest">
          <Card title="What is known">
            <div className="stack tight">
              {coverageSentences(check).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          </Card>
          <Card title="About">
            <Facts
              of={[
                [
                  'Applicant',
                  applicant ? (
                    <Go page="applicants/$" id={applicant.applicantId}>
                      {applicant.name ?? 'erased'}
                    </Go>
                  ) : null,
                ],
                ['Owner', check.cluster?.entity ?? null],
                ['Cluster', check.cluster ? plural(check.cluster.size, 'address', 'addresses') : null],
                ['Labels', check.labels.map(({ entity, source }) => `${entity} (${source})`).join(', ')],
                ['Asset', check.asset],
                ['Policy', check.policy.version],
                ['Checked', <Time key="t" at={check.createdAt} />],
                ['Identifier', <Id key="i" id={check.checkId} />],
              ]}
            />
          </Card>
          {others.length > 0 ? (
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
          ) : null}
          <Card title="What happened">
            <Timeline entries={detail.timeline} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
