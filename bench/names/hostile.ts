import type { NameQuery } from '../../engines/names/index.ts';
import type { Random } from './random.ts';

/** Queries made to take long: each kind with a name, `count` of each. */
export function hostileQueries(frequent: readonly string[], random: Random, count: number): [string, NameQuery[]][] {
  const letters = 'abcdefghiklmnoprstuvz';
  const some = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
  const letter = (): string => letters.charAt(random.below(letters.length));
  const word = (): string => some(3 + random.below(7), letter).join('');
  const person = (name: string, aliases?: string[]): NameQuery =>
    aliases === undefined ? { schema: 'PERSON', name } : { schema: 'PERSON', name, aliases };
  const kinds: [string, () => NameQuery][] = [
    ['100 tokens of nothing', () => person(some(100, word).join(' '))],
    ['100 tokens of one letter', () => person(some(100, letter).join(' '))],
    ['one letter', () => person(letter())],
    ['two frequent names', () => person(some(2, () => random.pick(frequent)).join(' '))],
    ['16 frequent names', () => person(some(16, () => random.pick(frequent)).join(' '))],
    [
      'one frequent name 16 times',
      () =>
        person(
          Array.from({ length: 16 }, () => random.pick(frequent))
            .fill(random.pick(frequent))
            .join(' '),
        ),
    ],
    [
      '5 frequent names in consonants of Arabic script',
      () =>
        person(some(5, () => random.pick(['محمد', 'علي', 'احمد', 'حسن', 'حسين', 'عبدالله', 'سالم', 'سعيد'])).join(' ')),
    ],
    [
      '20 Han characters',
      () => person(some(20, () => random.pick(Array.from('阿不都热合满古丽努尔买提李王张马'))).join('')),
    ],
    ['300 letters in one token', () => person(some(300, letter).join(''))],
    [
      'six names of 16 frequent names',
      () => {
        const name = (): string => some(16, () => random.pick(frequent)).join(' ');
        return person(name(), some(5, name));
      },
    ],
  ];
  return kinds.map(([kind, make]) => [kind, some(count, make)]);
}
