import { useEffect, useRef } from 'react';

export interface KeyAction {
  /** As the event names it: `j`, `?`, `Enter`; with Control or Command: `mod+k`. */
  key: string;
  /** What it does, for the list of keys. */
  does: string;
  run: () => void;
}

const registered = new Set<{ current: readonly KeyAction[] }>();

/** All keys of what is on the screen now. */
export const activeKeys = (): KeyAction[] => {
  const seen = new Map<string, KeyAction>();
  for (const { current } of registered) for (const action of current) seen.set(action.key, action);
  return [...seen.values()];
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=listbox],[role=menu]') !== null);

/** Keys for as long as the component is shown. They rest while somebody types, and below an open dialog. */
export function useKeys(actions: readonly KeyAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const mine = latest;
    registered.add(mine);
    const onKey = (event: KeyboardEvent): void => {
      const mod = event.ctrlKey || event.metaKey;
      const name = mod ? `mod+${event.key}` : event.key;
      const action = mine.current.find(({ key }) => key === name);
      if (!action || event.altKey || event.defaultPrevented) return;
      if (!mod && (isTyping(event.target) || document.querySelector('[role=dialog]'))) return;
      // A focused link or button has its own Enter.
      if (event.key === 'Enter' && event.target instanceof HTMLElement && /^(A|BUTTON)$/.test(event.target.tagName))
        return;
      event.preventDefault();
      action.run();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      registered.delete(mine);
    };
  }, []);
}
