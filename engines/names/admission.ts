import type { QueryAttributes } from './attributes.ts';
import type { DateRange } from './dates.ts';
import { MODEL } from './model.ts';

/**
 * What is known of a reading without looking at its entity, in one byte: the kind of thing it names, and for people the
 * birth year where there is but one. It is read before anything else, so that most of what cannot be reported is never counted.
 */
const FIRST_YEAR = 1849;
const LAST_YEAR = 2099;
const PERSON = 0;
/** From here on: other things, by schema number. */
const THINGS = 252;

/**
 * @param schema number of the schema, people first
 * @param years earliest and latest birth year (from * 65536 + to), 0 where not known
 */
export function admissionCode(schema: number, years: number): number {
  if (schema !== PERSON) return THINGS + schema;
  const from = years >>> 16;
  return from === (years & 65535) && from > FIRST_YEAR && from <= LAST_YEAR ? from - FIRST_YEAR : 0;
}

/** Years further apart than this differ however roughly either is known. */
const NEAR_YEARS = 2;

/**
 * Who can be reported at all: of the kind asked for, and not of a birth year that takes so many points that the best
 * likeness of names stays below the threshold.
 */
export class Admission {
  /** By {@link admissionCode}: 1 where such readings count. */
  readonly codes = new Uint8Array(256);
  private readonly birth: DateRange | null;

  constructor(schema: number, attributes: QueryAttributes, threshold: number) {
    this.birth = ruledOutByBirth(attributes, threshold) ? attributes.birth : null;
    if (schema !== PERSON) this.codes[THINGS + schema] = 1;
    else {
      this.codes[0] = 1;
      const [from, to] = this.birth === null ? [FIRST_YEAR, LAST_YEAR] : nearYears(this.birth);
      this.codes.fill(1, Math.max(1, from - FIRST_YEAR), Math.max(1, Math.min(LAST_YEAR, to) - FIRST_YEAR + 1));
    }
  }

  /** The same by all birth years that are known of an entity. */
  admits(years: number): boolean {
    const { birth } = this;
    if (birth === null || years === 0) return true;
    const [from, to] = nearYears(birth);
    return from <= (years & 65535) && to >= years >>> 16;
  }
}

/** Years that may be those of a birth date, first and last. */
function nearYears(birth: DateRange): [number, number] {
  return [Math.floor(birth.from / 10000) - NEAR_YEARS, Math.floor(birth.to / 10000) + NEAR_YEARS];
}

/** Whether another birth year alone keeps the same name below the threshold, whatever else agrees. */
function ruledOutByBirth(attributes: QueryAttributes, threshold: number): boolean {
  if (attributes.birth === null || attributes.identifiers.length > 0) return false;
  const { birthDate, nationality, country, gender, address } = MODEL.attributes;
  const others = nationality.agrees + country.agrees + gender.agrees + address.agrees;
  const most = birthDate.DIFFERENT.points + others;
  return most <= 0 && MODEL.nameCeiling + most < threshold;
}
