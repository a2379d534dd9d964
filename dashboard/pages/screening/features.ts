import { words } from '../../lib/format.ts';

/** How two words of names were found to be the same, or not. */
const WORDS_OF_NAMES: Readonly<Record<string, string>> = {
  exact: 'The same word',
  spelling: 'Spelled nearly the same',
  sound: 'Sounds the same',
  transliteration: 'The same in another script',
  nickname: 'A short form of the other',
  initial: 'An initial of the other',
  joined: 'Written together or apart',
  number: 'A number in the name',
  legal: 'The form of the company',
  particle: 'A particle',
  generation: 'Junior, senior and the like',
  patronymic: 'A patronymic',
  simulated: 'As the sandbox says',
  different: 'Another word',
  omitted: 'Only one of them has it',
};

/** Rules that make the score another than the sum of the words: what each is about, and why it is there. */
const RULES: Readonly<Record<string, readonly [label: string, why: string]>> = {
  leftOut: ['Words that one side lacks', 'Each word of one name that the other does not have takes something away.'],
  fewNames: ['Few words agree', 'One name of several that agrees says little about the person.'],
  titlesDiffer: ['Other titles', 'A frequent name alone, with other titles, is mostly somebody else’s.'],
  onlyPair: ['The only word that agrees', 'Where one word bears it all, it has to agree well.'],
  frequentNames: ['Frequent names', 'Names that many people bear say less.'],
  numberOrGeneration: ['Another number or generation', 'Junior is not senior; II is not III.'],
  order: ['Another order', 'The words stand in another order.'],
  otherGivenName: ['Another given name', 'The family names agree and the given names are two people’s.'],
  sameButForSpaces: ['The same but for spaces', 'Written together, the names are the same.'],
  tieBreak: ['To tell near ones apart', 'A trifle, so that of two that are alike the nearer one is first.'],
  nameAlone: [
    'By the name alone',
    'Above 80 points a name alone is pressed together: a birth date or identifier reaches higher.',
  ],
  kindOfName: ['Kind of name on the list', 'Aliases and weak aliases say less than the name itself.'],
  evidenceLimit: [
    'What other evidence can lift',
    'A poor likeness of names is not made good by a birth date that many share.',
  ],
  identified: ['The identifier agrees', 'An identifier of its own counts whatever else does.'],
};

/** Fields beside the name. */
const FIELDS: Readonly<Record<string, string>> = {
  birthDate: 'Date of birth',
  gender: 'Gender',
  nationality: 'Nationality',
  country: 'Country',
  identifier: 'Identifier',
  address: 'Address',
};

export interface FeatureWords {
  label: string;
  why: string | null;
  /** A rule adds points or takes them; it compares nothing. */
  rule: boolean;
}

/** What a line of an explanation is about, in words; a code that is new here is told as it is written. */
export function featureWords(feature: string): FeatureWords {
  const [group = '', name = '', rest] = feature.split('.');
  if (group === 'score') {
    const known = RULES[name];
    return { label: known?.[0] ?? words(name), why: known?.[1] ?? null, rule: true };
  }
  if (group === 'name') {
    const label = WORDS_OF_NAMES[name] ?? words(name);
    return {
      label: rest && rest !== 'name' ? `${label} (${words(rest).toLowerCase()})` : label,
      why: null,
      rule: false,
    };
  }
  return { label: FIELDS[group] ?? words(feature.replaceAll('.', ' ')), why: null, rule: false };
}
