import { useEffect, useState } from 'react';
import { useFileLink } from './file-link.ts';

/** What most browsers draw; of other kinds nobody need wait for a picture. */
const DRAWN = /^image\/(jpeg|png|webp|avif|gif|svg\+xml)$/;
/** How long a picture may take before it is asked for anew, by a fresh link. */
const LATE_MS = 15_000;
const TRIES = 2;

export interface Picture {
  /** LATE: it did not come by two links, one after the other. UNSHOWN: this browser does not draw its kind. */
  state: 'LOADING' | 'SHOWN' | 'LATE' | 'UNSHOWN';
  url: string | null;
  /** Why not even a link could be had. */
  error: Error | null;
  /** Another `img` for each try: one that hangs is let go of. */
  attempt: number;
  onLoad: () => void;
  onError: () => void;
  retry: () => void;
}

/**
 * A stored picture, by a link that works for a short while. One that has not come after a quarter of a minute, or breaks
 * off, is asked for once more by a fresh link; then whoever looks decides.
 */
export function usePicture(fileId: string): Picture {
  const link = useFileLink(fileId);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Picture['state']>('LOADING');
  // While a fresh link is asked for, the one that did not work is not tried again.
  const url = state !== 'SHOWN' && link.isFetching ? null : (link.data?.url ?? null);
  const { refetch } = link;
  const again = (next: number): void => {
    setState('LOADING');
    setAttempt(next);
    void refetch();
  };
  const missed = (): void => {
    if (link.data && !DRAWN.test(link.data.mediaType)) setState('UNSHOWN');
    else if ((attempt + 1) % TRIES === 0) setState('LATE');
    else again(attempt + 1);
  };
  const waiting = state === 'LOADING' && url !== null;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(missed, LATE_MS);
    return () => clearTimeout(timer);
    // What is missed is a link and a try; another one of either begins to wait anew.
  }, [waiting, url, attempt]);
  return {
    state,
    url,
    error: link.error,
    attempt,
    onLoad: () => setState('SHOWN'),
    onError: missed,
    retry: () => again(attempt + 1),
  };
}
