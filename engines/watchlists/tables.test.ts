import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { file, readAll, warned } from './fixtures.ts';

test('eu-csv in both families of columns', async () => {
  const current = `\uFEFFfileGenerationDate;Entity_LogicalId;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;Entity_Regulation_NumberTitle;Entity_Regulation_PublicationDate;NameAlias_WholeName;NameAlias_FirstName;NameAlias_LastName;NameAlias_Gender;BirthDate_BirthDate;BirthDate_Year;BirthDate_Circa;Citizenship_CountryIso2Code;Identification_Number;Identification_TypeCode;Identification_CountryIso2Code
03/05/2024;13;P;EXA;1/2003;2003-07-08;Ivan Examplov;Ivan;Examplov;M;;;;;;;
03/05/2024;13;P;EXA;1/2003;2003-07-08;Иван Экзамплов;;;;;;;;;;
03/05/2024;13;P;EXA;1/2003;2003-07-08;;;;;1937-04-28;1937;false;;;;
03/05/2024;13;P;EXA;1/2003;2003-07-08;;;;;;1938;true;;;;
03/05/2024;13;P;EXA;1/2003;2003-07-08;;;;;;;;IQ;A11;passport;00
03/05/2024;14;E;EXB;2/2003;2004-07-08;"Example; Works";;;;;;;;;;
`;
  const { entities, summary } = await readAll('eu-csv', file('eu.csv', current));
  assert.equal(summary.publishedAt, '2024-05-03');
  assert.deepEqual(
    entities.map(({ id, caption, schema }) => [id, caption, schema]),
    [
      ['eu-13', 'Ivan Examplov', 'PERSON'],
      ['eu-14', 'Example; Works', 'ORGANIZATION'],
    ],
  );
  const [person] = entities;
  assert.deepEqual(
    person?.names.map(({ kind }) => kind),
    ['PRIMARY', 'ALIAS'],
  );
  assert.deepEqual(person.birthDates, ['1937-04-28', '~1938']);
  assert.deepEqual(person.nationalities, ['IQ']);
  assert.deepEqual(
    person.identifiers.map(({ type, value }) => [type, value]),
    [['PASSPORT', 'A11']],
  );
  assert.equal(person.listedAt, '2003-07-08');

  const old =
    'Entity_logical_id;Subject_type;Programme;Naal_wholename;Naal_gender;Entity_logical_id;Birt_date;Birt_country;Iden_number;Iden_country\n' +
    '13;P;EXA;Ivan Examplov;M;;1937;IRQ;AD1 (passport-National passport);IRQ\n';
  const [former] = (await readAll('eu-csv', file('old.csv', old))).entities;
  assert.deepEqual(
    [former?.caption, former?.birthDates, former?.identifiers[0]?.value],
    ['Ivan Examplov', ['1937'], 'AD1'],
  );
});

test('eu-csv with an entity in two places is refused', async () => {
  const head = 'Entity_LogicalId;NameAlias_WholeName\n';
  await assert.rejects(readAll('eu-csv', file('eu.csv', `${head}1;A\n2;B\n1;C\n`)), {
    code: 'DAMAGED',
    place: 'eu.csv line 4',
  });
  await assert.rejects(readAll('eu-csv', file('eu.csv', 'a;b\n1;2\n')), {
    code: 'UNKNOWN_FORMAT',
    place: 'eu.csv line 1',
  });
});

const UK_HEAD =
  'Last Updated,03/05/2024\nName 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,DOB,Town of Birth,Country of Birth,Nationality,Passport Details,NI Number,Position,Address 1,Address 2,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,Last Updated,Group ID\n';

