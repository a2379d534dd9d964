import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DocumentEvidence } from '../../../engines/identity/index.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { readDocumentEvidence, type Verdict, type VerificationEngine } from '../index.ts';
import { World } from '../testing/world.ts';

const corners = [
  { x: 0.25, y: 0.5 },
  { x: 0.75, y: 0.5 },
  { x: 0.75, y: 0.6 },
  { x: 0.25, y: 0.6 },
] as const;
const box = { side: 'DOCUMENT_FRONT', source: 'PRINTED', field: 'lastName', corners, confidence: 0.9 } as const;
const evidence = (value: string): DocumentEvidence => ({
  boxes: [{ ...box, raw: value, value }],
  compared: [{ field: 'lastName', printed: value, machineReadable: null, machineSource: null, given: 'Lind' }],
});
const findings = { checks: { document: 'REVIEW' } as const, extracted: null, breakdown: [] };
const blurred = { uploadIssues: [{ kind: 'DOCUMENT_FRONT' as const, reason: 'IMAGE_BLURRED' }] };

/** Says what it is told to, of one try after the other. */
class ScriptedEngine implements VerificationEngine {
  verdicts: Verdict[] = [];
  requireAvailable(): void {}
  course = (_person: unknown, now: Date) => ({
    expiresAt: new Date(now.getTime() + 86_400_000),
    unattendedAt: null,
  });
  examinesAt = (now: Date): Date => now;
  async examine(): Promise<Verdict> {
    return this.verdicts.shift() ?? { kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings };
  }
}

const engine = new ScriptedEngine();
let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({ engines: { verification: engine }, credits: 100 });
  world = new World(service, 'LIVE', service.liveKey);
});
after(() => service.close());

const kept = (id: string, organizationId = service.organizationId) =>
  readDocumentEvidence(service.services.db, { organizationId, environment: 'LIVE' }, id);

test('what was read keeps its place with the record, for its own organisation, until the applicant is erased', async () => {
  const applicantId = await world.person('Lind');
  const id = (await world.start(applicantId, 'DOCUMENT')).json.data.id;
  assert.deepEqual(await kept(id), { boxes: [], compared: [] }, 'nothing before an examination');
  engine.verdicts = [
    { kind: 'UNREADABLE', ...blurred, ...findings, evidence: evidence('FIRST TRY') },
    { kind: 'REFERRED', reviewReason: 'DOCUMENT_INCONSISTENT', ...findings, evidence: evidence('LINDE') },
  ];
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.submit(id);
  await world.until(id, 'PENDING_UPLOAD');
  assert.deepEqual(await kept(id), { boxes: [], compared: [] }, 'its pictures were removed');
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.submit(id);
  const shown = await world.until(id, 'MANUAL_REVIEW');
  assert.deepEqual(await kept(id), evidence('LINDE'));
  assert.equal('boxes' in shown || 'evidence' in shown, false, 'the public record has no word of it');
  const other = await service.addOrganization();
  assert.deepEqual((await kept(id, other.organizationId)).boxes, []);

  await world.call({ path: `/verifications/${id}/review`, body: { decision: 'APPROVED', reason: 'a typing error' } });
  assert.deepEqual(await kept(id), evidence('LINDE'), 'what was shown is what was decided on');
  const erased = await world.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(await kept(id), { boxes: [], compared: [] });
});

test('an engine that keeps no evidence leaves a record that can be read', async () => {
  const id = await world.begun('Old', 'DOCUMENT');
  await world.upload(id, 'DOCUMENT_FRONT');
  await world.submit(id);
  await world.until(id, 'COMPLETED');
  assert.deepEqual(await kept(id), { boxes: [], compared: [] });
});
