import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareNames, NameIndexBuilder, type NameEntity, type NameMatch, type NameSchema } from './index.ts';
import { entityOf, indexOf } from './testing.ts';

const score = (a: string, b: string, schema: NameSchema = 'PERSON'): number => compareNames(a, b, schema).score;
const same = (a: string, b: string, schema: NameSchema = 'PERSON'): void =>
  assert.ok(score(a, b, schema) >= 80, `${a} | ${b}: ${score(a, b, schema)}`);
const differ = (a: string, b: string, schema: NameSchema = 'PERSON'): void =>
  assert.ok(score(a, b, schema) < 80, `${a} | ${b}: ${score(a, b, schema)}`);

function find(entities: NameEntity[], name: string, schema: NameSchema = 'PERSON', nationality?: string): NameMatch[] {
  const query = { schema, name, ...(nationality === undefined ? {} : { nationality }) };
  return indexOf(entities).search(query, { threshold: 80, limit: 10 });
}

describe('order of matches that say the same', () => {
  it('puts the entry written as it is asked for first, whatever the order of the list', () => {
    const turned = entityOf('turned', 'SUMARWANTO, Arifin');
    const plain = entityOf('plain', 'ARIFIN SUMARWANTO');
    for (const list of [
      [turned, plain],
      [plain, turned],
    ]) {
      assert.deepEqual(
        find(list, 'Arifin / SUMARWANTO').map((match) => match.entityId),
        ['plain', 'turned'],
      );
      assert.deepEqual(
        find(list, 'Sumarwanto, Arifin').map((match) => match.entityId),
        ['turned', 'plain'],
      );
    }
  });

  it('leaves the order to the score where the evidence differs', () => {
    const found = find(
      [entityOf('near', 'Arifin Sumarwanta'), entityOf('exact', 'SUMARWANTO, Arifin')],
      'Arifin Sumarwanto',
    );
    assert.equal(found[0]?.entityId, 'exact');
  });
});

describe('one word against two', () => {
  it('is as good as two names where nothing else is left over, and one name where something is', () => {
    same('Tarekolo Naman', 'Tare Kolo Naman');
    same('Shamsurkarim', 'Shamsur Karim');
    differ('Ahsanil Boromand', 'Ah Sanil');
    differ('Molla Kamal Uddin', 'KAMALUDDIN KHORASANI');
  });
});

describe('misread and mistyped names', () => {
  it('knows what a scanner makes of short words', () => {
    assert.equal(find([entityOf('a', 'KIM, Chol Sarn')], 'KLM, Chol Sarn').length, 1);
    assert.equal(find([entityOf('a', 'CHU, Kyu-Bang')], 'CBU, Kyu-Bang').length, 1);
    same('UMKA', 'VMKA', 'VESSEL');
    differ('Li Bo', 'Li Ho');
  });

  it('finds the servant of God through a slip', () => {
    same('Abfdurakhmanov Dzhamal', 'Abdurakhmanov Dzhamal');
    same('Kifsane Avderrahmane', 'Kifsane Abderrahmane');
    same('Safi Abdallag', 'Safi Abdallah');
    differ('Safi Abdali', 'Safi Abdallah');
  });

  it('parts words that are stuck together in what is asked for', () => {
    for (const [listed, asked] of [
      ['MEAMARI SARL', 'MEAMARISARL'],
      ['ALPHA TECH TRADING FZE', 'ALPHATECH TRADING FZE'],
      ['VVBX, PAO', 'VVBXPAO'],
      ['HAMOUN FOODS CO', 'HAMOUN FOODSCO'],
    ] as const)
      assert.equal(find([entityOf('a', listed, { schema: 'ORGANIZATION' })], asked, 'ORGANIZATION').length, 1, asked);
    assert.equal(find([entityOf('a', 'HEROLD II', { schema: 'VESSEL' })], 'HEROLDII', 'VESSEL').length, 1);
    assert.equal(find([entityOf('a', 'HEROLD II', { schema: 'VESSEL' })], 'HEROLDIII', 'VESSEL').length, 0);
  });
});

describe('several writings in one name', () => {
  it('reads legal forms of several words as one', () => {
    same('TRANSGRUPP LLC', 'OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU TRANSGRUPP', 'ORGANIZATION');
    same('PJSC MOSTOVEST', 'OPEN JOINT STOCK COMPANY MOSTOVEST', 'ORGANIZATION');
    same('Limited Liability Company Morkonsult', 'OOO Morkonsult', 'ORGANIZATION');
    differ('OPEN JOINT STOCK COMPANY MOSTOVEST', 'OPEN JOINT STOCK COMPANY BELORIA', 'ORGANIZATION');
  });

  it('takes a bracketed acronym and what a semicolon parts for names of their own', () => {
    same('Kwangdong Commercial Research Bank (KCRB)', 'KCRB', 'ORGANIZATION');
    differ('Golfrate Holdings (Angola) Lda', 'Angola', 'ORGANIZATION');
    same('Fazelu Rahimi; Fazilu Rahimi', 'Fazilu Rahimi');
  });
});

