/** Scripts that documents of a state (ISO 3166-1 alpha-2) carry beside Latin and that the recogniser does not read. */
const SCRIPTS: Readonly<Record<string, string>> = {
  CYRILLIC: 'RU BY UA BG RS KZ KG MK ME BA TJ MN',
  ARABIC: 'SA AE EG MA DZ TN LY JO IQ SY LB KW QA BH OM YE SD IR PK AF PS MR',
  HEBREW: 'IL',
  THAI: 'TH',
  HANGUL: 'KR KP',
  DEVANAGARI: 'IN NP',
  BENGALI: 'BD',
  GEORGIAN: 'GE',
  ARMENIAN: 'AM',
  ETHIOPIC: 'ET ER',
  KHMER: 'KH',
  LAO: 'LA',
  MYANMAR: 'MM',
  SINHALA: 'LK',
};
const OF_STATE = new Map(
  Object.entries(SCRIPTS).flatMap(([script, states]) => states.split(' ').map((state) => [state, script] as const)),
);

/** Lines read worse than this may be in a script that is not read. */
const POOR = 0.6;
/** Share of such lines that tells an unknown script where the state is not known. */
const MANY = 0.4;
const ENOUGH = 5;

/**
 * Scripts on the document that the recogniser does not read: by the state that issued it; `UNKNOWN` where much was read
 * poorly and no state is known to explain it.
 */
export function unreadScripts(lines: readonly { confidence: number }[], state: string | undefined): string[] {
  const script = state === undefined ? undefined : OF_STATE.get(state);
  const poor = lines.filter(({ confidence }) => confidence < POOR).length;
  if (script !== undefined) return lines.length > 0 ? [script] : [];
  return state === undefined && lines.length >= ENOUGH && poor / lines.length >= MANY ? ['UNKNOWN'] : [];
}
