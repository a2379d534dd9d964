import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file, readAll, warned } from './fixtures.ts';
import { Notes } from './notes.ts';
import { toJson, xmlRecords, type XmlElement } from './xml.ts';

async function records(xml: string, chunk = 5): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const element of xmlRecords(file('list.xml', xml, chunk), new Notes(), {
    roots: ['LIST'],
    records: ['R'],
  }))
    found.push(element);
  return found;
}

test('records come one by one, with their attributes, text and line', async () => {
  const xml =
    '<?xml version="1.0"?>\n<x:LIST at="2024"><skip><a/></skip>\n<R id="1"><a>x &amp; y</a><a><![CDATA[<z>]]></a><b c="&lt;"/></R><!-- R --><R>t</R></x:LIST>';
  const [root, first, second, ...rest] = await records(xml);
  assert.equal(root?.attributes['at'], '2024');
  assert.deepEqual(toJson(first ?? assert.fail()), { '@id': '1', a: ['x & y', '<z>'], b: { '@c': '<' } });
  assert.equal(first?.line, 3);
  assert.equal(second?.text, 't');
  assert.deepEqual(rest, []);
});

test('elements named like members of objects stay plain data', async () => {
  const [, first] = await records('<LIST><R><constructor>a</constructor><toString>b</toString></R></LIST>');
  assert.deepEqual(toJson(first ?? assert.fail()), { constructor: 'a', toString: 'b' });
  await assert.rejects(records('<LIST><R><__proto__>a</__proto__></R></LIST>'), { code: 'DAMAGED' });
});

test('hostile XML is refused', async () => {
  const bomb = '<!DOCTYPE LIST [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><LIST><R>&b;</R></LIST>';
  await assert.rejects(records(bomb), { code: 'DAMAGED', message: /document type/ });
  await assert.rejects(records('<!DOCTYPE LIST SYSTEM "file:///etc/passwd"><LIST/>'), { code: 'DAMAGED' });
  await assert.rejects(records('<LIST><R>&undefined;</R></LIST>'), { code: 'DAMAGED' });
  await assert.rejects(records(`<LIST><R>${'<d>'.repeat(100)}`, 64), { code: 'DAMAGED', message: /nested/ });
  await assert.rejects(records(`<LIST><R>${'x'.repeat(17 * 2 ** 20)}</R></LIST>`, 1 << 20), {
    code: 'DAMAGED',
    message: /longer/,
  });
  await assert.rejects(records(`<LIST a="${'x'.repeat(17 * 2 ** 20)}"/>`, 1 << 20), {
    code: 'DAMAGED',
    message: /longer/,
  });
});

test('cut short and broken', async () => {
  await assert.rejects(records('<LIST><R>a</R>\n<R>b'), { code: 'TRUNCATED', place: 'list.xml line 2' });
  await assert.rejects(records('<LIST><R>a</R>'), { code: 'TRUNCATED' });
  await assert.rejects(records('<LIST><R>a</R></LI'), { code: 'TRUNCATED' });
  await assert.rejects(records('<LIST><R>a</Q></LIST>'), { code: 'DAMAGED', place: 'list.xml line 1' });
  await assert.rejects(records('<LIST>\n<R a=1/></LIST>'), { code: 'DAMAGED', place: 'list.xml line 2' });
  await assert.rejects(records('<LIST/><LIST/>'), { code: 'DAMAGED' });
  await assert.rejects(records('<OTHER/>'), { code: 'UNKNOWN_FORMAT' });
  await assert.rejects(records('a,b,c'), { code: 'DAMAGED' });
});

const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>
<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>IVAN</FIRST_NAME><SECOND_NAME>EXAMPLOV</SECOND_NAME><UN_LIST_TYPE>EX</UN_LIST_TYPE>
 <REFERENCE_NUMBER>EXi.001</REFERENCE_NUMBER><LISTED_ON>2012-12-31</LISTED_ON><GENDER>Male</GENDER>
 <NAME_ORIGINAL_SCRIPT>Иван Экзамплов</NAME_ORIGINAL_SCRIPT><COMMENTS1>First
line.</COMMENTS1><DESIGNATION><VALUE>General </VALUE></DESIGNATION><NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE></NATIONALITY>
 <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Ivan E.; I. Examplov</ALIAS_NAME></INDIVIDUAL_ALIAS>
 <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Vanya</ALIAS_NAME></INDIVIDUAL_ALIAS>
 <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
 <INDIVIDUAL_ADDRESS><STREET>1 St</STREET><CITY>Tehran</CITY><COUNTRY>Iran</COUNTRY></INDIVIDUAL_ADDRESS>
 <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
 <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
 <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1969</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
 <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Examplograd</CITY><COUNTRY>Iran</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
 <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>number A11</NUMBER><ISSUING_COUNTRY>Iran</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
 <INDIVIDUAL_DOCUMENT/></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>EXAMPLE WORKS</FIRST_NAME><ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>OLD WORKS</ALIAS_NAME></ENTITY_ALIAS>