describe('nationality where only a country is known', () => {
  it('contradicts weakly', () => {
    const list = [entityOf('a', 'Idris Boromand', { countries: ['Kenya'] })];
    const plain = find(list, 'Idris Boromand')[0]?.score ?? 0;
    const foreign = find(list, 'Idris Boromand', 'PERSON', 'Peru')[0];
    assert.ok(foreign !== undefined && foreign.score < plain && foreign.score > plain - 6);
    assert.equal(foreign.explanation.find((line) => line.feature === 'nationality')?.outcome, 'CONTRADICTS');
  });
});

describe('names of people as other sources write them', () => {
  it('knows Latin, Celtic and short forms of given names', () => {
    same('John Pemberwick', 'Ioannes Pemberwick');
    same('William Harrowgate', 'Gulielmus Harrowgate');
    same('Seosamh Harrowgate', 'Joseph Harrowgate');
    same('Percival Harrowgate', 'Percy Harrowgate');
    differ('Gulielmus Harrowgate', 'Robertus Harrowgate');
    assert.equal(find([entityOf('a', 'Haldor Harrowgate')], 'Haldorus Harrowgate').length, 1);
  });

  it('reads names that Polish, German, Hungarian, Dutch and Lithuanian hands wrote down', () => {
    for (const [listed, asked] of [
      ['Tsvetan Gerdzhikov', 'Zwetan Gerdschikow'],
      ['Shota Khabadze', 'Szota Chabadze'],
      ['Sergei Stavishev', 'Szergej Sztavisev'],
      ['Vladimir Burenin', 'Vladimiras Bureninas'],
    ] as const)
      assert.equal(find([entityOf('a', listed)], asked).length, 1, asked);
    assert.equal(find([entityOf('a', 'Han Peterson')], 'Hans Petersonas Kovacs').length, 0);
  });

  it('lets the second surname of a Spanish name come and go, and no other name', () => {
    assert.equal(find([entityOf('a', 'Antonio Cardeñosa')], 'Antonio Cardeñosa Vizuete').length, 1);
    assert.equal(find([entityOf('a', 'Jesús Cardeñosa')], 'Jesús María Cardeñosa Morante').length, 1);
    assert.equal(find([entityOf('a', 'Hamid Moustafawi')], 'Hamid Ibrahim Jalalzai').length, 0);
    assert.equal(find([entityOf('a', 'Carlos Garcia')], 'Carlos Garcia Vizuete').length, 0);
  });

  it('takes letters behind a titled name for degrees, and Mª for Maria', () => {
    same('Drs. H. Imam Surosowito, M.M.', 'Imam Surosowito');
    same('Mª Oralia Fernandoz', 'María Oralia Fernandoz');
  });

  it('reads Han in the second of the customary spellings too', () => {
    for (const [listed, asked] of [
      ['Hee Loy Sing', '许来成'],
      ['Ho Hsin-Mei', '何欣美'],
      ['Ong Bee Hong', '黄美凤'],
    ] as const)
      assert.equal(find([entityOf('a', listed)], asked).length, 1, asked);
    assert.equal(find([entityOf('a', 'Hee Loy Sing')], '许国强').length, 0);
  });
});

