import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file, readAll, warned } from './fixtures.ts';

const NO = '-0- ';
function sdn(
  number: number,
  name: string,
  type: string,
  more: { remarks?: string; flag?: string; owner?: string; program?: string; title?: string } = {},
): string {
  const quote = (value: string): string => `"${value}"`;
  const { program = 'EX-ONE] [EX-TWO', remarks, flag, owner, title } = more;
  const cells = [
    number,
    quote(name),
    type === '' ? NO : quote(type),
    quote(program),
    title ? quote(title) : NO,
    NO,
    NO,
    NO,
    NO,
  ];
  return [...cells, flag ? quote(flag) : NO, owner ? quote(owner) : NO, remarks ? quote(remarks) : NO].join(',');
}

const REMARKS =
  "DOB 01 Jan 1960; alt. DOB circa 1962; alt. DOB 1963 to 1965; POB Examplograd, Russia; nationality Russia; alt. nationality Korea, North; citizen Cyprus; Gender Male; Passport A0012345 (Russia) issued 01 Feb 2001 expires 01 Feb 2011; alt. Passport 750099999; National ID No. 44-1 (Iran); Tax ID No. 770012 (Russia); SSN 123-45-6789 (United States); Digital Currency Address - XBT 1BitcoinEaterAddressDontSendf59kuE; alt. Digital Currency Address - ETH 0x000000000000000000000000000000000000dEaD; SWIFT/BIC EXAMRU2P; Legal Entity Number 253400EXAMPLE0000001 (Russia); Email Address a@example.org; Website https://example.org; Telephone (57)(1)(2266076); Folio Mercantil No. 343997 (Mexico) issued 14 Dec 2005; Odd Register Number 77-88 (France); Executive Order 13662 Directive Determination - Subject to Directive 1; a.k.a. 'QUICK ONE'; f.k.a. 'SLOW ONE'; Linked To: EXAMPLE HOLDING.";

test('a person: every fact of the remarks', async () => {
  const list = `${sdn(7, 'EXAMPLOV, Ivan Petrovich', 'individual', { remarks: REMARKS, title: 'Director' })}\r\n\u001A`;
  const { entities, summary } = await readAll('ofac-sdn', file('sdn.csv', list));
  const [entity] = entities;
  assert.ok(entity);
  assert.equal(entity.id, 'ofac-7');
  assert.equal(entity.schema, 'PERSON');
  assert.deepEqual(entity.names, [
    { value: 'EXAMPLOV, Ivan Petrovich', kind: 'PRIMARY', parts: { first: 'Ivan Petrovich', last: 'EXAMPLOV' } },
    { value: 'QUICK ONE', kind: 'WEAK_ALIAS' },
    { value: 'SLOW ONE', kind: 'FORMER' },
  ]);
  assert.deepEqual(entity.programs, ['EX-ONE', 'EX-TWO']);
  assert.deepEqual(entity.birthDates, ['1960-01-01', '~1962', '1963/1965']);
  assert.deepEqual(entity.birthPlaces, ['Examplograd, Russia']);
  assert.deepEqual(entity.nationalities, ['RU', 'KP', 'CY']);
  assert.equal(entity.gender, 'MALE');
  assert.deepEqual(
    entity.identifiers.map(({ type, value, country, currency }) => [type, value, country ?? currency]),
    [
      ['PASSPORT', 'A0012345', 'RU'],
      ['PASSPORT', '750099999', undefined],
      ['NATIONAL_ID', '44-1', 'IR'],
      ['TAX_ID', '770012', 'RU'],
      ['SOCIAL_SECURITY', '123-45-6789', 'US'],
      ['CRYPTO_ADDRESS', '1BitcoinEaterAddressDontSendf59kuE', 'XBT'],
      ['CRYPTO_ADDRESS', '0x000000000000000000000000000000000000dEaD', 'ETH'],
      ['SWIFT_BIC', 'EXAMRU2P', undefined],
      ['LEI', '253400EXAMPLE0000001', 'RU'],
      ['EMAIL', 'a@example.org', undefined],
      ['WEBSITE', 'https://example.org', undefined],
      ['PHONE', '(57)(1)(2266076)', undefined],
      ['REGISTRATION', '343997', 'MX'],
      ['OTHER', '77-88', 'FR'],
    ],
  );
  assert.deepEqual(entity.legalBasis, ['Executive Order 13662 Directive Determination - Subject to Directive 1']);
  assert.deepEqual(entity.links, [{ relation: 'LINKED_TO', name: 'EXAMPLE HOLDING' }]);
  assert.deepEqual(entity.positions, [{ title: 'Director' }]);
  assert.match(JSON.stringify(entity.raw), /-0- /);
  assert.deepEqual(summary, { entities: 1, warnings: [] });
});

