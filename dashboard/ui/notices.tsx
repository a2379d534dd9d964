import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';

interface Notice {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();
const tell = (next: readonly Notice[]): void => {
  notices = next;
  for (const listener of listeners) listener();
};

/** Tells what was done, at the foot of the page, for a while; with `action` such as Undo as long as it can be taken back. */
export function notify(text: string, options: { action?: Notice['action']; ms?: number } = {}): () => void {
  last += 1;
  const id = last;
  const end = (): void => tell(notices.filter((notice) => notice.id !== id));
  tell([...notices.slice(-2), { id, text, ...(options.action ? { action: options.action } : {}) }]);
  window.setTimeout(end, options.ms ?? 6_000);
  return end;
}

export function Notices() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
  return (
    <div className="notices" role="status">
      {shown.map((notice) => (
        <div key={notice.id} className="notice">
          <span>{notice.text}</span>
          {notice.action ? (
            <Button
              small
              onPress={() => {
                notice.action?.run();
                tell(notices.filter(({ id }) => id !== notice.id));
              }}
            >
              {notice.action.label}
            </Button>
          ) : null}
          <IconButton
            small
            icon={X}
            label="Dismiss"
            onPress={() => tell(notices.filter(({ id }) => id !== notice.id))}
          />
        </div>
      ))}
    </div>
  );
}
