import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NameSchema } from './index.ts';
import { scoreAlone } from './testing.ts';

const THRESHOLD = 80;

function matches(schema: NameSchema, pairs: readonly (readonly [string, string])[]): void {
  for (const [listed, asked] of pairs)
    it(`finds ${listed} as ${asked}`, () => assert.ok(scoreAlone(listed, asked, schema) >= THRESHOLD));
}

function differs(schema: NameSchema, pairs: readonly (readonly [string, string])[]): void {
  for (const [listed, asked] of pairs)
    it(`tells ${asked} from ${listed}`, () => assert.ok(scoreAlone(listed, asked, schema) < THRESHOLD));
}

describe('names that another language wrote down', () => {
  matches('PERSON', [
    // Belarusian and Russian, either way round
    ['Siarhei Hrudkevich', 'Sergey Grudkevich'],
    ['Sergey Grudkevich', 'Siarhei Hrudkevich'],
    ['Uladzimir Mazurkau', 'Vladimir Mazurkov'],
    ['Volha Kastsiuchenka', 'Olga Kostyuchenko'],
    // Azerbaijani, Serbian, Latvian
    ['Gerald Bramwell', 'Cerald Bremvel'],
    ['Ian Paisworth', 'Ijan Pejsvort'],
    ['Samy Ghoubayel', 'Samy Ghoubajel'],
    ['Pyotr Grushenko', 'Petro Hrushenko'],
    // The faith, with double letters where they do not belong
    ['Noureddine Belhadri', 'Nourredine Belhadri'],
  ]);
});

describe('what one source writes and another leaves out', () => {
  matches('PERSON', [
    ['Bernard Leung Kai-wing', 'Bernard Leung'],
    ['Bernard Leung', 'Bernard LEUNG Kai-wing'],
    ['Leung Kai-wing', 'Bernard Leung Kai-wing'],
    ['Khin Mya Thuzar', 'Daw Khin Mya Thuzar'],
    ['Thant Myo Oo', 'Senior General Thant Myo Oo'],
    ['María Luisa Castrejón', 'Ma. Luisa Castrejon'],
  ]);
  differs('PERSON', [
    ['Willebaldo Carrasco Mirandela', 'Tariq Willebaldo Carrasco Mirandela'],
    ['Bernard Leung', 'Conrad Leung Kai-wing'],
  ]);
});

describe('companies with words of trade in other languages', () => {
  matches('ORGANIZATION', [
    ['Rattana Wichian Co., Ltd.', 'Borisat Rattana Wichian Chamkat'],
    ['Omid Parvaneh Trading Company', 'Bazargani Omid Parvaneh'],
    ['Jaish al-Nurain', 'Army of al-Nurain'],
    ['Dorvanzi Money Exchange', 'Sarafi Dorvanzi'],
    ['Thinh Vuong Company Limited', 'Cong ty TNHH Thinh Vuong'],
    ['PMC Grenvald', 'Private Military Company Grenvald'],
    ['1st Harbour Bank of Elmira', 'First Harbour Bank of Elmira'],
    ['Hezbollah Nurain', 'Hizballah Nurain'],
  ]);
  differs('ORGANIZATION', [
    ['Dorvanzi Money Exchange', 'Sarafi Belmaro'],
    ['Rattana Wichian Co., Ltd.', 'Borisat Suwanna Thong Chamkat'],
  ]);
});

describe('marks of aircraft', () => {
  matches('AIRCRAFT', [
    ['N417QX', 'N-417QX'],
    ['YV-2993', 'YV2993'],
  ]);
  differs('AIRCRAFT', [
    ['N417QX', 'N418QX'],
    ['N417QX', 'N417QY'],
    ['YV-2993', 'YV2994'],
  ]);
});
