import {
  BATCH,
  type ExamplePerson,
  LAST_EXAMPLE,
  MEDIA,
  PEOPLE,
  WALLETS,
  WATCHED_WALLETS,
  WEBHOOK,
} from './examples.ts';
import { addPictures, type HistoryOf, makeHistory, settleHistory } from './history.ts';
import type { Data, Sandbox } from './sandbox.ts';

/** How many of each kind were made. */
export type Made = Record<
  'applicants' | 'verifications' | 'screenings' | 'monitors' | 'walletChecks' | 'deepfakeJobs' | 'webhooks' | 'keys',
  number
>;

export interface Filling {
  sandbox: Sandbox;
  /** Where the examples of weeks gone by are dated back. */
  history: Pick<HistoryOf, 'db' | 'tenant'>;
  tell: (what: string) => void;
  sleep: (ms: number) => Promise<void>;
  /** How long the sandbox lets its answers wait. */
  delayMs: number;
}

/** What others still work on after this long is done here; what is not done after the longer is left. */
const PATIENCE_MS = 2_000;
const LIMIT_MS = 30_000;
/** Scenarios that wait for a person, or for their end. */
const WAITING_NAMES = ['Pending', 'Expired'];

const text = (data: Data, name: string): string => {
  const value = data[name];
  if (typeof value !== 'string') throw new Error(`The answer holds no ${name}`);
  return value;
};

/** Whether the examples are there already. */
export async function isFilled(sandbox: Sandbox): Promise<boolean> {
  return (await sandbox.list(`/applicants?externalId=${LAST_EXAMPLE}`)).length > 0;
}

/** Makes an example of everything, each by the calls that a client would make. */
export async function fill(filling: Filling): Promise<Made> {
  const { sandbox, tell } = filling;
  const made: Made = {
    applicants: 0,
    verifications: 0,
    screenings: 0,
    monitors: 0,
    walletChecks: 0,
    deepfakeJobs: 0,
    webhooks: 0,
    keys: 0,
  };
  tell('webhooks');
  const webhook = await sandbox.post('/webhooks', WEBHOOK);
  made.webhooks += 1;
  tell('people');
  const people = new Map<string, string>();
  for (const person of PEOPLE) people.set(person.key, await introduce(sandbox, person, made));
  tell('verifications');
  const verifications = new Map<string, string>();
  for (const person of PEOPLE) await beginVerification(sandbox, person, people, verifications, made);
  tell('media');
  for (const { fileName, bytes, as } of MEDIA) {
    const content = bytes().toString('base64');
    await sandbox.post('/deepfake/jobs', { fileName, content, ...(as ? { as } : {}), metadata: { example: 'true' } });
    made.deepfakeJobs += 1;
  }
  tell('screenings');
  for (const person of PEOPLE) await screen(sandbox, person, people, made);
  await sandbox.post('/aml/batch', { subjects: BATCH, profile: 'BASIC' });
  made.screenings += BATCH.length;
  tell('wallets');
  for (const { of, ...wallet } of WALLETS) {
    const applicantId = of === undefined ? undefined : people.get(of);
    await sandbox.post('/kyt/checks', { ...wallet, ...(applicantId ? { applicantId } : {}) });
    made.walletChecks += 1;
  }
  for (const wallet of WATCHED_WALLETS) await sandbox.post('/kyt/monitors', wallet);
  made.monitors += WATCHED_WALLETS.length;
  const month = await makeHistory({ ...filling.history, sandbox, tell });
  made.applicants += month.begun.length;
  made.verifications += month.begun.length;
  made.screenings += month.screenings;
  made.walletChecks += month.walletChecks;
  tell('keys');
  const old = await sandbox.post('/auth/keys', { name: 'Old integration (example)', scopes: ['applicants:read'] });
  await sandbox.remove(`/auth/keys/${text(old, 'keyId')}`);
  made.keys += 1;

  tell('results');
  const awaited = new Set([...expected(verifications), ...month.begun.map(({ verificationId }) => verificationId)]);
  await settle(filling, awaited);
  await settleHistory({ ...filling.history, sandbox, tell }, month.begun);
  for (const person of PEOPLE) await finish(sandbox, person, people, verifications);
  await sandbox.patch(`/webhooks/${text(webhook, 'webhookId')}`, { status: 'DISABLED' });
  await sandbox.post('/applicants', {
    firstName: 'Ada',
    lastName: 'Lastly',
    country: 'IE',
    externalId: LAST_EXAMPLE,
    metadata: { example: 'true' },
  });
  made.applicants += 1;
  return made;
}

