import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyseArticle, type Article, type Finding } from './index.ts';

function findings(text: string, language = 'en', title = ''): Finding[] {
  return analyseArticle({ title, text, language });
}

function of(text: string, name: string, language = 'en'): string {
  const all = findings(text, language).filter((one) => one.name === name);
  return all.map(({ offence, role }) => `${role} ${offence}`).join(', ');
}

describe('roles in English', () => {
  // [text, name, expected]: people and companies are invented.
  const cases: [string, string, string][] = [
    ['Tom Averill, 41, was indicted last week on charges of wire fraud.', 'Tom Averill', 'ACCUSED FRAUD'],
    ['A jury found Tom Averill guilty of bribery.', 'Tom Averill', 'CONVICTED CORRUPTION'],
    [
      'Prosecutors accused Jane Orrin, a director of Corvex Ltd, of laundering money.',
      'Jane Orrin',
      'ACCUSED MONEY_LAUNDERING',
    ],
    ['Prosecutors accused Jane Orrin, a director of Corvex Ltd, of laundering money.', 'Corvex Ltd', ''],
    ['Judge Mary Tolland sentenced Tom Averill to five years for tax evasion.', 'Tom Averill', 'CONVICTED TAX_CRIME'],
    ['Judge Mary Tolland sentenced Tom Averill to five years for tax evasion.', 'Mary Tolland', 'OFFICIAL TAX_CRIME'],
    ['Tom Averill, who was acquitted of murder, said he was relieved.', 'Tom Averill', 'OTHER VIOLENCE'],
    ['Charges of fraud against Tom Averill were dropped on Monday.', 'Tom Averill', 'OTHER FRAUD'],
    ['Peter Lund was murdered by Hal Crane in Oslo.', 'Peter Lund', 'VICTIM VIOLENCE'],
    ['Peter Lund was murdered by Hal Crane in Oslo.', 'Hal Crane', 'ACCUSED VIOLENCE'],
    ['Tom Averill testified about the insider trading.', 'Tom Averill', 'WITNESS MARKET_ABUSE'],
    [
      'Corvex Inc agreed to plead guilty to violating sanctions against Syria.',
      'Corvex Inc',
      'CONVICTED SANCTIONS_EVASION',
    ],
    ['Tom Averill has never been charged with fraud.', 'Tom Averill', 'OTHER FRAUD'],
    [
      'Police arrested two men, Tom Averill and Jim Dale, over the murder of Mary Rose.',
      'Jim Dale',
      'ACCUSED VIOLENCE',
    ],
    ['Tom Averill opened a shop in Leeds. He sells shoes.', 'Tom Averill', ''],
    ['Marit Quennell-Oduya was charged on Tuesday with taking bribes.', 'Marit Quennell-Oduya', 'ACCUSED CORRUPTION'],
    ['Convicted of fraud last year, Tom Averill was stripped of his title.', 'Tom Averill', 'CONVICTED FRAUD'],
    [
      'The trial of Tom Averill, Jim Dale and their bookkeeper, Jane Orrin, for tax evasion opened in Antwerp.',
      'Jane Orrin',
      'ACCUSED TAX_CRIME',
    ],
    ['Tom Averill, who was convicted of bribery in 2019, has lost an appeal.', 'Tom Averill', 'CONVICTED CORRUPTION'],
    ["Tom Averill's conviction for insider trading was upheld.", 'Tom Averill', 'CONVICTED MARKET_ABUSE'],
    ['Two gunmen were arrested and identified as Tom Averill and Jim Dale.', 'Jim Dale', 'ACCUSED OTHER_CRIME'],
    // Told by what the state does, and by who is behind a crime.
    ['The Treasury added shipowner Tom Averill to its blacklist.', 'Tom Averill', 'ACCUSED OTHER_CRIME'],
    ["Tom Averill's offices in Oslo were searched by police.", 'Tom Averill', 'ACCUSED OTHER_CRIME'],
    ['Prosecutors described Jane Orrin as the brains of the scheme.', 'Jane Orrin', 'ACCUSED OTHER_CRIME'],
    ['The scheme was run by Tom Averill, a former postmaster.', 'Tom Averill', 'ACCUSED OTHER_CRIME'],
    ['Spanish authorities want to question Jane Orrin.', 'Jane Orrin', 'ACCUSED OTHER_CRIME'],
    ['Corvex Inc agreed to a deferred prosecution agreement.', 'Corvex Inc', 'ACCUSED OTHER_CRIME'],
    ['Judge Mary Tolland gave Tom Averill eight years.', 'Tom Averill', 'CONVICTED OTHER_CRIME'],
    ['The car bomb killed journalist Jane Orrin.', 'Jane Orrin', 'VICTIM VIOLENCE'],
    ['Prosecutors in Turin asked a judge to shelve the fraud probe into Jane Orrin.', 'Jane Orrin', 'OTHER FRAUD'],
    ['The lawyer asked a judge to shelve the fraud probe into Jane Orrin.', 'Jane Orrin', 'ACCUSED FRAUD'],
    // Who accuses is not accused.
    ['Hugo Brandel was accused by his former partner, Jane Orrin, of stealing trade secrets.', 'Jane Orrin', ''],
    ['Jane Orrin sued her broker, Tom Averill, for fraud.', 'Jane Orrin', ''],
    ['A fraud suit was filed by Corvex Ltd against Dalmer Inc.', 'Corvex Ltd', ''],
    ['The regulator joined Corvex Ltd in alleging that Dalmer Inc had bribed officials.', 'Corvex Ltd', ''],
    // Nor who suffered, judges, testifies or speaks.
    ['Judge Mary Tolland refused bail for Tom Averill, who is charged with fraud.', 'Mary Tolland', 'OFFICIAL FRAUD'],
    [
      'A spokesman for Interpol, Guy Marchand, said the bribery was no surprise.',
      'Guy Marchand',
      'OFFICIAL CORRUPTION',
    ],
    ['The key witness, Boyd Latham, admitted lying about the fraud.', 'Boyd Latham', 'WITNESS FRAUD'],
    ['The conviction of Mary Rose for murder was unsafe, the Court of Appeal ruled.', 'Mary Rose', 'OTHER VIOLENCE'],
    ['The widow of Peter Lund, who was shot dead in June, thanked the police.', 'Peter Lund', 'VICTIM VIOLENCE'],
  ];
  for (const [text, name, expected] of cases) {
    it(`${name}: ${expected || 'nothing'} in "${text}"`, () => {
      assert.equal(of(text, name), expected);
    });
  }

  it('gives the full name for a family name later on, and a snippet whose offsets fit', () => {
    const text = 'Tom Averill founded Corvex Ltd in Leeds. Years passed. Averill was arrested on suspicion of bribery.';
    const found = findings(text).find(({ name }) => name === 'Tom Averill');
    assert.ok(found);
    assert.equal(found.role, 'ACCUSED');
    assert.equal(found.snippet.text, 'Averill was arrested on suspicion of bribery.');
    assert.equal(text.slice(found.snippet.start, found.snippet.end), found.snippet.text);
    for (const { start, end, text: words } of found.evidence) assert.equal(text.slice(start, end), words);
    assert.ok(found.reasons?.some(({ weight }) => weight > 0));
    assert.ok(found.confidence > 0.7 && found.confidence < 1);
  });

  it('says severity by offence and role', () => {
    assert.equal(findings('Tom Averill was convicted of terrorism.')[0]?.severity, 'CRITICAL');
    assert.equal(findings('Tom Averill was arrested for theft.')[0]?.severity, 'MEDIUM');
  });

  it('reads a headline without auxiliaries, in capitals or with a capital for each word', () => {
    const roles = (title: string): string[] =>
      findings('', 'en', title).map(({ name, role, offence }) => `${name} ${role} ${offence}`);
    assert.deepEqual(roles('Former Harlow Bank Chief Dennis Tremaine Indicted on Bribery Charges'), [
      'Dennis Tremaine ACCUSED CORRUPTION',
    ]);
    assert.deepEqual(roles('FORMER AIDE DENNIS TREMAINE INDICTED FOR FRAUD'), ['Dennis Tremaine ACCUSED FRAUD']);
    assert.deepEqual(roles('Dennis Tremaine kidnapped in Lagos'), ['Dennis Tremaine VICTIM KIDNAPPING']);
  });

  it('takes neither a virus nor a storm for a party', () => {
    assert.deepEqual(findings('The Ebola virus killed 40 people. Hurricane Mitch killed thousands.'), []);
  });

  it('reads the title with the names of the text', () => {
    const found = findings('Tom Averill founded Corvex Ltd.', 'en', 'Averill arrested for fraud');
    assert.equal(found[0]?.name, 'Tom Averill');
    assert.equal(found[0]?.snippet.field, 'TITLE');
  });
});

