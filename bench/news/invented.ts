/**
 * The seven languages beside English on invented sentences: `node bench/news/invented.ts [LANGUAGE] [--failures]`.
 * `invented/xx.txt` was written before its lexicon was read, then read while the lexicon was mended;
 * `invented/xx.unread.txt` was written at the same time and its failures were not read.
 * A line is `sentence ## Name=C:OFFENCE,… ; Name=A:… ; Name=V`: C convicted, A accused; V victim, O official or lawyer,
 * W witness, N cleared or said not to be meant, `-` nothing. Offences may be left out: any will do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseArticle } from '../../engines/news/index.ts';

export interface Tally {
  adverse: number;
  found: number;
  right: number;
  role: number;
  offence: number;
  /** Victims, officials, witnesses and cleared parties named, how many of them were accused, how many given their role. */
  others: number;
  accusedOthers: number;
  named: number;
}

const ROLES: Readonly<Record<string, readonly string[]>> = {
  V: ['VICTIM'],
  O: ['OFFICIAL'],
  W: ['WITNESS', 'OFFICIAL'],
  N: ['OTHER'],
  '-': [],
};
const folder = join(import.meta.dirname, 'invented');

/** A line that begins with `TITLE: ` is a headline without an article. */
export function asArticle(line: string): { title: string; text: string } {
  return line.startsWith('TITLE: ') ? { title: line.slice(7), text: '' } : { title: '', text: line };
}

/** @param report called with each miss */
export function measureInvented(file: string, report: (line: string) => void = () => {}): Tally {
  const language = file.slice(0, 2);
  const tally: Tally = {
    adverse: 0,
    found: 0,
    right: 0,
    role: 0,
    offence: 0,
    others: 0,
    accusedOthers: 0,
    named: 0,
  };
  for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
    const [text = '', facts = ''] = line.split(' ## ');
    const findings = analyseArticle({ ...asArticle(text), language });
    const left = new Set(
      findings.filter(({ role }) => role === 'ACCUSED' || role === 'CONVICTED').map(({ name }) => name),
    );
    tally.found += left.size;
    for (const fact of facts.split(';')) {
      const [name = '', said = ''] = fact.trim().split('=');
      const [role = '', offences = ''] = said.split(':');
      const of = findings.filter((one) => one.name.includes(name) || name.includes(one.name));
      const adverse = of.filter((one) => one.role === 'ACCUSED' || one.role === 'CONVICTED');
      for (const one of of) if (role === 'A' || role === 'C') left.delete(one.name);
      if (role === 'A' || role === 'C') {
        tally.adverse++;
        if (adverse.length === 0) {
          report(`MISSED ${name}: ${text}`);
          continue;
        }
        tally.right++;
        if (adverse.some((one) => one.role[0] === role)) tally.role++;
        else report(`ROLE ${name} ${role}: ${text}`);
        if (offences === '' || adverse.some(({ offence }) => offences.split(',').includes(offence))) tally.offence++;
        else report(`OFFENCE ${name} ${adverse.map(({ offence }) => offence).join()}: ${text}`);
        continue;
      }
      if (role === '-') continue;
      tally.others++;
      if (adverse.length > 0) tally.accusedOthers++;
      if (of.some((one) => ROLES[role]?.includes(one.role))) tally.named++;
      else report(`NOT ${role}: ${name}, ${of.map((one) => one.role).join()}: ${text}`);
    }
    for (const name of left) report(`WRONG ${name}: ${text}`);
  }
  return tally;
}

/** Files of invented sentences, by name. */
export function inventedFiles(unread: boolean): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && name.endsWith('.unread.txt') === unread)
    .toSorted();
}

if (import.meta.main) {
  const [only, show] = process.argv.slice(2);
  for (const unread of [false, true]) {
    const sum: Tally = { adverse: 0, found: 0, right: 0, role: 0, offence: 0, others: 0, accusedOthers: 0, named: 0 };
    for (const file of inventedFiles(unread)) {
      if (only !== undefined && only !== 'all' && !file.startsWith(only)) continue;
      const tally = measureInvented(file, show !== undefined && !unread ? console.log : undefined);
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
      print(file, tally);
    }
    print(unread ? 'all, unread' : 'all, read', sum);
  }
}

function print(file: string, { adverse, found, right, role, offence, others, accusedOthers, named }: Tally): void {
  console.log(
    `${file}: precision ${right}/${found}, recall ${right}/${adverse}, role ${role}/${right}, offence ${offence}/${right}; ` +
      `others accused ${accusedOthers}/${others}, their own role ${named}/${others}`,
  );
}