async function introduce(sandbox: Sandbox, person: ExamplePerson, made: Made): Promise<string> {
  const { firstName, lastName, country, dateOfBirth, key } = person;
  const applicant = await sandbox.post('/applicants', {
    firstName,
    lastName,
    country,
    dateOfBirth,
    email: `${key}@example.com`,
    metadata: { example: 'true' },
  });
  made.applicants += 1;
  return text(applicant, 'applicantId');
}

async function beginVerification(
  sandbox: Sandbox,
  person: ExamplePerson,
  people: ReadonlyMap<string, string>,
  verifications: Map<string, string>,
  made: Made,
): Promise<void> {
  if (!person.verify) return;
  const { profileType, next } = person.verify;
  const applicantId = people.get(person.key);
  const id = text(await sandbox.post('/verifications', { applicantId, profileType }), 'verificationId');
  verifications.set(person.key, id);
  made.verifications += 1;
  if (next === 'CANCEL') await sandbox.post(`/verifications/${id}/cancel`);
  if (next !== 'UPLOAD') return;
  const { firstName, lastName, dateOfBirth } = person;
  await addPictures(sandbox, id, { firstName, lastName, dateOfBirth, seed: 100 + PEOPLE.indexOf(person) });
  await sandbox.post(`/verifications/${id}/submit`);
}

async function screen(
  sandbox: Sandbox,
  person: ExamplePerson,
  people: ReadonlyMap<string, string>,
  made: Made,
): Promise<void> {
  const applicantId = people.get(person.key);
  if (person.screen) {
    const screening = await sandbox.post('/aml/screenings', { applicantId, profile: person.screen });
    made.screenings += 1;
    const [match] = (screening['matches'] ?? []) as Data[];
    if (person.decide && match) {
      const path = `/aml/screenings/${text(screening, 'screeningId')}/matches/${text(match, 'matchId')}/resolution`;
      await sandbox.post(path, { decision: person.decide, reason: 'An example of a decision.' });
    }
  }
  if (person.watch) {
    await sandbox.post('/aml/monitors', { applicantId, profile: 'BASIC' });
    made.monitors += 1;
  }
}

/** What follows once verifications have their results. */
async function finish(
  sandbox: Sandbox,
  person: ExamplePerson,
  people: ReadonlyMap<string, string>,
  verifications: ReadonlyMap<string, string>,
): Promise<void> {
  const applicantId = people.get(person.key) ?? '';
  const verificationId = verifications.get(person.key);
  if (person.verify?.next === 'APPROVE' && verificationId !== undefined) {
    await sandbox.post(`/verifications/${verificationId}/review`, {
      decision: 'APPROVED',
      reason: 'The portraits show the same person; the glasses differ.',
    });
  }
  if (person.end === 'BLOCK') await sandbox.patch(`/applicants/${applicantId}`, { status: 'BLOCKED' });
  if (person.end === 'ERASE') await sandbox.remove(`/applicants/${applicantId}`);
}

/** The verifications that get a result by themselves, or because their files were handed in. */
const expected = (verifications: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set(
    PEOPLE.filter(({ lastName, verify }) => !WAITING_NAMES.includes(lastName) || verify?.next === 'UPLOAD')
      .map(({ key }) => verifications.get(key) ?? '')
      .filter(Boolean),
  );

/** Waits for what a server's worker does; where none does, does it here. */
async function settle({ sandbox, sleep, delayMs }: Filling, awaited: ReadonlySet<string>): Promise<void> {
  const isOpen = async (): Promise<boolean> => {
    const [verifications, jobs] = await Promise.all([
      sandbox.list('/verifications?limit=100'),
      sandbox.list('/deepfake/jobs?limit=100'),
    ]);
    const among = (states: readonly string[]) => (record: Data) => states.includes(text(record, 'status'));
    return (
      verifications
        .filter((record) => awaited.has(text(record, 'verificationId')))
        .some(among(['CREATED', 'PENDING_UPLOAD', 'PROCESSING'])) || jobs.some(among(['QUEUED', 'PROCESSING']))
    );
  };
  await sleep(delayMs);
  const pauseMs = 500;
  for (let waited = 0; waited < LIMIT_MS; waited += pauseMs) {
    if (!(await isOpen())) return;
    if (waited >= PATIENCE_MS) await sandbox.work();
    await sleep(pauseMs);
  }
}