test('a vessel and an aircraft', async () => {
  const ship = sdn(8, 'EXAMPLE STAR', 'vessel', {
    flag: 'Panama',
    owner: 'EXAMPLE LINES',
    remarks: 'Vessel Registration Identification IMO 9999993; MMSI 352001234; Former Vessel Flag Malta.',
  });
  const plane = sdn(9, 'EP-ZZX', 'aircraft', {
    remarks:
      "Aircraft Manufacturer's Serial Number (MSN) 99701; Aircraft Tail Number EP-ZZX; Aircraft Operator Example Air.",
  });
  const { entities } = await readAll('ofac-sdn', file('sdn.csv', `${ship}\n${plane}\n`));
  assert.deepEqual(
    entities.map((entity) => entity.schema),
    ['VESSEL', 'AIRCRAFT'],
  );
  const types = entities.map((entity) => entity.identifiers.map(({ type, value }) => `${type} ${value}`));
  assert.deepEqual(types, [
    ['IMO 9999993', 'MMSI 352001234'],
    ['SERIAL_NUMBER 99701', 'TAIL_NUMBER EP-ZZX'],
  ]);
  assert.deepEqual(entities[0]?.countries, ['PA']);
  assert.deepEqual(
    entities.flatMap((entity) => entity.links),
    [
      { relation: 'OWNER', name: 'EXAMPLE LINES' },
      { relation: 'OPERATOR', name: 'Example Air' },
    ],
  );
});

test('aliases, addresses and comments are joined, whatever the order of the files; orphans are counted', async () => {
  const { entities, summary } = await readAll(
    'ofac-sdn',
    file(
      'add.csv',
      `7,1,"1 Example Street","Havana 10400","Cuba",${NO}\n7,2,${NO},${NO},"Region: Gaza",${NO}\n99,3,${NO},"Paris","France",${NO}\n`,
    ),
    file('COMMENTS.CSV', '7,"onality Cuba; a.k.a. \'EXCO\'."\n98,"lost"\n'),
    file('sdn.csv', `${sdn(7, 'EXAMPLE CO', '', { remarks: 'Registration ID 12; nati' })}\n`),
    file(
      'alt.csv',
      `7,1,"aka","EXAMPLE COMPANY",${NO}\n7,2,"fka","OLD EXAMPLE",${NO}\n7,3,"nka","NEW EXAMPLE",${NO}\n7,4,"aka","""EX""",${NO}\n97,5,"aka","NOBODY",${NO}\n\u001A`,
    ),
  );
  assert.deepEqual(
    entities[0]?.names.map(({ value, kind }) => `${kind} ${value}`),
    [
      'PRIMARY EXAMPLE CO',
      'ALIAS EXAMPLE COMPANY',
      'FORMER OLD EXAMPLE',
      'ALIAS NEW EXAMPLE',
      'WEAK_ALIAS EX',
      'WEAK_ALIAS EXCO',
    ],
  );
  assert.deepEqual(entities[0].addresses, [
    { street: '1 Example Street', city: 'Havana 10400', country: 'CU' },
    { country: 'PS' },
  ]);
  assert.deepEqual(entities[0].nationalities, ['CU']);
  for (const code of ['ALIAS_WITHOUT_OWNER', 'ADDRESS_WITHOUT_OWNER', 'COMMENT_WITHOUT_OWNER'])
    assert.equal(warned(summary, code), 1, code);
  assert.equal(summary.warnings.find(({ code }) => code === 'ALIAS_WITHOUT_OWNER')?.example, 'alt.csv line 5');
});

test('the @ and | delimited variants, and unquoted fields', async () => {
  for (const delimiter of ['@', '|']) {
    const cells = ['36', '"EXAMPLE AIR"', NO, '"CUBA"', NO, NO, NO, NO, NO, NO, NO, "a.k.a. 'EXA'."];
    const { entities } = await readAll('ofac-sdn', file('sdn.del', `${cells.join(delimiter)}\n`));
    assert.deepEqual(
      entities[0]?.names.map(({ value }) => value),
      ['EXAMPLE AIR', 'EXA'],
    );
  }
});

test('a row twice: the first holds, and it is said', async () => {
  const row = sdn(7, 'EXAMPLE CO', '');
  const { entities, summary } = await readAll('ofac-sdn', file('sdn.csv', `${row}\n${row}\n`));
  assert.equal(entities.length, 1);
  assert.equal(warned(summary, 'DUPLICATE_ID'), 1);
});

test('remarks that end at the limit without the comments file are said', async () => {
  const remarks = `DOB 1960; ${'x'.repeat(1000)}`;
  const { summary } = await readAll('ofac-sdn', file('sdn.csv', `${sdn(7, 'A, B', 'individual', { remarks })}\n`, 400));
  assert.equal(warned(summary, 'REMARKS_CUT_SHORT'), 1);
});

