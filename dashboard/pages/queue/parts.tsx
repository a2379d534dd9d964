import { Users } from 'lucide-react';
import type { QueueItem, QueueKind } from '../../../contract/dashboard/queue.ts';
import { initials, plural, words } from '../../lib/format.ts';
import { Badge, toneOf } from '../../ui/small.tsx';
import { kindOf } from './kinds.ts';

export function KindMark({ kind }: { kind: QueueKind }) {
  const { icon: Icon, one } = kindOf(kind);
  return (
    <span className="kind-mark" title={one}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="hidden">{one}: </span>
    </span>
  );
}

/** Why it waits, the heaviest first, and no more than is read at a glance. */
export function Reasons({ item, most = 3 }: { item: QueueItem; most?: number }) {
  const shown = item.reasons.slice(0, most);
  const rest = item.reasons.length - shown.length;
  return (
    <span className="reasons">
      <span>
        {item.openMatches > 0 ? plural(item.openMatches, 'open match', 'open matches') : null}
        {shown.map((reason, at) => (
          <span key={reason}>
            {at > 0 || item.openMatches > 0 ? ' · ' : ''}
            <span className={toneOf(reason) === 'bad' ? 'grave' : ''}>{words(reason)}</span>
          </span>
        ))}
        {rest > 0 ? ` · ${rest} more` : ''}
      </span>
      {item.proposed ? (
        <Badge tone="accent">
          <Users size={12} aria-hidden="true" /> second person needed
        </Badge>
      ) : null}
    </span>
  );
}

export function Assignee({ person, me }: { person: QueueItem['assignee']; me: string }) {
  if (!person) return <span className="faint">nobody</span>;
  return (
    <span className="assignee" title={person.name}>
      <span className="avatar small" aria-hidden="true">
        {initials(person.name)}
      </span>
      <span className="clip">{person.userId === me ? 'me' : person.name}</span>
    </span>
  );
}
