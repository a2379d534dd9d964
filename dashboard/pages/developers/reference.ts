import { useQuery, type UseQueryResult } from '@tanstack/react-query';

/** One call of the public API, as the OpenAPI document tells of it. */
export interface ApiCall {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  parameters: readonly { name: string; place: 'path' | 'query'; required: boolean; description: string }[];
  /** An example of the body; null where there is none. */
  body: unknown;
}

export interface Reference {
  calls: readonly ApiCall[];
  production: string;
  sandbox: string;
}

interface Document {
  servers?: { url: string; description?: string }[];
  paths?: Record<string, Record<string, OperationObject>>;
}
interface OperationObject {
  operationId?: string;
  tags?: string[];
  summary?: string;
  parameters?: {
    name?: string;
    in?: string;
    required?: boolean;
    description?: string;
    schema?: { description?: string };
  }[];
  requestBody?: { content?: Record<string, { example?: unknown; examples?: Record<string, { value?: unknown }> }> };
}

function readDocument(document: Document): Reference {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ApiCall => {
      const json = operation.requestBody?.content?.['application/json'];
      const example = json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
      return {
        id: operation.operationId ?? `${method} ${path}`,
        tag: operation.tags?.[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        parameters: (operation.parameters ?? []).flatMap(({ name, in: place, required, description, schema }) =>
          name && (place === 'path' || place === 'query') && name !== 'organizationId'
            ? [{ name, place, required: required ?? false, description: description ?? schema?.description ?? '' }]
            : [],
        ),
        body: operation.requestBody ? (example ?? {}) : null,
      };
    }),
  );
  const [production, sandbox] = document.servers ?? [];
  return { calls, production: production?.url ?? '', sandbox: sandbox?.url ?? '' };
}

/** The calls there are, and where they are served; read from the OpenAPI document once. */
export function useReference(): UseQueryResult<Reference> {
  return useQuery({
    queryKey: ['reference'],
    queryFn: async () => {
      const response = await fetch('/api/v3/openapi.json', { credentials: 'omit' });
      if (!response.ok) throw new Error('The reference could not be read.');
      return readDocument((await response.json()) as Document);
    },
    staleTime: Infinity,
  });
}