test('uk-csv: rows of one target apart, numbered lists, documents in running text, cp1252', async () => {
  const text = `${UK_HEAD}EXAMPLOFF,Ivan,,,,,,,,,,,,,,,,,,,Individual,AKA,Low quality,Example,24/04/2002,20/01/2015,7
EXAMPLE WORKS,,,,,,,,,,,,,,,1 Street,Exampleton,EX1,Iraq (previous),"Ship IMO number: 9999993. SWIFT/BIC EXAM SY DA",Entity,Prime Alias,,Example,01/02/2003,,8
EXAMPLOV,Ivan,P\u00E9trovich,,,,Dr,,"(1) 05/02/1969 (2) 00/00/1970",(1) Tripoli (2)-(3) Tunis,(1) Libyan Arab Jamahiriya (2) Tunisia,(1) Somali (2) Swedish,"Yemeni passport number 0211777 issued on 8.11.2005 under another name. M788331 (Tunisian). Issued on 28 Sept 2001","Italian Fiscal Code HDDFTH63H28Z352V",(1) Minister (2) Governor,,,,,UN Ref X,Individual,Prime Alias,,Example,24/04/2002,20/01/2015,7
`;
  const { entities, summary } = await readAll('uk-csv', file('ConList.csv', Buffer.from(text, 'latin1')));
  const [person, works] = entities;
  assert.equal(summary.publishedAt, '2024-05-03');
  assert.equal(warned(summary, 'CP1252_IN_UTF8'), 1);
  assert.deepEqual(person?.names, [
    {
      value: 'Ivan Pétrovich EXAMPLOV',
      kind: 'PRIMARY',
      parts: { first: 'Ivan', middle: 'Pétrovich', last: 'EXAMPLOV' },
    },
    { value: 'Ivan EXAMPLOFF', kind: 'WEAK_ALIAS', parts: { first: 'Ivan', last: 'EXAMPLOFF' } },
  ]);
  assert.deepEqual(person.birthDates, ['1969-02-05', '1970']);
  assert.deepEqual(person.birthPlaces, ['Tripoli', 'Tunis', 'Libyan Arab Jamahiriya', 'Tunisia']);
  assert.deepEqual(person.nationalities, ['SO', 'SE']);
  assert.deepEqual(person.positions, [{ title: 'Minister' }, { title: 'Governor' }]);
  const values = person.identifiers.map(({ type, value }) => `${type} ${value}`);
  assert.deepEqual(values, ['PASSPORT 0211777', 'PASSPORT M788331', 'TAX_ID HDDFTH63H28Z352V']);
  assert.equal(person.listedAt, '2002-04-24');
  assert.deepEqual(
    works?.identifiers.map(({ type, value }) => `${type} ${value}`),
    ['IMO 9999993', 'SWIFT_BIC EXAMSYDA'],
  );
  assert.deepEqual(works.countries, ['IQ']);
  assert.ok(Array.isArray(person.raw) && person.raw.length === 2);
});

const UKSL_HEAD =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,National Identifier additional information,Passport number,Passport additional information,Position,Gender,Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company,Business registration number (s),IMO number,Current owner/operator (s),Current believed flag of ship';