<ENTITY_ADDRESS><COUNTRY>Atlantis</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

test('un-xml', async () => {
  const { entities, summary } = await readAll('un-xml', file('un.xml', UN));
  const [person, works] = entities;
  assert.equal(summary.publishedAt, '2026-02-27T00:00:09.554Z');
  assert.equal(person?.id, 'un-1');
  assert.deepEqual(person.names, [
    { value: 'IVAN EXAMPLOV', kind: 'PRIMARY', parts: { first: 'IVAN', last: 'EXAMPLOV' } },
    { value: 'Иван Экзамплов', kind: 'ALIAS' },
    { value: 'Ivan E.', kind: 'ALIAS' },
    { value: 'I. Examplov', kind: 'ALIAS' },
    { value: 'Vanya', kind: 'WEAK_ALIAS' },
  ]);
  assert.deepEqual(person.birthDates, ['1971-02-03', '~1970', '1968/1969']);
  assert.deepEqual(person.birthPlaces, ['Examplograd, Iran']);
  assert.deepEqual(person.identifiers, [{ type: 'PASSPORT', value: 'A11', label: 'Passport', country: 'IR' }]);
  assert.deepEqual(person.positions, [{ title: 'General' }]);
  assert.equal(person.remarks, 'First line.');
  assert.equal(person.listedAt, '2012-12-31');
  assert.deepEqual(
    works?.names.map(({ kind }) => kind),
    ['PRIMARY', 'FORMER'],
  );
  assert.equal(warned(summary, 'UNKNOWN_COUNTRY'), 1);
  assert.match(JSON.stringify(person.raw), /First\\nline\./);
});

test('eu-xml, current schema', async () => {
  const xml = `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2024-05-03T10:00:00.000+02:00" globalFileId="1">
<sanctionEntity euReferenceNumber="EU.1.1" logicalId="13" designationDate="2003-07-07">
 <remark>Some remark</remark>
 <regulation regulationType="amendment" publicationDate="2003-07-08" numberTitle="1/2003 (OJ L1)" programme="EXA"><publicationUrl>https://eur-lex.example/1</publicationUrl></regulation>
 <subjectType code="person" classificationCode="P"/>
 <nameAlias firstName="" middleName="" lastName="" wholeName="Abu Example" strong="false" gender="" title="" function="" nameLanguage=""/>
 <nameAlias firstName="Ivan" middleName="P." lastName="Examplov" wholeName="Ivan P. Examplov" strong="true" gender="M" function="Minister" nameLanguage="EN"/>
 <nameAlias firstName="" middleName="" lastName="" wholeName="Иван Экзамплов" strong="true" gender="M" nameLanguage="RU"/>
 <citizenship countryIso2Code="IQ" countryDescription="IRAQ"/>
 <birthdate circa="false" birthdate="1937-04-28" dayOfMonth="28" monthOfYear="4" year="1937" city="Examplograd" countryIso2Code="IQ" countryDescription="IRAQ"/>
 <birthdate circa="true" year="1938" countryIso2Code="00" countryDescription="UNKNOWN"/>
 <birthdate circa="false" yearRangeFrom="1930" yearRangeTo="1932" countryIso2Code="00" countryDescription="UNKNOWN"/>
 <birthdate circa="false" monthOfYear="5" year="1939" countryIso2Code="00" countryDescription="UNKNOWN"/>
 <address city="Baghdad" street="1 St" zipCode="10" countryIso2Code="IQ" countryDescription="IRAQ"/>
 <identification number="A11" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="IQ" countryDescription="IRAQ"/>
 <identification number="77" identificationTypeCode="id" identificationTypeDescription="National identification card" countryIso2Code="00" countryDescription="UNKNOWN"/>
</sanctionEntity></export>`;
  const { entities, summary } = await readAll('eu-xml', file('eu.xml', xml));
  const [person] = entities;
  assert.equal(summary.publishedAt, '2024-05-03T08:00:00.000Z');
  assert.equal(person?.id, 'eu-13');
  assert.equal(person.caption, 'Ivan P. Examplov');
  assert.deepEqual(
    person.names.map(({ value, kind, language }) => [value, kind, language]),
    [
      ['Ivan P. Examplov', 'PRIMARY', 'en'],
      ['Abu Example', 'WEAK_ALIAS', undefined],
      ['Иван Экзамплов', 'ALIAS', 'ru'],
    ],
  );
  assert.deepEqual(person.birthDates, ['1937-04-28', '~1938', '1930/1932', '1939-05']);
  assert.deepEqual(person.birthPlaces, ['Examplograd, IRAQ']);
  assert.deepEqual(
    person.identifiers.map(({ type, value, country }) => [type, value, country]),
    [
      ['PASSPORT', 'A11', 'IQ'],
      ['NATIONAL_ID', '77', undefined],
    ],
  );
  assert.deepEqual([person.programs, person.legalBasis, person.listedAt], [['EXA'], ['1/2003 (OJ L1)'], '2003-07-07']);
  assert.deepEqual(person.sources, [{ url: 'https://eur-lex.example/1', publisher: 'European Commission, FISMA' }]);
  assert.equal(warned(summary, 'UNKNOWN_COUNTRY'), 0);
});

