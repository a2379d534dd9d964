import { useSyncExternalStore } from 'react';

let now = new Date();
const listeners = new Set<() => void>();
let timer: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Nobody looked for a while: it is told anew rather than from when it was last looked at.
  if (Date.now() - now.getTime() > 1_000) {
    now = new Date();
    for (const each of listeners) each();
  }
  timer ??= window.setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** The time, told to everything that shows an age twice a minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