test('uk-csv: the UK Sanctions List, with the ids that its targets had in the consolidated list', async () => {
  const columns = UKSL_HEAD.split(',');
  const row = (cells: Record<string, string>): string =>
    columns.map((column) => `"${(cells[column] ?? '').replaceAll('"', '""')}"`).join(',');
  const person = {
    'Unique ID': 'EXM0001',
    'OFSI Group ID': '7',
    'Name 6': 'EXAMPLOV',
    'Name 1': 'Ivan',
    'Name 2': 'Petrovich',
    'Name type': 'Primary name',
    'Name non-latin script': 'Иван Петрович ЭКЗАМПЛОВ',
    'Regime Name': 'Example',
    'Designation Type': 'Individual',
    'UK Statement of Reasons': 'Said for the test.',
    'Address Line 1': '1 Street',
    'Address Country': 'Iraq',
    'Date Designated': '24/04/2002',
    'D.O.B': 'dd/mm/1961',
    'Nationality(/ies)': 'Sweden',
    'Passport number': 'M7883',
    'Passport additional information': 'Issued by Tunisia',
    Position: 'Minister',
    Gender: 'Male',
  };
  const text = [
    'Report Date: 23-Sep-2026',
    UKSL_HEAD,
    row({ ...person, 'Name 6': 'EXAMPLOW', 'Name type': 'Primary Name Variation', 'D.O.B': '05/02/1962' }),
    row(person),
    row({ ...person, 'Name 6': 'VANYA', 'Name 1': '', 'Name 2': '', 'Name type': 'Alias', 'Alias strength': 'Low' }),
    row({
      'Unique ID': 'EXM0002',
      'Name 6': 'EXAMPLE STAR',
      'Name type': 'Primary Name',
      'Designation Type': 'Ship',
      'IMO number': 'IMO9999993',
      'Current owner/operator (s)': 'EXAMPLE WORKS',
      'Current believed flag of ship': 'Gabon',
    }),
    '',
  ].join('\r\n');
  const { entities, summary } = await readAll('uk-csv', file('UK-Sanctions-List.csv', `\uFEFF${text}`));
  const [one, ship] = entities;
  assert.equal(summary.publishedAt, '2026-09-23');
  assert.deepEqual(summary.warnings, []);
  assert.equal(one?.id, 'uk-7');
  assert.equal(one.schema, 'PERSON');
  assert.deepEqual(
    one.names.map(({ value, kind }) => `${kind} ${value}`),
    [
      'PRIMARY Ivan Petrovich EXAMPLOV',
      'ALIAS Иван Петрович ЭКЗАМПЛОВ',
      'ALIAS Ivan Petrovich EXAMPLOW',
      'WEAK_ALIAS VANYA',
    ],
  );
  assert.deepEqual(one.birthDates, ['1961', '1962-02-05']);
  assert.deepEqual(
    [one.nationalities, one.programs, one.legalBasis, one.gender],
    [['SE'], ['Example'], ['EXM0001'], 'MALE'],
  );
  assert.deepEqual(one.identifiers, [{ type: 'PASSPORT', value: 'M7883', country: 'TN' }]);
  assert.deepEqual(one.addresses, [{ full: '1 Street', country: 'IQ' }]);
  assert.deepEqual([one.remarks, one.listedAt], ['Said for the test.', '2002-04-24']);
  assert.deepEqual([ship?.id, ship?.schema, ship?.caption], ['uk-EXM0002', 'VESSEL', 'EXAMPLE STAR']);
  assert.deepEqual(ship?.identifiers, [{ type: 'IMO', value: '9999993' }]);
  assert.deepEqual([ship.countries, ship.links], [['GA'], [{ relation: 'OPERATOR', name: 'EXAMPLE WORKS' }]]);
});

test('a table cut inside its last record is truncated, a short one before is damage', async () => {
  const row = ',,,,,,,,,,,,,,,,,,,,Entity,Prime Alias,,Example,,,8\n';
  await assert.rejects(readAll('uk-csv', file('c.csv', `${UK_HEAD}A${row}B,,`)), {
    code: 'TRUNCATED',
    place: 'c.csv line 4',
  });
  await assert.rejects(readAll('uk-csv', file('c.csv', `${UK_HEAD}A,,\nB${row}`)), {
    code: 'DAMAGED',
    place: 'c.csv line 3',
  });
  await assert.rejects(readAll('uk-csv', file('c.csv', 'a,b\nc,d\ne,f\ng,h\ni,j\nk,l\n')), { code: 'UNKNOWN_FORMAT' });
});