test('eu-xml, schema up to 2017', async () => {
  const xml = `<WHOLE Date="11/02/2016"><ENTITY Id="1" Type="P" legal_basis="1/2012" reg_date="2012-02-21" pdf_link="https://eur-lex.example/2" programme="EXA" remark="(remark)">
<NAME Id="1" legal_basis="2/2005" programme="EXB"><LASTNAME>Examplov</LASTNAME><FIRSTNAME>Ivan</FIRSTNAME><MIDDLENAME/><WHOLENAME>Ivan Examplov</WHOLENAME><GENDER>M</GENDER><FUNCTION>President</FUNCTION><LANGUAGE/></NAME>
<NAME Id="2"><LASTNAME/><FIRSTNAME/><MIDDLENAME/><WHOLENAME>Abou Example</WHOLENAME><GENDER/><LANGUAGE>FR</LANGUAGE></NAME>
<BIRTH><DATE>1953 - 1958 (approximative)</DATE><PLACE>X</PLACE><COUNTRY>AFG</COUNTRY></BIRTH><CITIZEN><COUNTRY>IRQ</COUNTRY></CITIZEN>
<PASSPORT><NUMBER>AD001 (passport-National passport) ((passport))</NUMBER><COUNTRY></COUNTRY></PASSPORT>
<PASSPORT><NUMBER>SSN 1-2-3 (ssn-Social Security Number) (x)</NUMBER><COUNTRY>USA</COUNTRY></PASSPORT>
<PASSPORT><NUMBER>OR 19 (other-Other identification number) (passport issued)</NUMBER><COUNTRY/></PASSPORT></ENTITY></WHOLE>`;
  const { entities, summary } = await readAll('eu-xml', file('old.xml', xml));
  const [person] = entities;
  assert.equal(summary.publishedAt, '2016-02-11');
  assert.deepEqual(
    person?.names.map(({ value, kind, language }) => [value, kind, language]),
    [
      ['Ivan Examplov', 'PRIMARY', undefined],
      ['Abou Example', 'ALIAS', 'fr'],
    ],
  );
  assert.deepEqual(person.birthDates, ['1953/1958']);
  assert.deepEqual(person.nationalities, ['IQ']);
  assert.deepEqual(person.programs, ['EXB', 'EXA']);
  assert.deepEqual(
    person.identifiers.map(({ type, value, country }) => [type, value, country]),
    [
      ['PASSPORT', 'AD001', undefined],
      ['SOCIAL_SECURITY', '1-2-3', 'US'],
      ['PASSPORT', 'OR 19', undefined],
    ],
  );
});

test('a publishing date is a day or an instant, or is not told', async () => {
  const list = (at: string): string =>
    `<CONSOLIDATED_LIST dateGenerated="${at}"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Ivan</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
  const told = async (at: string): Promise<unknown> => {
    const { summary } = await readAll('un-xml', file('un.xml', list(at)));
    return summary.publishedAt ?? summary.warnings.map(({ code }) => code);
  };
  assert.equal(await told('2026-02-27'), '2026-02-27');
  assert.equal(await told('2026-02-27T00:00:09.554Z'), '2026-02-27T00:00:09.554Z');
  assert.equal(await told('2026-02-27T01:30:00+02:00'), '2026-02-26T23:30:00.000Z');
  assert.equal(await told('2026-02-27T01:30:00'), '2026-02-27');
  assert.deepEqual(await told('2026-02-30'), ['UNREAD_PUBLISHING_DATE']);
  assert.deepEqual(await told('yesterday'), ['UNREAD_PUBLISHING_DATE']);
});

test('an element may have any name, and repeat', async () => {
  const text =
    '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Ivan</FIRST_NAME><constructor>a</constructor>' +
    '<a:toString xmlns:a="urn:a">b</a:toString><constructor>c</constructor><constructor>d</constructor></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>';
  const { entities } = await readAll('un-xml', file('un.xml', text));
  assert.deepEqual(entities[0]?.raw, {
    DATAID: '1',
    FIRST_NAME: 'Ivan',
    constructor: ['a', 'c', 'd'],
    toString: { '@xmlns:a': 'urn:a', '#text': 'b' },
  });
});

test('dashes are no name', async () => {
  const { summary } = await readAll(
    'un-xml',
    file(
      'un.xml',
      '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>--</FIRST_NAME></INDIVIDUAL><INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>Ivan</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
    ),
  );
  assert.equal(summary.entities, 1);
  assert.deepEqual(
    summary.warnings.map(({ code }) => code),
    ['NO_NAME'],
  );
});
