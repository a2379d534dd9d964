import { addExampleMember } from '../../modules/dashboard-api/index.ts';
import type { Role } from '../../contract/dashboard/index.ts';
import type { Actor } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import type { Colleague, Data, Sandbox } from './sandbox.ts';

/** Colleagues who do not exist and cannot sign in. */
const COLLEAGUES: readonly { name: string; role: Role; mailbox: string }[] = [
  { name: 'Ines Duarte (example)', role: 'OFFICER', mailbox: 'ines' },
  { name: 'Mateus Lindqvist (example)', role: 'OFFICER', mailbox: 'mateus' },
  { name: 'Amal Haddad (example)', role: 'ANALYST', mailbox: 'amal' },
];

const rows = (data: Data, name: string): Data[] => (Array.isArray(data[name]) ? (data[name] as Data[]) : []);

/** Colleagues take what waits, decide some of it, and try a policy. @returns how many colleagues there are */
export async function employ(
  services: Services,
  organizationId: string,
  actor: Actor,
  sandbox: Sandbox,
): Promise<number> {
  const { db, clock } = services;
  const people: Colleague[] = [];
  for (const { name, role, mailbox } of COLLEAGUES) {
    const userId = await db.transaction((transaction) =>
      addExampleMember(transaction, { organizationId, name, role, mailbox }, clock.now(), actor),
    );
    people.push({ userId, role });
  }
  const [ines, mateus, amal] = people.map((person) => sandbox.as(person));
  if (!ines || !mateus || !amal) throw new Error('The colleagues of the examples are missing');
  for (const person of [ines, mateus, amal]) {
    for (let taken = 0; taken < 3; taken += 1) await person.post('/queue/next', {});
  }
  const next = async (kind: string): Promise<string | null> => {
    const { item } = await ines.post('/queue/next', { kind });
    return item ? String((item as Data)['itemId']) : null;
  };
  const verificationId = await next('VERIFICATION');
  if (verificationId) {
    await ines.post(`/v3/verifications/${verificationId}/review`, {
      decision: 'APPROVED',
      reason: 'The portraits show the same person; the light differs.',
    });
  }
  const screeningId = await next('SCREENING');
  if (screeningId) await resolveAll(sandbox, ines, screeningId);
  const checkId = await next('WALLET');
  if (checkId) {
    const reason = 'The address is that of a listed entity; the customer was offboarded.';
    await ines.post(`/checks/${checkId}/decision`, { decision: 'CONFIRMED', reason });
  }
  const jobId = await next('MEDIA');
  if (jobId) {
    const reason = 'The recording was cut by the customer’s own recorder; the original was handed in.';
    await mateus.post(`/media/${jobId}/decision`, { decision: 'CLEARED', reason });
  }
  await mateus.post('/policies/try', {
    kind: 'WALLET',
    policy: { version: 'stricter-gambling', categories: { GAMBLING: { weight: 80 } } },
  });
  return people.length;
}

async function resolveAll(sandbox: Sandbox, person: Pick<Sandbox, 'post'>, screeningId: string): Promise<void> {
  const screening = await sandbox.read(`/aml/screenings/${screeningId}`);
  for (const match of rows(screening, 'matches')) {
    if (match['resolution'] !== null) continue;
    await person.post(`/v3/aml/screenings/${screeningId}/matches/${String(match['matchId'])}/resolution`, {
      decision: 'FALSE_POSITIVE',
      reason: 'Another birth date and another nationality.',
    });
  }
}