test('damage names the file and the line', async () => {
  const good = sdn(7, 'EXAMPLE CO', '');
  const read = (text: string): Promise<unknown> => readAll('ofac-sdn', file('sdn.csv', text));
  await assert.rejects(read(`${good}\n8,"CUT IN QUOTES`), { code: 'TRUNCATED', place: 'sdn.csv line 2' });
  await assert.rejects(read(`${good}\n8,"CUT",-0- ,"P"`), { code: 'TRUNCATED', place: 'sdn.csv line 2' });
  await assert.rejects(read(`${good}\n8,"SHORT",-0- \n${good}\n`), { code: 'DAMAGED', place: 'sdn.csv line 2' });
  await assert.rejects(read(`${good}\nx${good}\n${good}\n`), { code: 'DAMAGED', place: 'sdn.csv line 2' });
  await assert.rejects(read(`${good}\n8,"A" B"\n`), { code: 'DAMAGED' });
  await assert.rejects(read('id,name\n1,x\n'), { code: 'UNKNOWN_FORMAT', place: 'sdn.csv line 1' });
  await assert.rejects(read('Plain words ("quoted")\nand more'), { code: 'UNKNOWN_FORMAT' });
  await assert.rejects(read('\u001A'), { code: 'EMPTY' });
  await assert.rejects(readAll('ofac-sdn', file('alt.csv', `7,1,"aka","X",${NO}\n`)), {
    code: 'UNKNOWN_FORMAT',
    place: 'alt.csv',
  });
  await assert.rejects(
    readAll('ofac-sdn', file('sdn.csv', `${good}\n`), file('alt.csv', '7,1,"aka"\n8,1,"aka","X",-0- \n')),
    {
      code: 'UNKNOWN_FORMAT',
    },
  );
});

const XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://example.org/sdnList">
  <publshInformation><Publish_Date>05/03/2024</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry>
    <uid>7</uid><firstName>Ivan Petrovich</firstName><lastName>EXAMPLOV</lastName><title>Director</title><sdnType>Individual</sdnType>
    <remarks>(Linked To: EXAMPLE &amp; SONS)</remarks>
    <programList><program>EX-ONE</program><program>EX-TWO</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>A0012345</idNumber><idCountry>Russia</idCountry></id>
      <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
      <id><uid>3</uid><idType>Digital Currency Address - XBT</idType><idNumber>1BitcoinEaterAddressDontSendf59kuE</idNumber></id>
      <id><uid>4</uid><idType>Secondary sanctions risk:</idType><idNumber>some regulations</idNumber></id>
      <id><uid>5</uid><idType>Tax ID No.</idType><idNumber>770012</idNumber><idCountry>Russia</idCountry></id>
    </idList>
    <akaList>
      <aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>EKZAMPLOV</lastName><firstName>Ivan</firstName></aka>
      <aka><uid>2</uid><type>a.k.a.</type><category>weak</category><lastName>VANYA</lastName></aka>
      <aka><uid>3</uid><type>f.k.a.</type><category>strong</category><lastName>OLDOV</lastName><firstName>Ivan</firstName></aka>
    </akaList>
    <addressList><address><uid>1</uid><address1>1 Street</address1><address2>Flat 2</address2><city>Moscow</city><country>Russia</country></address></addressList>
    <nationalityList><nationality><uid>1</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <citizenshipList><citizenship><uid>1</uid><country>Cyprus</country></citizenship></citizenshipList>
    <dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>circa 1960</dateOfBirth></dateOfBirthItem></dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><uid>1</uid><placeOfBirth>Examplograd</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry>
    <uid>8</uid><lastName>EXAMPLE STAR</lastName><sdnType>Vessel</sdnType>
    <idList><id><uid>9</uid><idType>Vessel Registration Identification</idType><idNumber>IMO 9999993</idNumber></id></idList>
    <vesselInfo><callSign>3EXA7</callSign><vesselFlag>Panama</vesselFlag><vesselOwner>EXAMPLE LINES</vesselOwner></vesselInfo>
  </sdnEntry>
</sdnList>
`;

test('ofac-xml gives the same entities', async () => {
  const { entities, summary } = await readAll('ofac-xml', file('sdn.xml', XML));
  const [person, ship] = entities;
  assert.equal(summary.publishedAt, '2024-05-03');
  assert.equal(person?.id, 'ofac-7');
  assert.deepEqual(
    person.names.map(({ value, kind }) => `${kind} ${value}`),
    ['PRIMARY EXAMPLOV, Ivan Petrovich', 'ALIAS EKZAMPLOV, Ivan', 'WEAK_ALIAS VANYA', 'FORMER OLDOV, Ivan'],
  );
  assert.deepEqual(
    person.identifiers.map(({ type, value, country }) => [type, value, country]),
    [
      ['PASSPORT', 'A0012345', 'RU'],
      ['CRYPTO_ADDRESS', '1BitcoinEaterAddressDontSendf59kuE', undefined],
      ['TAX_ID', '770012', 'RU'],
    ],
  );
  assert.equal(person.gender, 'MALE');
  assert.deepEqual(person.birthDates, ['~1960']);
  assert.deepEqual(person.nationalities, ['RU', 'CY']);
  assert.deepEqual(person.programs, ['EX-ONE', 'EX-TWO']);
  assert.deepEqual(person.links, [{ relation: 'LINKED_TO', name: 'EXAMPLE & SONS' }]);
  assert.deepEqual(
    ship?.identifiers.map(({ type }) => type),
    ['IMO', 'CALL_SIGN'],
  );
  assert.deepEqual(ship.countries, ['PA']);
});
