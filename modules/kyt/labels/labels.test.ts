import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { ImportRefused, importLabels } from '../index.ts';
import { check, evm, importChainText, importLabelText, LABEL_HEADER, withFiles } from '../testing.ts';
import { categoryOf } from './categories.ts';
import { readOfacAddresses } from './ofac-addresses.ts';
import { readOwnCsv } from './own-csv.ts';
import { readTagPack } from './tagpack.ts';

const keyOf = (number: number): string => `evm:${evm(number).slice(2)}`;
const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const refusal = (pattern: RegExp) => (error: unknown) => error instanceof ImportRefused && pattern.test(error.message);

describe('tag packs', () => {
  test('tags inherit the header, and say what they are about', () => {
    const { labels, skipped, pack, replaces } = readTagPack(
      `title: Pack
creator: Somebody
currency: BTC
confidence: forensic
abuse: ransomware
label: Locker
source: https://example.org
is_cluster_definer: true
tags:
  - address: ${BTC}
  - address: '0xdAC17F958D2ee523a2206206994597C13D831ec7'
    currency: ETH
    category: exchange
    abuse:
    label: Exchange
    actor: exchange-one
    confidence: override
    is_cluster_definer: false
  - address: nonsense
  - tx_hash: abc
  - address: t1example
    currency: ZEC
`,
      'pack.yaml',
    );
    assert.deepEqual([pack, replaces, skipped, labels.length], ['tagpack Somebody Pack', 'ALL', 3, 2]);
    const [locker, exchange] = labels;
    assert.deepEqual(
      [locker?.category, locker?.entity, locker?.confidence, locker?.definesCluster, locker?.source],
      ['RANSOMWARE', 'Locker', 50, true, 'https://example.org'],
    );
    assert.deepEqual(
      [exchange?.category, exchange?.entity, exchange?.confidence, exchange?.addressKey.slice(0, 4)],
      ['EXCHANGE', 'exchange-one', 100, 'evm:'],
    );
  });

  test('of several concepts the most severe counts, and an unknown one is OTHER', () => {
    assert.equal(categoryOf(['exchange', 'ransomware']), 'RANSOMWARE');
    assert.equal(categoryOf(['mixing_service', 'sanction']), 'SANCTIONS');
    assert.equal(categoryOf(['something_new']), 'OTHER');
    assert.equal(categoryOf([]), 'OTHER');
  });

  test('what is no tag pack is refused, naming the file', () => {
    assert.throws(() => readTagPack('tags: [', 'a.yaml'), refusal(/^a\.yaml: is no valid YAML/));
    assert.throws(() => readTagPack('title: x', 'b.yaml'), refusal(/^b\.yaml: is no tag pack/));
    assert.throws(() => readTagPack('actors: []', 'c.yaml'), refusal(/actor pack/));
    assert.throws(() => readTagPack('tags:\n  - 5', 'd.yaml'), refusal(/^d\.yaml, tag 1/));
    const bomb = `a: &a [x,x]\nb: &b [*a,*a]\ntags: [*b,*b]`;
    assert.throws(() => readTagPack(bomb, 'e.yaml'), refusal(/^e\.yaml/));
  });
});

describe('sanctioned addresses', () => {
  test('the currency is in the name; the tag is not always the chain', () => {
    const usdt = readOfacAddresses(
      `["0x19aa5fe80d33a56d56c78e82ea5e50e5d80b4dff", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "${BTC}"]`,
      '/x/sanctioned_addresses_USDT.json',
    );
    assert.deepEqual(
      usdt.labels.map(({ addressKey }) => addressKey.split(':')[0]),
      ['evm', 'trx', 'btc'],
    );
    assert.equal(readOfacAddresses(`["${BTC}"]`, 'sanctioned_addresses_XBT.json').labels[0]?.category, 'SANCTIONS');
    assert.equal(readOfacAddresses('["t1abc"]', 'sanctioned_addresses_ZEC.json').skipped, 1);
    assert.throws(() => readOfacAddresses('[', 'sanctioned_addresses_XBT.json'), refusal(/no valid JSON/));
    assert.throws(() => readOfacAddresses('{}', 'sanctioned_addresses_XBT.json'), refusal(/no list/));
    assert.equal(readOfacAddresses(`["${BTC}"]`, 'XBT.json').labels.length, 1);
    for (const name of ['addresses.txt', 'addresses.json', 'list.json']) {
      assert.throws(() => readOfacAddresses(`["${BTC}"]`, name), refusal(/does not say its currency/), name);
    }
  });
});

