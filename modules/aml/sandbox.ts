import type { Plan, Strategy } from './strategy.ts';
import type { FoundEntity } from './match.ts';
import type { StoredEntity } from './lists/store.ts';
import { digest, entityMaterial } from './material.ts';

interface Scenario {
  /** What the name contains, in any case. */
  word: string;
  entity: Pick<StoredEntity, 'id' | 'caption' | 'categories' | 'programs' | 'legalBasis' | 'positions'>;
}

/** Section 11 of the contract: the outcome follows from the name alone, whatever checks are asked for. */
const SCENARIOS: readonly Scenario[] = [
  {
    word: 'sanctioned',
    entity: {
      id: 'sandbox-1',
      caption: 'Sandbox Sanctioned',
      categories: ['SANCTIONS'],
      programs: ['SANDBOX-PROGRAM'],
      legalBasis: ['Sandbox Regulation 1'],
      positions: [],
    },
  },
  {
    word: 'politician',
    entity: {
      id: 'sandbox-2',
      caption: 'Sandbox Politician',
      categories: ['PEP'],
      programs: [],
      legalBasis: [],
      positions: [{ title: 'Minister of Examples', country: 'SE', since: '2024-01-01', inOffice: true }],
    },
  },
  {
    word: 'newsworthy',
    entity: {
      id: 'sandbox-3',
      caption: 'Sandbox Newsworthy',
      categories: ['ADVERSE_MEDIA'],
      programs: [],
      legalBasis: [],
      positions: [],
    },
  },
];

export const SANDBOX_DATASET = 'sandbox';
const SCORE = 95;

/** The simulated list, as records show it. */
export const SANDBOX_STAMP = {
  dataset: SANDBOX_DATASET,
  version: 1,
  publishedAt: '2026-01-01',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  sha256: digest(SCENARIOS),
  entities: SCENARIOS.length,
};

const complete = ({ entity }: Scenario): StoredEntity => ({
  schema: 'PERSON',
  names: [{ value: entity.caption, kind: 'PRIMARY' }],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  nationalities: [],
  identifiers: [],
  addresses: [],
  links: [],
  listedAt: '2026-01-01',
  sources: [{ publisher: 'Sandbox' }],
  ...entity,
});

function found(scenario: Scenario, type: StoredEntity['schema'], name: string): FoundEntity {
  const entity = { ...complete(scenario), schema: type };
  return {
    dataset: SANDBOX_DATASET,
    entity,
    raw: { simulated: true, id: entity.id },
    material: entityMaterial(entity),
    score: SCORE,
    matchedName: entity.caption,
    explanation: [
      {
        feature: 'name.simulated',
        query: name,
        candidate: entity.caption,
        score: 0.95,
        weight: 100,
        outcome: 'AGREES',
      },
    ],
  };
}

/** Simulated outcomes: no engine, no list; the same for the same name. */
export const sandboxStrategy: Strategy = {
  ready: () => Promise.resolve(),
  plan: ({ checks }): Plan => ({
    algorithmVersion: 'sandbox-1',
    datasets: [SANDBOX_STAMP],
    checks: Object.fromEntries(checks.map((check) => [check, 'PERFORMED' as const])),
    performed: [...checks],
  }),
  stands: () => true,
  withOwn: (plan) => Promise.resolve(plan),
  search: (_db, _tenant, _plan, { normalized }, _configuration, takenOut) => {
    const name = normalized.name.toLowerCase();
    const hits = SCENARIOS.filter(({ word }) => name.includes(word)).map((scenario) =>
      found(scenario, normalized.type, normalized.name),
    );
    const hidden = new Set(takenOut[SANDBOX_DATASET]);
    return Promise.resolve({
      matches: hits.filter(({ entity }) => !hidden.has(entity.id)),
      more: false,
      suppressed: hits.filter(({ entity }) => hidden.has(entity.id)),
    });
  },
  materialOf: (dataset, entityId) => {
    const scenario = SCENARIOS.find(({ entity }) => entity.id === entityId);
    return dataset === SANDBOX_DATASET && scenario ? entityMaterial(complete(scenario)) : null;
  },
};
