import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, at } from './api.ts';
import { useEnvironment } from './where.tsx';

export interface FileLink {
  url: string;
  mediaType: string;
  size: number;
}

/** Links work for five minutes; a new one is asked for a little earlier. */
const LINK_MS = 4 * 60_000;

/** An address under which this session may see a stored file for a short while. Asking for it is noted in the audit log. */
export function useFileLink(fileId: string | null): UseQueryResult<FileLink> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment, `files/${fileId ?? ''}/link`],
    queryFn: async () => api.post<FileLink>(at(environment, `files/${encodeURIComponent(fileId ?? '')}/link`)),
    enabled: fileId !== null,
    staleTime: LINK_MS,
    gcTime: LINK_MS,
    refetchOnWindowFocus: false,
  });
}