describe('own labels as CSV', () => {
  test('reads rows, and refuses the first that is wrong, naming it', () => {
    const row = (text: string) => () => readOwnCsv(LABEL_HEADER + text, 'l.csv');
    const [label] = row(`${BTC},BTC,gambling,Dice,77,Report`)().labels;
    assert.deepEqual([label?.category, label?.entity, label?.confidence], ['GAMBLING', 'Dice', 77]);
    assert.equal(row(`${evm(1)},,MIXER,M,50,R`)().labels[0]?.addressKey, `evm:${evm(1).slice(2)}`);
    assert.throws(row(`${BTC},BTC,GAMING,Dice,77,R`), refusal(/l\.csv line 2: .*no category/));
    assert.throws(row(`${BTC},BTC,GAMBLING,Dice,101,R`), refusal(/confidence/));
    assert.throws(row(`${BTC},,GAMBLING,Dice,10,R`), refusal(/Name the blockchain/));
    assert.throws(row(`${BTC}x,BTC,GAMBLING,Dice,10,R`), refusal(/line 2/));
    assert.throws(row(`${BTC},DOGECOIN,GAMBLING,Dice,10,R`), refusal(/no blockchain/));
    assert.throws(row(`${BTC},BTC,GAMBLING,,10,R`), refusal(/entity/));
    assert.equal(
      readOwnCsv(`${LABEL_HEADER}${BTC},,GAMBLING,Dice,10,R`, 'l.csv', 'BTC').labels[0]?.addressKey.split(':')[0],
      'btc',
    );
    assert.throws(() => readOwnCsv('address,category\n', 'l.csv'), refusal(/lacks the column/));
    assert.throws(
      () => readOwnCsv(`entity,${LABEL_HEADER}x,${BTC},BTC,GAMBLING,Dice,10,R`, 'l.csv'),
      refusal(/names the column entity twice/),
    );
  });
});

