import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type FaceCalibration,
  IDENTITY_MODELS,
  type IdentityModels,
  type ModelSlot,
} from '../../../engines/identity/index.ts';

/** A description of models that is not as it must be. The message is one line that names the place and the remedy. */
export class IdentityModelsProblem extends Error {
  override name = 'IdentityModelsProblem';
}

type Json = Readonly<Record<string, unknown>>;
type Place = keyof IdentityModels;

const PLACES = Object.keys(IDENTITY_MODELS) as Place[];
const TEXTS = ['name', 'version', 'path', 'sha256', 'licence', 'card'] as const;
const CALIBRATION = ['same', 'different', 'sameWhenStill', 'sameWhenTurned', 'impostors'] as const;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads which networks an operator has put in place of those that come with the service: a JSON file, an object from
 * place to {name, version, path, sha256, licence, card}, for faceEmbedding with its calibration. Paths are relative to
 * the file. Whether a file is what its hash says is checked at every load, by the process that uses it.
 * @param path null where none was replaced
 * @throws IdentityModelsProblem
 */
export function readIdentityModels(path: string | null): IdentityModels {
  if (path === null) return IDENTITY_MODELS;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'holds no valid JSON' : 'cannot be read';
    throw new IdentityModelsProblem(
      `IDENTITY_MODELS names ${path}, which ${why}. Correct it, or unset IDENTITY_MODELS.`,
    );
  }
  const problem = (place: string, what: string): IdentityModelsProblem =>
    new IdentityModelsProblem(`IDENTITY_MODELS: ${path}, ${place} ${what}.`);
  if (!isObject(value)) throw problem('the whole', 'must be an object from place to model');
  const models: Record<Place, ModelSlot> = { ...IDENTITY_MODELS };
  for (const [place, given] of Object.entries(value)) {
    const known = PLACES.find((one) => one === place);
    if (!known) throw problem(place, `is no place of a model; use some of ${PLACES.join(', ')}`);
    if (!isObject(given)) throw problem(place, `must be an object with ${TEXTS.join(', ')}`);
    const allowed: readonly string[] = known === 'faceEmbedding' ? [...TEXTS, 'calibration'] : TEXTS;
    const extra = Object.keys(given).find((field) => !allowed.includes(field));
    if (extra !== undefined) throw problem(`${place}.${extra}`, `is unknown; use ${allowed.join(', ')}`);
    models[known] = slotOf(place, given, dirname(path), problem);
  }
  const embedding = isObject(value['faceEmbedding'])
    ? { ...models.faceEmbedding, calibration: calibrationOf(value['faceEmbedding']['calibration'], problem) }
    : IDENTITY_MODELS.faceEmbedding;
  return { ...models, faceEmbedding: embedding };
}

type Problem = (place: string, what: string) => IdentityModelsProblem;

function slotOf(place: string, given: Json, folder: string, problem: Problem): ModelSlot {
  const text = (field: (typeof TEXTS)[number]): string => {
    const value = given[field];
    if (typeof value !== 'string' || value.trim() === '' || value.length > 1000) {
      throw problem(`${place}.${field}`, 'must be a text of 1 to 1,000 characters');
    }
    return value;
  };
  const file = (field: 'path' | 'card'): string => {
    const full = resolve(folder, text(field));
    if (!existsSync(full)) throw problem(`${place}.${field}`, `names ${full}, which is not there`);
    return full;
  };
  const sha256 = text('sha256').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw problem(`${place}.sha256`, 'must be 64 hexadecimal digits');
  return {
    name: text('name'),
    version: text('version'),
    path: file('path'),
    sha256,
    licence: text('licence'),
    card: file('card'),
  };
}

function calibrationOf(given: unknown, problem: Problem): FaceCalibration {
  const place = 'faceEmbedding.calibration';
  if (!isObject(given)) {
    throw problem(place, `must be an object with ${CALIBRATION.join(', ')}: another network has another scale`);
  }
  const extra = Object.keys(given).find((field) => !CALIBRATION.some((known) => known === field));
  if (extra !== undefined) throw problem(`${place}.${extra}`, `is unknown; use ${CALIBRATION.join(', ')}`);
  const cosine = (field: 'same' | 'different' | 'sameWhenStill' | 'sameWhenTurned'): number => {
    const value = given[field];
    if (typeof value !== 'number' || !(value > -1 && value < 1)) {
      throw problem(`${place}.${field}`, 'must be a number between -1 and 1');
    }
    return value;
  };
  const [same, different] = [cosine('same'), cosine('different')];
  if (different > same) throw problem(`${place}.different`, 'must not be above same');
  const points: unknown = given['impostors'];
  const impostors = Array.isArray(points) ? points.filter(isPoint) : [];
  const falls = impostors.every(
    ([at, share], index) =>
      index === 0 || (at > (impostors[index - 1]?.[0] ?? 1) && share < (impostors[index - 1]?.[1] ?? 0)),
  );
  if (!Array.isArray(points) || impostors.length !== points.length || points.length < 2 || !falls) {
    throw problem(
      `${place}.impostors`,
      'must list at least two [similarity, share of pairs of different people that reach it], similarities rising, shares falling between 1 and 0',
    );
  }
  return {
    same,
    different,
    sameWhenStill: cosine('sameWhenStill'),
    sameWhenTurned: cosine('sameWhenTurned'),
    impostors,
  };
}

const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'number' &&
  typeof value[1] === 'number' &&
  Math.abs(value[0]) <= 1 &&
  value[1] > 0 &&
  value[1] <= 1;
