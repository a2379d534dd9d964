import type { ApplicantOverview } from '../../../contract/dashboard/details.ts';
import { bytes, plural, shortened, words } from '../../lib/format.ts';
import { Go } from '../../lib/where.tsx';
import type { PagePath } from '../../paths.ts';
import { Card } from '../../ui/page.tsx';
import { Due, Status, Time } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { kindOf } from '../queue/kinds.ts';
import { KindMark, Reasons } from '../queue/parts.tsx';

interface Line {
  id: string;
  page: PagePath;
  title: string;
  note: string;
  code: string | null;
  at: string;
}

/** What waits about this person, and every record there is, the newest first. */
export function RecordCards({ overview }: { overview: ApplicantOverview }) {
  const { verifications, screenings, checks, monitors, queue } = overview;
  const lines: Line[] = [
    ...verifications.map((one): Line => ({
      id: one.verificationId,
      page: 'verifications/$',
      title: `${words(one.profileType)} verification`,
      note: one.reviewReason ? words(one.reviewReason) : one.decidedBy === 'REVIEWER' ? 'decided by a reviewer' : '',
      code: one.result ?? one.status,
      at: one.createdAt,
    })),
    ...screenings.map((one): Line => ({
      id: one.screeningId,
      page: 'screenings/$',
      title: 'Screening',
      note: `${plural(one.matchCount, 'match', 'matches')}${one.openMatches > 0 ? `, ${one.openMatches} to decide` : ''}`,
      code: one.riskLevel,
      at: one.screenedAt,
    })),
    ...checks.map((one): Line => ({
      id: one.checkId,
      page: 'wallets/$',
      title: `Wallet ${shortened(one.addressNormalized, 6)}`,
      note: one.topRisks.slice(0, 3).map(words).join(' · '),
      code: one.riskLevel,
      at: one.createdAt,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const open = queue.filter(({ status }) => status === 'OPEN');
  return (
    <>
      {open.length > 0 ? (
        <Card title="Waits for a decision" flush>
          <ul className="lines">
            {open.map((item) => (
              <li key={item.itemId}>
                <KindMark kind={item.kind} />
                <span className="grow">
                  <Go page={kindOf(item.kind).page} id={item.itemId} className="strong">
                    {kindOf(item.kind).one}
                  </Go>
                  <Reasons item={item} />
                </span>
                <Due at={item.dueAt} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title="Records" flush>
        {lines.length === 0 ? (
          <Empty title="No record yet">Verifications, screenings and wallet checks of this person stand here.</Empty>
        ) : (
          <ul className="lines">
            {lines.map(({ id, page, title, note, code, at }) => (
              <li key={id}>
                <span className="grow">
                  <Go page={page} id={id} className="strong">
                    {title}
                  </Go>
                  <span className="small quiet block">{note}</span>
                </span>
                <Time at={at} />
                <Status code={code} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Monitors" note="Screened again by itself whenever a list changes" flush>
        {monitors.length === 0 ? (
          <Empty title="Not monitored">A monitor tells when this person comes onto a list, or changes there.</Empty>
        ) : (
          <ul className="lines">
            {monitors.map((monitor) => (
              <li key={monitor.monitoringId}>
                <span className="grow">
                  {monitor.checks.map(words).join(', ')}
                  <span className="small quiet block">
                    last run <Time at={monitor.lastRunAt} relative />, threshold {monitor.threshold}
                  </span>
                </span>
                <Status code={monitor.status} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

export function FilesCard({ files }: { files: ApplicantOverview['files'] }) {
  if (files.length === 0) return null;
  return (
    <Card title="Files" flush>
      <ul className="lines">
        {files.map(({ fileId, kind, size, createdAt, ownerId }) => (
          <li key={fileId}>
            <span className="grow">
              {ownerId.startsWith('ver_') ? (
                <Go page="verifications/$" id={ownerId}>
                  {words(kind)}
                </Go>
              ) : (
                words(kind)
              )}
              <span className="small quiet block">
                {bytes(size)} · <Time at={createdAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
