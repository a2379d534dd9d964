import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StreamEvents, StreamEventType } from '../../contract/dashboard/stream.ts';
import type { EnvironmentPath } from '../paths.ts';
import { at } from './api.ts';

/** Told of changes as they happen: what they touch is read anew. The browser connects again by itself. */
export function useLiveUpdates(environment: EnvironmentPath): void {
  const client = useQueryClient();
  useEffect(() => {
    const source = new EventSource(at(environment, 'events'));
    const refresh = (touches: (path: string) => boolean): void => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) =>
          (queryKey[0] === environment || queryKey[0] === 'own') && touches(String(queryKey[1])),
      });
    };
    const on = <T extends StreamEventType>(type: T, act: (data: StreamEvents[T]) => void): void => {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        act(JSON.parse(event.data) as StreamEvents[T]);
      });
    };
    let greeted = false;
    on('hello', () => {
      // After a gap nobody knows what was missed.
      if (greeted) refresh(() => true);
      greeted = true;
    });
    on('queue.changed', ({ itemIds }) =>
      refresh((path) => path.startsWith('queue') || path === 'home' || itemIds.some((id) => path.includes(id))),
    );
    on('bulk.changed', ({ bulkId }) => refresh((path) => path.includes(bulkId)));
    on('try.changed', ({ tryId }) => refresh((path) => path.includes(tryId)));
    on('audit.verified', () => refresh((path) => path.startsWith('audit/verify')));
    on('record.changed', ({ resourceId, type }) =>
      refresh((path) => path.includes(resourceId) || path === 'home' || path.startsWith(`v3/${type}`)),
    );
    on('me.changed', () => void client.invalidateQueries({ queryKey: ['me'] }));
    return () => source.close();
  }, [client, environment]);
}