test('us-csl-csv in its three variants', async () => {
  const columns =
    'source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url';
  const row = (
    source: string,
    number: string,
    type: string,
    name: string,
    extra: Record<string, string> = {},
  ): string =>
    columns
      .split(',')
      .map((column) => `"${{ source, entity_number: number, type, name, ...extra }[column] ?? ''}"`)
      .join(',');
  const facts = {
    alt_names: 'A; B',
    dates_of_birth: '1964-07-24; 1962',
    citizenships: 'MX',
    nationalities: 'VE; CO',
    addresses: '1 Street, Colima, MX; KP',
  };
  const y2016 = `${columns}\n${row('SDN', '15', 'Individual', 'EXAMPLOV, Ivan', facts)}\n${row('DPL', '', '', 'JOHN Q. EXAMPLE')}\n${row('DPL', '', '', 'JOHN Q. EXAMPLE')}\n${row('EL', '', '', 'Example Trading Co.')}\n`;
  const { entities, summary } = await readAll('us-csl-csv', file('csl.csv', y2016));
  assert.deepEqual(
    entities.map(({ schema, categories }) => [schema, ...categories]),
    [
      ['PERSON', 'SANCTIONS'],
      ['PERSON', 'DEBARMENT'],
      ['PERSON', 'DEBARMENT'],
      ['ORGANIZATION', 'SANCTIONS'],
    ],
  );
  assert.equal(new Set(entities.map(({ id }) => id)).size, 4);
  assert.equal(entities[0]?.id, 'us-csl-sdn-15');
  assert.deepEqual(
    entities[0].names.map(({ value }) => value),
    ['EXAMPLOV, Ivan', 'A', 'B'],
  );
  assert.deepEqual(
    [entities[0].birthDates, entities[0].nationalities],
    [
      ['1964-07-24', '1962'],
      ['VE', 'CO', 'MX'],
    ],
  );
  assert.deepEqual(
    entities[0].addresses.map(({ country }) => country),
    ['MX', 'KP'],
  );
  assert.equal(warned(summary, 'SCHEMA_GUESSED'), 3);

  const source = 'Specially Designated Nationals (SDN) - Treasury Department';
  const y2019 = `${columns},ids\n${row(source, '16', 'Entity', 'Example Co')},"US, 80-089, Tax ID No.; IMO 9999993, Vessel Registration Identification; http://example.org, Website; Subject to Directive 3, Executive Order 13662 Directive Determination -"\n`;
  const [second] = (await readAll('us-csl-csv', file('csl.csv', y2019))).entities;
  assert.deepEqual(
    second?.identifiers.map(({ type, value, country }) => [type, value, country]),
    [
      ['TAX_ID', '80-089', 'US'],
      ['IMO', '9999993', undefined],
      ['WEBSITE', 'http://example.org', undefined],
    ],
  );

  const y2023 = `_id,${columns},ids\nabc,${row(source, '17', 'Individual', 'Ivan EXAMPLOV')},"Passport, 836000, KP; Gender, Male; Digital Currency Address - XBT, 1BitcoinEaterAddressDontSendf59kuE"\n`;
  const [third] = (await readAll('us-csl-csv', file('csl.csv', y2023))).entities;
  assert.equal(third?.id, 'us-csl-sdn-abc');
  assert.equal(third.gender, 'MALE');
  assert.deepEqual(
    third.identifiers.map(({ type, value, country, currency }) => [type, value, country ?? currency]),
    [
      ['PASSPORT', '836000', 'KP'],
      ['CRYPTO_ADDRESS', '1BitcoinEaterAddressDontSendf59kuE', 'XBT'],
    ],
  );
});

const OWN_HEAD = 'id,schema,name,categories,aliases,birth_dates,nationalities,identifiers,positions,associates\n';

test('csv: every column kind', async () => {
  const row =
    'X1,person,Ivan Examplov,SANCTIONS; pep,"Иван; A\\;B",~1960;1961-02,Iran;RU,PASSPORT:A1:IR;CRYPTO_ADDRESS/xbt:1abc;WEBSITE:https://example.org,Minister|IR|2019|2023-05|former;Envoy,SPOUSE:Anna;Boris\n';
  const { entities, summary } = await readAll('csv', file('own.csv', OWN_HEAD + row));
  const [entity] = entities;
  assert.deepEqual(summary, { entities: 1, warnings: [] });
  assert.deepEqual(entity?.categories, ['SANCTIONS', 'PEP']);
  assert.deepEqual(
    entity.names.map(({ value }) => value),
    ['Ivan Examplov', 'Иван', 'A;B'],
  );
  assert.deepEqual(entity.birthDates, ['~1960', '1961-02']);
  assert.deepEqual(entity.identifiers, [
    { type: 'PASSPORT', value: 'A1', country: 'IR' },
    { type: 'CRYPTO_ADDRESS', value: '1abc', currency: 'XBT' },
    { type: 'WEBSITE', value: 'https://example.org' },
  ]);
  assert.deepEqual(entity.positions, [
    { title: 'Minister', since: '2019', until: '2023-05', inOffice: false, country: 'IR' },
    { title: 'Envoy' },
  ]);
  assert.deepEqual(entity.links, [
    { relation: 'SPOUSE', name: 'Anna' },
    { relation: 'ASSOCIATE', name: 'Boris' },
  ]);
});

