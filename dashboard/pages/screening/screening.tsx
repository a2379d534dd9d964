import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ScreeningDetail } from '../../../contract/dashboard/details.ts';
import { plural, words } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CasePage, casePage } from '../../ui/case-page.tsx';
import { Card } from '../../ui/page.tsx';
import { Day, Due, Id, Status, Time } from '../../ui/small.tsx';
import { Empty, Note } from '../../ui/states.tsx';
import { ListsCard } from './lists.tsx';
import { MatchCard } from './match.tsx';
import { ResolveDialog } from './resolve.tsx';
import { SuppressedCard } from './suppressed.tsx';

function nameOf({ screening, applicant }: ScreeningDetail): string {
  return screening.subjectNormalized?.name ?? applicant?.name ?? 'Screening';
}

function Drawn({ detail }: { detail: ScreeningDetail }) {
  const may = useMay();
  const { screening, matches, applicant } = detail;
  const open = matches.filter((match) => match.open);
  // Where two people decide, what the reader proposed waits for somebody else.
  const mine = open.filter(({ fourEyes }) => fourEyes.refused === null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const [resolving, setResolving] = useState<readonly string[] | null>(null);
  const ordered = [
    ...mine,
    ...open.filter((match) => !mine.includes(match)),
    ...matches.filter((match) => !match.open),
  ];
  const move = (to: number): void => {
    const target = Math.min(Math.max(to, 0), ordered.length - 1);
    setCurrent(target);
    document.getElementById(`match-${ordered[target]?.match.matchId ?? ''}`)?.focus();
  };
  const currentId = ordered[current]?.match.matchId;
  const decidable = (id: string | undefined): id is string => mine.some(({ match }) => match.matchId === id);
  const toggle = (id: string): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  useKeys([
    { key: 'j', does: 'Next match', run: () => move(current + 1) },
    { key: 'k', does: 'Match before', run: () => move(current - 1) },
    { key: 'x', does: 'Choose the match', run: () => decidable(currentId) && toggle(currentId) },
    {
      key: 'r',
      does: 'Resolve what is chosen, or this match',
      run: () => setResolving(chosen.size > 0 ? [...chosen] : decidable(currentId) ? [currentId] : null),
    },
  ]);
  const { subjectNormalized: subject } = screening;
  return (
    <CasePage
      title="Screening"
      heading={nameOf(detail)}
      lead={
        <span className="across">
          <Status code={screening.riskLevel}>{words(screening.riskLevel)} risk</Status>
          <span>
            {matches.length === 0 ? 'No match' : plural(matches.length, 'match', 'matches')}
            {matches.length === 0 ? '' : open.length > 0 ? `, ${open.length} to decide` : ', all decided'}
          </span>
          {detail.queue?.status === 'OPEN' ? <Due at={detail.queue.dueAt} /> : null}
        </span>
      }
      list={['screenings', 'Screenings']}
      report={`screenings/${screening.screeningId}/report`}
      actions={
        mine.length > 1 ? (
          <Button onPress={() => setResolving(mine.map(({ match }) => match.matchId))}>
            Resolve all {mine.length} …
          </Button>
        ) : null
      }
      notices={
        chosen.size > 0 ? (
          <div className="selection" role="region" aria-label="What is chosen">
            <span className="strong">{plural(chosen.size, 'match', 'matches')} chosen</span>
            <Button small kind="primary" shortcut="r" onPress={() => setResolving([...chosen])}>
              Resolve …
            </Button>
            <Button small kind="quiet" onPress={() => setChosen(new Set())}>
              Choose none
            </Button>
          </div>
        ) : null
      }
      aboutTitle="Subject"
      applicant={applicant}
      about={[
        ['Kind', subject ? words(subject.type) : null],
        ['Also known as', subject && subject.aliases.length > 0 ? subject.aliases.join(', ') : null],
        ['Born', subject?.dateOfBirth ? <Day key="d" on={subject.dateOfBirth} /> : null],
        ['Country', subject?.country ?? null],
        ['Nationality', subject?.nationality ?? null],
        ['Threshold', `${screening.threshold} of 100`],
        ['Screened', <Time key="t" at={screening.screenedAt} />],
        [
          'Method',
          <span key="m" className="code small break">
            {screening.algorithmVersion}
          </span>,
        ],
        ['Identifier', <Id key="i" id={screening.screeningId} />],
      ]}
      below={<ListsCard screening={screening} />}
      timeline={detail.timeline}
    >
      {mine.some(({ fourEyes }) => fourEyes.required && !fourEyes.proposed) ? (
        <Note>Two people decide about matches here: what you say first counts once somebody else says the same.</Note>
      ) : null}
      {open.length > 0 && !may('matches.resolve') ? <Note>Your role looks at matches and does not decide.</Note> : null}
      {ordered.length === 0 ? (
        <Card>
          <Empty icon={ShieldCheck} title="No match">
            Nobody on the lists of that day is like this subject at {screening.threshold} points or more. The lists
            stand beside; a monitor tells when that changes.
          </Empty>
        </Card>
      ) : (
        ordered.map((match) => (
          <MatchCard
            key={match.match.matchId}
            detail={match}
            chosen={chosen.has(match.match.matchId)}
            resolver={detail.resolvers[match.match.resolution?.resolvedBy ?? ''] ?? null}
            onChoose={() => toggle(match.match.matchId)}
            onResolve={() => setResolving([match.match.matchId])}
          />
        ))
      )}
      {screening.moreMatches ? (
        <p className="quiet">
          More were at or above the threshold: these are the fifty best. Raise the threshold to see fewer.
        </p>
      ) : null}
      <SuppressedCard suppressed={screening.suppressed} />
      {resolving ? (
        <ResolveDialog
          screeningId={screening.screeningId}
          matches={matches.filter(({ match }) => resolving.includes(match.matchId)).map(({ match }) => match)}
          onClose={() => setResolving(null)}
          onDone={() => {
            setResolving(null);
            setChosen(new Set());
          }}
        />
      ) : null}
    </CasePage>
  );
}

/** A screening: each match as a card, to be decided one by one or several at once. */
export const ScreeningPage = casePage('Screening', 'screenings', Drawn);