describe('explanation', () => {
  /** The score as the lines make it: shares of the tokens, evidence beside the name, rules. */
  function sum(match: Pick<NameMatch, 'explanation'>): number {
    let points = 0;
    for (const { feature, score: agreement, weight, outcome } of match.explanation) {
      if (feature.startsWith('name.')) points += agreement * weight;
      else if (outcome !== 'MISSING') points += outcome === 'AGREES' ? weight : -weight;
    }
    return points;
  }

  it('accounts for every point of a comparison', () => {
    for (const [a, b] of [
      ['Ivan Orlov', 'Ivan Orlov'],
      ['Orlov Ivan', 'Ivan Petrovich Orlov'],
      ['Mohammed Ali', 'Ali Muhammed Hassan'],
      ['Tariq Ivan Orlov', 'Ivan Orlov'],
      ['Ivan Orlov Jr', 'Ivan Orlov Sr'],
      ['Джон Смит', 'John Smyth'],
      ['Ivanorlov', 'Ivan Orlov'],
    ] as const) {
      const found = compareNames(a, b, 'PERSON');
      assert.ok(Math.abs(sum(found) - found.score) < 0.01, `${a} | ${b}: ${sum(found)} for ${found.score}`);
    }
  });

  it('accounts for every point of a match, with all that stands beside the name', () => {
    const builder = new NameIndexBuilder();
    const known = { birthDates: ['1961-04-02'], nationalities: ['Russia'], gender: 'male' };
    builder.add(
      entityOf('full', 'ORLOV, Ivan Petrovich', { ...known, identifiers: [{ type: 'PASSPORT', value: 'AB1234567' }] }),
    );
    builder.add(entityOf('weak', 'x', { names: [{ value: 'Ivan Orloff', kind: 'WEAK_ALIAS' }], ...known }));
    builder.add(entityOf('other', 'Mohammed Ali Hassan', { countries: ['Kenya'] }));
    builder.add(entityOf('firm', 'Orlov Trading 5 LLC', { schema: 'ORGANIZATION' }));
    const index = builder.build();
    let seen = 0;
    for (const schema of ['PERSON', 'ORGANIZATION'] as const)
      for (const name of ['Ivan Orlov', 'Orlow Iwan', 'Ali Mohammad', 'Orlov Trade 6 OOO', 'Somebody Else'])
        for (const more of [
          {},
          { birthDate: '1961-04-02' },
          { birthDate: '1980', nationality: 'Peru' },
          { nationality: 'RU', gender: 'female', country: 'RU' },
          { identifiers: [{ type: 'PASSPORT', value: 'AB1234567' }], birthDate: '1961' },
        ])
          for (const match of index.search({ schema, name, ...more }, { threshold: 0, limit: 10 })) {
            seen++;
            assert.ok(
              Math.abs(sum(match) - match.score) < 0.01,
              `${name} ${match.matchedName}: ${sum(match)} for ${match.score}`,
            );
          }
    assert.ok(seen > 40, `${seen} matches`);
  });
});

describe('identifiers', () => {
  const listed = (() => {
    const builder = new NameIndexBuilder();
    const add = (id: string, schema: NameSchema, name: string, type: string, value: string): void =>
      builder.add(entityOf(id, name, { schema, identifiers: [{ type, value }] }));
    add('ship', 'VESSEL', 'Silver Heron', 'IMO', '9074729');
    add('trader', 'PERSON', 'Ivan Testov', 'CRYPTO_ADDRESS', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
    add('bearer', 'PERSON', 'Anna Testova', 'PASSPORT', '7406784');
    return builder.build();
  })();
  const found = (schema: NameSchema, type: string, value: string): string[] =>
    listed
      .search({ schema, name: 'Unlike Name', identifiers: [{ type, value }] }, { threshold: 80, limit: 5 })
      .map(({ entityId }) => entityId);

  it('the name of a number in front of it says nothing', () => {
    for (const value of ['9074729', 'IMO 9074729', 'IMO9074729', 'imo no. 9074729'])
      assert.deepEqual(found('VESSEL', 'IMO_NUMBER', value), ['ship']);
  });

  it('what one in the world bears is an alert whatever kind the bearer is taken for', () => {
    assert.deepEqual(found('ORGANIZATION', 'CRYPTO_ADDRESS', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'), ['trader']);
    assert.deepEqual(found('ORGANIZATION', 'IMO', '9074729'), ['ship']);
    assert.deepEqual(found('VESSEL', 'PASSPORT', '7406784'), []);
    assert.deepEqual(found('PERSON', 'PASSPORT', '7406784'), ['bearer']);
  });
});

describe('how much an agreement tells', () => {
  const alias = (listed: string, asked: string): number =>
    indexOf([
      entityOf('x', 'Orvalin Zebrantik', {
        names: [
          { value: 'Orvalin Zebrantik', kind: 'PRIMARY' },
          { value: listed, kind: 'ALIAS' },
        ],
      }),
    ]).search({ schema: 'PERSON', name: asked }, { threshold: 0, limit: 1 })[0]?.score ?? 0;

  it('is less where frequent names agree with one left out', () => {
    assert.ok(
      score('Zorvanek Khalil Bramante', 'Zorvanek Bramante') > score('Hamid Khalil Mustafa', 'Hamid Mustafa') + 3,
    );
  });

  it('lets a frequent alias be found as it is, and a frequent one that is but nearly the same not', () => {
    assert.ok(alias('Mustafa Mohammed', 'Mustafa Mohammed') >= 80);
    assert.ok(alias('Mustafa Mohammed', 'Mustapa Mohamed') < 80);
    assert.ok(alias('Quellin Bravortik', 'Quelin Bravortik') >= 80);
  });

  it('is little of a given name and a patronymic', () => {
    differ('LUGOVSKI, Andrei Konstantinovich', 'Andrei Konstantinovich');
  });
});

describe('words stuck together where the capitals tell', () => {
  for (const asked of ['BRAMANTOVRicardo Zorvanek', 'RicardoZorvanek Bramantov', 'Ricardo ZORVANEKBramantov'])
    it(`${asked} is read apart`, () => {
      assert.equal(find([entityOf('x', 'BRAMANTOV, Ricardo Zorvanek')], asked).length, 1);
    });
});