test('csv: what is wrong is named with line and column, and never quoted', async () => {
  const read = (row: string): Promise<unknown> => readAll('csv', file('own.csv', `${OWN_HEAD}${row}\n`));
  const cases: [string, RegExp][] = [
    ['X1,PERSON,,SANCTIONS,,,,,,', /column name/],
    ['X1,ROBOT,Secret Name,SANCTIONS,,,,,,', /column schema/],
    ['X1,PERSON,Secret Name,FRIENDS,,,,,,', /column categories/],
    ['X1,PERSON,Secret Name,,,,,,,', /column categories/],
    ['X1,PERSON,Secret Name,PEP,,yesterday,,,,', /column birth_dates/],
    // A month or a day that there is not would otherwise go missing, and the year stand for all of it.
    ['X1,PERSON,Secret Name,PEP,,1960-13-01,,,,', /column birth_dates/],
    ['X1,PERSON,Secret Name,PEP,,1961-02-29,,,,', /column birth_dates/],
    ['X1,PERSON,Secret Name,PEP,,01/02/1961,,,,', /column birth_dates/],
    ['X1,PERSON,Secret Name,PEP,,1962/1960,,,,', /column birth_dates/],
    ['X1,PERSON,Secret Name,;,,,,,,', /column categories/],
    ['X1,PERSON,---,PEP,,,,,,', /column name/],
    ['X1,PERSON,Secret Name,PEP,,,,,Minister|IR|2019-13,', /column positions/],
    ['X1,PERSON,Secret Name,PEP,,,,,|IR|2019,', /column positions/],
    ['X1,PERSON,Secret Name,PEP,,,,,Minister|IR|2019|2020|FORMER|x,', /column positions/],
    ['X1,PERSON,Secret Name,PEP,,,Atlantis,,,', /column nationalities/],
    ['X1,PERSON,Secret Name,PEP,,,,A1,,', /column identifiers/],
    ['X1,PERSON,Secret Name,PEP,,,,LIBRARY_CARD:A1,,', /column identifiers/],
    ['X1,PERSON,Secret Name,PEP,,,,,Minister|Atlantis,', /column positions/],
    ['X1,PERSON,Secret Name,PEP,,,,,Minister|IR|soon,', /column positions/],
  ];
  for (const [row, place] of cases) {
    await assert.rejects(read(row), (error: Error & { code?: string; place?: string }) => {
      assert.equal(error.code, 'DAMAGED', row);
      assert.match(error.place ?? '', place, row);
      assert.match(error.place ?? '', /own\.csv line 2/);
      assert.doesNotMatch(error.message, /Secret/);
      return true;
    });
  }
  await assert.rejects(read('X1,PERSON,Secret Name,PEP,,,,,'), { code: 'TRUNCATED' });
  await assert.rejects(readAll('csv', file('own.csv', 'id,schema,name\n')), {
    code: 'UNKNOWN_FORMAT',
    message: /categories/,
  });
  await assert.rejects(readAll('csv', file('own.csv', 'id,schema,name,categories,shoe_size\n')), {
    code: 'UNKNOWN_FORMAT',
    message: /column 5/,
  });
  await assert.rejects(readAll('csv', file('own.csv', OWN_HEAD)), { code: 'EMPTY' });
});

test('the example list is whole', async () => {
  const bytes = await readFile(join(import.meta.dirname, '..', '..', 'examples', 'watchlist.csv'));
  const { entities, summary } = await readAll('csv', file('watchlist.csv', bytes, 4096));
  assert.equal(entities.length, 25);
  assert.deepEqual(summary.warnings, []);
  assert.equal(new Set(entities.flatMap(({ categories }) => categories)).size, 7);
  assert.equal(new Set(entities.map(({ schema }) => schema)).size, 4);
});
