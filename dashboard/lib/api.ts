import type { EnvironmentPath } from '../paths.ts';

/** Why a request was refused, in the contract's words. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** To be given to support; it is in the log of the service. */
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    requestId: string | null = null,
  ) {
    super(message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export interface ListPage<Row> {
  rows: Row[];
  hasMore: boolean;
  nextCursor: string | null;
  total: number;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface Envelope {
  data?: unknown;
  pagination?: { hasMore: boolean; nextCursor: string | null; total: number };
  error?: { code?: string; message?: string; details?: Record<string, unknown> };
  meta?: { requestId?: string };
  /** How the sign-in answers, which has no envelope. */
  code?: string;
  message?: string;
}

interface Call {
  method?: string;
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Called whenever the service says that nobody is signed in, so that the shell can lead to the sign-in page. */
let onSignedOut: () => void = () => {};
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** One request to the service of these pages. @throws ApiProblem with what was refused, or that nothing answered */
async function request(path: string, { method = 'GET', query, body, signal }: Call = {}): Promise<Envelope> {
  let response: Response;
  try {
    response = await fetch(withQuery(path, query), {
      method,
      // The header cannot be sent by another site's form; the cookie is the session.
      headers: { 'x-dashboard': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, 'UNREACHABLE', 'The service did not answer.');
  }
  const text = await response.text();
  let envelope: Envelope = {};
  try {
    if (text !== '') envelope = (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    // What is no JSON is told by its status.
  }
  if (response.ok) return Array.isArray(envelope) || !('data' in envelope) ? { data: envelope } : envelope;
  const told = envelope.error ?? envelope;
  if (response.status === 401 && !path.startsWith('/dashboard/api/auth/')) onSignedOut();
  throw new ApiProblem(
    response.status,
    told.code ?? `HTTP_${response.status}`,
    told.message ?? `The service answered ${response.status}.`,
    envelope.error?.details ?? {},
    envelope.meta?.requestId ?? null,
  );
}

const BASE = '/dashboard/api';

/** Where a request goes: the person's own matters, or one environment's; `v3/…` below an environment is the public API. */
export const at = (environment: EnvironmentPath, path: string): string => `${BASE}/${environment}/${path}`;
export const own = (path: string): string => `${BASE}/${path}`;

export const api = {
  async get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
    return (await request(path, { query, signal })).data as T;
  },
  async list<Row>(path: string, query?: Query, signal?: AbortSignal): Promise<ListPage<Row>> {
    const { data, pagination } = await request(path, { query, signal });
    const rows = data as Row[];
    return { rows, hasMore: false, nextCursor: null, total: rows.length, ...pagination };
  },
  async post<T>(path: string, body: unknown = {}): Promise<T> {
    return (await request(path, { method: 'POST', body })).data as T;
  },
  async patch<T>(path: string, body: unknown): Promise<T> {
    return (await request(path, { method: 'PATCH', body })).data as T;
  },
  async put<T>(path: string, body: unknown): Promise<T> {
    return (await request(path, { method: 'PUT', body })).data as T;
  },
  async delete<T>(path: string, query?: Query): Promise<T> {
    return (await request(path, { method: 'DELETE', query })).data as T;
  },
};

/** What a person can do about it, beside what the service said. */
export function remedyOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Reload the page. If it comes again, tell whoever runs the service.';
  switch (error.code) {
    case 'UNREACHABLE':
      return 'Check your connection, then try again. Nothing was changed.';
    case 'NOT_FOUND':
      return 'It may have been deleted, or it belongs to the other environment: look at the switch above.';
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPE':
      return 'Your role does not allow this. An owner or admin can change it under Settings, Team.';
    case 'INSUFFICIENT_CREDITS':
      return 'Credits are added by the operator of this service; see Credits for the balance and what is held.';
    case 'RATE_LIMIT_EXCEEDED':
      return 'Wait a minute, then try again.';
    case 'INVALID_STATE':
    case 'CONFLICT':
      return 'Somebody may have been faster. Reload to see how it stands now.';
    default:
      return error.status >= 500
        ? 'Try again. If it comes again, give the request number to whoever runs the service.'
        : 'Correct what is named and try again.';
  }
}
