import { Bot, KeyRound, Server, User, UserRound } from 'lucide-react';
import type { TimelineEntry } from '../../contract/dashboard/details.ts';
import { actionWords } from '../lib/actions.ts';
import { words } from '../lib/format.ts';
import { Time } from './small.tsx';
import { Empty } from './states.tsx';

const ICONS = { API_KEY: KeyRound, USER: User, OPERATOR: Server, APPLICANT: UserRound, SYSTEM: Bot } as const;
const ACTORS = {
  API_KEY: 'an API key',
  USER: 'a member of staff',
  OPERATOR: 'the operator',
  APPLICANT: 'the applicant',
  SYSTEM: 'the service',
} as const;

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });
/** What somebody agreed to: in which language, and in whose words. */
const consentOf = ({ language, version, hash }: TimelineEntry['details']): string =>
  [
    `in ${typeof language === 'string' && /^[a-z]{2}$/.test(language) ? languages.of(language) : 'some language'}`,
    typeof version === 'number' ? `version ${version}` : 'in the words of the service',
    ...(typeof hash === 'string' ? [`SHA-256 ${hash.slice(0, 12)}…`] : []),
  ].join(', ');

const detailOf = (details: TimelineEntry['details']): string =>
  ['decision', 'result', 'status', 'kind', 'reason']
    .map((name) => details[name])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .map((value) => (/^[A-Z_]+$/.test(value) ? words(value) : value))
    .join(' · ');

/** Who did what and when, the newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <Empty title="Nothing was done yet" />;
  return (
    <ol className="timeline">
      {entries.map((entry) => {
        const Icon = ICONS[entry.actor.type];
        const detail = entry.action === 'verification.consent' ? consentOf(entry.details) : detailOf(entry.details);
        return (
          <li key={`${entry.at} ${entry.action} ${entry.actor.id}`}>
            <span className="timeline-mark" aria-hidden="true">
              <Icon size={14} />
            </span>
            <span>
              <span className="strong">{actionWords(entry.action)}</span>
              {detail ? <span className="quiet"> {detail}</span> : null}
              <span className="small quiet block">
                {entry.actor.name ?? ACTORS[entry.actor.type]} · <Time at={entry.at} />
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
