/** For tests of verifications: people, uploads, and what the world was told. */
import { Compile } from 'typebox/compile';
import type { Environment } from '../../../contract/enums.ts';
import { EVENT_PAYLOADS, type EventType } from '../../../contract/events.ts';
import { Verification } from '../../../contract/verifications.ts';
import { form, SAMPLES, type Sample } from '../../../platform/http/testing/media-samples.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, type TestResponse, type TestService } from '../../../server/testing.ts';

export interface ToldEvent {
  type: string;
  callbackUrl: string | null;
  // The tests look into payloads of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

const record = Compile(Verification);

export class World {
  readonly service: TestService;
  readonly environment: Environment;
  key: string;

  constructor(service: TestService, environment: Environment, key: string) {
    this.service = service;
    this.environment = environment;
    this.key = key;
  }

  call(request: Parameters<TestService['call']>[0]): Promise<TestResponse> {
    return this.service.call({ environment: this.environment, key: this.key, ...request });
  }

  async person(lastName: string, more: Record<string, unknown> = {}): Promise<string> {
    const made = await this.call({ path: '/applicants', body: { firstName: 'Ada', lastName, ...more } });
    if (made.status !== 201) throw new Error(made.text);
    return made.json.data.applicantId;
  }

  start(applicantId: string, profileType = 'STANDARD', more: Record<string, unknown> = {}): Promise<TestResponse> {
    return this.call({ path: '/verifications', body: { applicantId, profileType, ...more } });
  }

  /** A verification of a new person; its identifier. */
  async begun(lastName: string, profileType = 'STANDARD', more: Record<string, unknown> = {}): Promise<string> {
    const made = await this.start(await this.person(lastName), profileType, more);
    if (made.status !== 201) throw new Error(made.text);
    return made.json.data.verificationId;
  }

  async read(id: string): Promise<TestResponse['json']> {
    const answer = await this.call({ path: `/verifications/${id}` });
    if (answer.status !== 200) throw new Error(answer.text);
    if (!record.Check(answer.json.data)) throw new Error(JSON.stringify([...record.Errors(answer.json.data)]));
    return answer.json.data;
  }

  until(id: string, status: string): Promise<TestResponse['json']> {
    return eventually(async () => {
      const found = await this.read(id);
      return found.status === status && found;
    });
  }

  upload(id: string, kind: string, sample: Sample = 'jpeg', name = 'upload.jpg'): Promise<TestResponse> {
    return this.call({
      path: `/verifications/${id}/files`,
      body: form({ bytes: SAMPLES[sample], name }, { kind }),
    });
  }

  submit(id: string): Promise<TestResponse> {
    return this.call({ method: 'POST', path: `/verifications/${id}/submit` });
  }

  /** Events of a resource in the order told, each checked against its published payload. */
  async events(resourceId: string): Promise<ToldEvent[]> {
    const rows = await this.service.services.db.query<{ type: EventType; callbackUrl: string | null; body: string }>(
      sql`select type, callback_url as "callbackUrl", body from events where resource_id = ${resourceId} order by id`,
    );
    return rows.map(({ type, callbackUrl, body }) => {
      const { data, event } = JSON.parse(body) as { data: unknown; event: string };
      if (event !== type || !Compile(EVENT_PAYLOADS[type]).Check(data)) throw new Error(`${type}: ${body}`);
      return { type, callbackUrl, data };
    });
  }

  async ledger(resourceId: string): Promise<string[]> {
    const rows = await this.service.services.db.query<{ line: string }>(
      sql`select type || ' ' || amount as line from credit_transactions where resource_id = ${resourceId} order by created_at, id`,
    );
    return rows.map((row) => row.line);
  }

  async balance(): Promise<{ available: number; held: number; balance: number }> {
    const answer = await this.call({ path: '/credits/balance' });
    return answer.json.data;
  }
}
