/** A careful integrator: retries with the same Idempotency-Key until the service has answered for good. */
export interface Client {
  post(
    path: string,
    body: unknown,
    idempotencyKey?: string,
  ): Promise<{ status: number; data: Record<string, unknown> }>;
  get(path: string): Promise<{ status: number; data: Record<string, unknown>; total: number }>;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Envelope = any;

export function client(base: string, key: string): Client {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    async post(path, body, idempotencyKey) {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: idempotencyKey ? { ...headers, 'idempotency-key': idempotencyKey } : headers,
        body: JSON.stringify(body),
      });
      const json = (await response.json()) as Envelope;
      return { status: response.status, data: json.data ?? json.error };
    },
    async get(path) {
      const response = await fetch(base + path, { headers: { authorization: headers.authorization } });
      const json = (await response.json()) as Envelope;
      return { status: response.status, data: json.data, total: json.pagination?.total ?? 0 };
    },
  };
}

/** Posts until an answer for good arrives; counts how often it had to try. */
export async function postUntilAnswered(
  target: () => Client,
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<{ status: number; data: Record<string, unknown>; tries: number }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await target().post(path, body, idempotencyKey);
      const again = answer.status >= 500 || answer.status === 429 || answer.data['code'] === 'IDEMPOTENCY_IN_PROGRESS';
      if (!again) return { ...answer, tries };
    } catch {
      // The service is down just now.
    }
    if (tries > 600) throw new Error('The service never came back');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