describe('imports of labels', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ role: { api: true, worker: false } });
  });
  after(() => service.close());

  const pack = (tags: string): string =>
    `title: T\ncreator: C\ncurrency: ETH\nconfidence: ownership\nsource: s\ntags:\n${tags}`;
  const version = async (): Promise<number> => {
    const [row] = await service.services.db.query<{ version: number }>(sql`select version from wallet_label_version`);
    return row?.version ?? -1;
  };
  const look = async (address: string) =>
    (await check(service, { address }, { environment: 'LIVE' })).json.data as Record<string, unknown>;

  test('a pack replaces what it said before; the same again changes nothing', async () => {
    const mixer = pack(
      `  - {address: '${evm(1)}', label: M, category: mixing_service}\n  - {address: '${evm(2)}', label: M, category: mixing_service}\n`,
    );
    const first = await importLabelText(service, 'tagpack', 'p.yaml', mixer);
    assert.deepEqual([first.labels, first.files[0]?.unchanged], [2, false]);
    const at = await version();
    assert.equal((await look(evm(1)))['riskScore'], 75);
    const again = await importLabelText(service, 'tagpack', 'other-name.yaml', mixer);
    assert.deepEqual([again.files[0]?.unchanged, await version()], [true, at]);
    await importLabelText(
      service,
      'tagpack',
      'p.yaml',
      pack(`  - {address: '${evm(2)}', label: M, category: mixing_service}\n`),
      true,
    );
    assert.equal(await version(), at + 1);
    assert.equal((await look(evm(1)))['riskLevel'], 'UNKNOWN');
    assert.equal((await look(evm(2)))['riskScore'], 75);
  });

  test('rows of own CSV are added, and say the same once', async () => {
    const row = (confidence: number) => `${LABEL_HEADER}${evm(3)},ETH,SCAM,Con,${confidence},R\n`;
    await importLabelText(service, 'csv', 'a.csv', row(60));
    await importLabelText(service, 'csv', 'b.csv', `${LABEL_HEADER}${evm(4)},ETH,SCAM,Con,60,R\n`);
    assert.equal((await look(evm(3)))['riskScore'], 80);
    const at = await version();
    const same = await importLabelText(service, 'csv', 'c.csv', row(60));
    assert.deepEqual([same.files[0]?.unchanged, await version()], [true, at]);
    await importLabelText(service, 'csv', 'a.csv', row(10));
    assert.equal((await look(evm(3)))['riskLevel'], 'UNKNOWN', 'not sure enough to count');
  });

  test('a list cut short is refused and the one before stays, until it is told to be right', async () => {
    const list = (count: number, force = false) =>
      importLabelText(
        service,
        'ofac-addresses',
        'sanctioned_addresses_AVAX.json',
        JSON.stringify(Array.from({ length: count }, (_, i) => evm(900 + i))),
        force,
      );
    await list(40);
    const at = await version();
    await assert.rejects(list(32), refusal(/sanctioned_addresses_AVAX\.json: has 32 labels where .* had 40 .*--force/));
    await assert.rejects(list(0), refusal(/has 0 labels/));
    assert.equal(await version(), at);
    assert.equal((await look(evm(939)))['riskScore'], 100);
    assert.equal((await list(39)).ended, 1, 'less than a fifth is news');
    assert.equal((await list(5, true)).ended, 34);
    assert.equal((await look(evm(938)))['riskLevel'], 'UNKNOWN');
    assert.equal((await list(2)).ended, 3, 'of so few, each may be news');
    await assert.rejects(list(0), refusal(/has 0 labels/));
  });

  test('a row of no confidence ends the label, and neither is shown', async () => {
    const row = (text: string) => importLabelText(service, 'csv', 'w.csv', LABEL_HEADER + text);
    await row(
      `${evm(41)},ETH,SCAM,Gone,60,R\n${evm(41)},ETH,MIXER,Stays,60,R\n"${evm(42)}",ETH,SCAM,"Two\nlines",60,R\n`,
    );
    const result = await row(`${evm(41)},ETH,SCAM,Gone,0,R\n${evm(43)},ETH,SCAM,Never,0,R\n`);
    assert.equal(result.ended, 1);
    const labels = async (address: string) => (await look(address))['labels'] as { entity: string }[];
    assert.deepEqual(
      (await labels(evm(41))).map(({ entity }) => entity),
      ['Stays'],
    );
    assert.deepEqual(await labels(evm(43)), []);
    await assert.rejects(
      row(`${evm(41)},ETH,SCAM,"Two\nlines",60,R\nx,ETH,SCAM,X,60,R\n`),
      refusal(/w\.csv line 4: /),
      'the line, where a record before took two',
    );
  });

  test('a label on an address of the value graph marks it, and its withdrawal unmarks it', async () => {
    await importChainText(service, 'edges-csv', 'ETH', `txid,time,from,to,value\nq,0,${evm(21)},${evm(22)},5\n`);
    const score = async () => (await look(evm(22)))['riskScore'];
    const whole = (tags: string) =>
      importLabelText(service, 'tagpack', 'q.yaml', pack(tags).replace('title: T', 'title: Q'), true);
    assert.equal(await score(), 0);
    await whole(`  - {address: '${evm(21)}', label: R, abuse: ransomware}\n`);
    assert.equal(await score(), 90);
    await whole('  []\n');
    assert.equal(await score(), 0);
  });

  test('what a source does not state any more ends in one step, with the date, and only that', async () => {
    const ended = (key: string) =>
      service.services.db.query<{ entity: string; ended_at: Date }>(
        sql`select entity, ended_at from wallet_labels_ended where address_key = ${key}`,
      );
    const list = (addresses: string[]) =>
      importLabelText(service, 'ofac-addresses', 'sanctioned_addresses_ETH.json', JSON.stringify(addresses), true);
    await list([evm(61), evm(62)]);
    const stays = await service.services.db.query(sql`select id from wallet_labels where address_key = ${keyOf(62)}`);
    assert.equal((await look(evm(61)))['riskScore'], 100);
    const result = await list([evm(62)]);
    assert.deepEqual([result.ended, result.labels], [1, 1]);
    const found = await look(evm(61));
    assert.deepEqual([found['riskLevel'], found['sanctions'], found['labels']], ['UNKNOWN', [], []]);
    const [row] = await ended(keyOf(61));
    assert.ok(row && row.ended_at.getTime() > Date.now() - 60_000);
    assert.deepEqual(
      await service.services.db.query(sql`select id from wallet_labels where address_key = ${keyOf(62)}`),
      stays,
      'the row of what is still listed is the same',
    );
    const csv = (replace: boolean, text: string) =>
      withFiles({ 'r.csv': LABEL_HEADER + text }, (paths) =>
        importLabels(service.services, { format: 'csv', paths, replace }),
      );
    await csv(
      false,
      `${evm(63)},ETH,SCAM,One,90,Ours\n${evm(64)},ETH,SCAM,Two,90,Ours\n${evm(65)},ETH,SCAM,Three,90,Theirs\n`,
    );
    assert.equal((await csv(false, `${evm(63)},ETH,SCAM,One,90,Ours\n`)).ended, 0);
    assert.equal((await csv(true, `${evm(63)},ETH,SCAM,One,90,Ours\n`)).ended, 1);
    assert.deepEqual(
      [(await look(evm(63)))['riskScore'], (await look(evm(64)))['riskLevel'], (await look(evm(65)))['riskScore']],
      [80, 'UNKNOWN', 80],
    );
  });

  test('the day of designation tells dealings before it from those after', async () => {
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      `txid,time,from,to,value\nd1,2020-01-01,${evm(71)},${evm(73)},5\nd2,2024-01-01,${evm(72)},${evm(73)},5\n`,
    );
    await importLabelText(
      service,
      'csv',
      'd.csv',
      `address,blockchain,category,entity,confidence,source,listedAt\n${evm(71)},ETH,SANCTIONS,Early,100,List,2022-08-08\n`,
    );
    await importLabelText(
      service,
      'ofac-addresses',
      'sanctioned_addresses_BSC.json',
      JSON.stringify([{ address: evm(72), listedAt: '2022-11-08', entity: 'Late', program: 'CYBER2', entityId: '7' }]),
    );
    const evidence = (await look(evm(73)))['evidence'] as { entity: string; timing: string }[];
    assert.deepEqual(Object.fromEntries(evidence.map(({ entity, timing }) => [entity, timing])), {
      Early: 'BEFORE',
      Late: 'AFTER',
    });
    const [sanction] = (await look(evm(72)))['sanctions'] as object[];
    assert.deepEqual(sanction, { list: 'OFAC SDN', program: 'CYBER2', entityId: '7', listedAt: '2022-11-08' });
    await assert.rejects(
      importLabelText(
        service,
        'csv',
        'e.csv',
        `address,blockchain,category,entity,confidence,source,listedAt\n${evm(1)},ETH,SCAM,X,1,Y,soon\n`,
      ),
      refusal(/e\.csv line 2, listedAt: must be a day/),
    );
  });

  test('sources that disagree: all are shown, and the most severe that is sure enough counts', async () => {
    const text = [
      `${evm(81)},ETH,EXCHANGE,Shop,100,A`,
      `${evm(81)},ETH,MIXER,Tumbler,60,B`,
      `${evm(81)},ETH,RANSOMWARE,Rumour,10,C`,
    ].join('\n');
    await importLabelText(service, 'csv', 's.csv', `${LABEL_HEADER}${text}\n`);
    const found = await look(evm(81));
    assert.deepEqual(
      (found['labels'] as { entity: string }[]).map(({ entity }) => entity),
      ['Shop', 'Tumbler', 'Rumour'],
    );
    assert.deepEqual([found['riskScore'], found['topRisks']], [75, ['MIXER']]);
  });

  test('a damaged file changes nothing; an unknown format and a missing file are named', async () => {
    const at = await version();
    await assert.rejects(
      importLabelText(service, 'csv', 'bad.csv', `${LABEL_HEADER}${evm(9)},ETH,SCAM,Con,60,R\nx,ETH,SCAM,Con,60,R\n`),
      refusal(/bad\.csv line 3/),
    );
    await assert.rejects(
      importLabelText(service, 'csv', 'nul.csv', `${LABEL_HEADER}${evm(9)},ETH,SCAM,C\0n,60,R\n`),
      refusal(/nul\.csv line 2: holds a NUL character/),
    );
    await assert.rejects(
      importLabelText(service, 'ofac-addresses', 'ETH.json', `[{"address":"${evm(9)}","entity":"C\\u0000n"}]`),
      refusal(/ETH\.json: label 1 holds a NUL character/),
    );
    await assert.rejects(
      importLabelText(service, 'csv', 'packed.csv', gzipSync(LABEL_HEADER)),
      refusal(/packed\.csv: is compressed/),
    );
    await assert.rejects(importLabelText(service, 'excel', 'l.xls', ''), refusal(/no label format "excel"/));
    await assert.rejects(
      importLabels(service.services, { format: 'csv', paths: ['/nowhere/labels.csv'] }),
      refusal(/cannot be read \(ENOENT\)/),
    );
    assert.equal(await version(), at);
  });

  const ofac = sharedData('chain/ofac');
  test(
    'every published sanctioned address of a supported chain scores 100',
    { skip: ofac ? false : 'no shared data here' },
    async () => {
      const folder = ofac ?? '';
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const result = await importLabels(service.services, {
        format: 'ofac-addresses',
        paths: names.map((name) => join(folder, name)),
      });
      assert.ok(result.labels > 600 && result.skipped < 20, `${result.labels} labels, ${result.skipped} skipped`);
      for (const [file, blockchain] of [
        ['XBT', 'BTC'],
        ['ETH', 'ETH'],
        ['LTC', 'LTC'],
        ['BCH', 'BCH'],
        ['TRX', 'TRX'],
        ['XRP', 'XRP'],
        ['XMR', 'XMR'],
      ] as const) {
        const addresses = JSON.parse(
          readFileSync(join(folder, `sanctioned_addresses_${file}.json`), 'utf8'),
        ) as string[];
        const { status, json } = await check(service, { address: addresses[0], blockchain }, { environment: 'LIVE' });
        assert.equal(status, 201, file);
        assert.deepEqual([json.data.riskScore, json.data.sanctions[0].list], [100, 'OFAC SDN'], file);
      }
    },
  );
});