describe('other languages', () => {
  const cases: [string, string, string, string][] = [
    [
      'de',
      'Das Landgericht verurteilte Stefan Bruckner wegen Betrugs zu drei Jahren Haft.',
      'Stefan Bruckner',
      'CONVICTED FRAUD',
    ],
    [
      'de',
      'Gegen den Unternehmer Stefan Bruckner wird wegen Geldwäsche ermittelt, er steht unter Verdacht.',
      'Stefan Bruckner',
      'ACCUSED MONEY_LAUNDERING',
    ],
    ['fr', 'Marcel Daumier a été mis en examen pour blanchiment.', 'Marcel Daumier', 'ACCUSED MONEY_LAUNDERING'],
    ['fr', 'Marcel Daumier a été relaxé du délit de corruption.', 'Marcel Daumier', 'OTHER CORRUPTION'],
    [
      'de',
      'Die Ermittler durchsuchten die Villa des Unternehmers Falk Dornbusch.',
      'Falk Dornbusch',
      'ACCUSED OTHER_CRIME',
    ],
    [
      'es',
      'La fiscal Marta Ibáñez pidió diez años de prisión para Lucas Valdovinos.',
      'Lucas Valdovinos',
      'ACCUSED OTHER_CRIME',
    ],
    [
      'nl',
      'Het Openbaar Ministerie eist zes jaar tegen oud-wethouder Margriet Bos.',
      'Margriet Bos',
      'ACCUSED OTHER_CRIME',
    ],
    ['ru', 'В отношении ООО «Северлес» возбуждено уголовное дело о подкупе.', 'ООО', ''],
    ['fr', 'Bastien Morvan a été placé en garde à vue mardi.', 'Bastien Morvan', 'ACCUSED OTHER_CRIME'],
    ['it', 'Il latitante Ciro Esposito è stato catturato a Dubai.', 'Ciro Esposito', 'ACCUSED OTHER_CRIME'],
    ['pt', 'O empresário Caio Mendonça foi preso preventivamente.', 'Caio Mendonça', 'ACCUSED OTHER_CRIME'],
    ['es', 'El empresario Javier Montoro fue condenado por soborno.', 'Javier Montoro', 'CONVICTED CORRUPTION'],
    [
      'pt',
      'O empresário Eduardo Salgueira foi detido por suspeita de lavagem de dinheiro.',
      'Eduardo Salgueira',
      'ACCUSED MONEY_LAUNDERING',
    ],
    ['it', 'Lorenzo Bellacqua è stato arrestato per corruzione.', 'Lorenzo Bellacqua', 'ACCUSED CORRUPTION'],
    ['nl', 'Pieter Zandstra is veroordeeld voor fraude.', 'Pieter Zandstra', 'CONVICTED FRAUD'],
    ['ru', 'Ивана Громыхалова обвиняют в мошенничестве.', 'Ивана Громыхалова', 'ACCUSED FRAUD'],
  ];
  for (const [language, text, name, expected] of cases) {
    it(`${language}: ${expected} in "${text}"`, () => {
      assert.equal(of(text, name, language), expected);
    });
  }
});

describe('hostile text', () => {
  const bounded = (article: Article): void => {
    assert.ok(analyseArticle(article).length <= 200);
  };
  it('stays bounded', () => {
    bounded({ title: 'A'.repeat(1e6), text: 'Tom Averill was charged with fraud and '.repeat(50_000) });
    bounded({ title: '', text: 'A '.repeat(1e6) });
    bounded({ title: '', text: 'charged, '.repeat(2e5) });
    bounded({ title: '', text: '('.repeat(1e6) });
    bounded({ title: '', text: `${'Aa Bb, '.repeat(30_000)} were charged with fraud` });
    bounded({ title: '', text: '\uD800.\u0000 '.repeat(2e5) });
  });
});
