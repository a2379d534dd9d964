/**
 * Issuer identification numbers of AAMVA's members (ISO/IEC 7812; list of 2023), by country: they stand in the header of
 * every bar code of a driving licence or identity card.
 */
const ISSUERS: Readonly<Record<'US' | 'CA' | 'MX', string>> = {
  US: `636000 636001 636002 636003 636004 636005 636006 636007 636008 636009 636010 636011 636014 636015 636018 636019
    636020 636021 636022 636023 636024 636025 636026 636027 636029 636030 636031 636032 636033 636034 636035 636036
    636037 636038 636039 636040 636041 636042 636043 636045 636046 636047 636049 636050 636051 636052 636053 636054
    636055 636058 636059 636060 636061 636062 604427 604430 604431`,
  CA: '604426 604428 604429 604432 604433 604434 636012 636013 636016 636017 636028 636044 636048 990876',
  MX: '636056 636057',
};

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(ISSUERS).flatMap(([country, numbers]) =>
    numbers.split(/\s+/).map((number) => [number, country] as const),
  ),
);

/** ISO 3166-1 alpha-2 of the issuer with this number; undefined where no member has it. */
export const countryOfIssuer = (number: string): string | undefined => COUNTRIES.get(number);
