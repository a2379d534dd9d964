import { combined, statementConfidence } from './confidence.ts';
import { severity } from './severity.ts';
import { partyStatements, type PartyStatement } from './statements.ts';
import { reasons } from './weigh/model.ts';
import type { Article, ArticleField, Evidence, Finding, Offence, Role, Snippet } from './types.ts';

/** The role that stands where several are said of one party and offence. */
const ORDER: readonly Role[] = ['CONVICTED', 'OTHER', 'ACCUSED', 'VICTIM', 'WITNESS', 'OFFICIAL'];
const MAX_SNIPPET = 400;
const MAX_EVIDENCE = 20;
const MAX_FINDINGS = 200;

/** Whether a finding speaks against the party. */
export function isAdverse({ role }: Pick<Finding, 'role'>): boolean {
  return role === 'ACCUSED' || role === 'CONVICTED';
}

function textOf(article: Article, field: ArticleField): string {
  return field === 'TITLE' ? article.title : article.text;
}

/** The sentence, or the stretch of a long one around name and cue. */
function snippet(article: Article, { field, sentence, name, cue }: PartyStatement): Snippet {
  const text = textOf(article, field);
  let { start, end } = sentence;
  if (end - start > MAX_SNIPPET) {
    const middle = Math.floor(
      (Math.min(name.start, cue.start) + Math.min(Math.max(name.end, cue.end), name.start + MAX_SNIPPET)) / 2,
    );
    start = Math.max(sentence.start, middle - MAX_SNIPPET / 2);
    end = Math.min(sentence.end, start + MAX_SNIPPET);
    // Not in the middle of a character.
    if (/[\uDC00-\uDFFF]/.test(text[start] ?? '')) start++;
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end--;
  }
  return { field, text: text.slice(start, end), start, end };
}

function evidence(article: Article, statements: readonly PartyStatement[]): Evidence[] {
  const found = new Map<string, Evidence>();
  const put = (rule: string, field: ArticleField, start: number, end: number): void => {
    const key = `${rule} ${field} ${start}`;
    if (found.size < MAX_EVIDENCE && !found.has(key)) {
      found.set(key, { rule, field, text: textOf(article, field).slice(start, end), start, end });
    }
  };
  for (const { rule, field, cue, name, offenceAt } of statements) {
    put(rule, field, cue.start, cue.end);
    put('name', field, name.start, name.end);
    if (offenceAt) put('offence', field, offenceAt.start, offenceAt.end);
  }
  return [...found.values()];
}

/** A party's statements by offence; an offence left unsaid joins the particular one said most often. */
function byOffence(statements: readonly PartyStatement[]): Map<Offence, PartyStatement[]> {
  const found = Map.groupBy(statements, ({ offence }) => offence);
  const general = found.get('OTHER_CRIME');
  const particular = [...found]
    .filter(([offence, list]) => offence !== 'OTHER_CRIME' && list.some(isAdverse))
    .toSorted((a, b) => b[1].length - a[1].length)[0];
  if (general && particular && !general.some(({ rule }) => rule === 'cleared')) {
    particular[1].push(...general);
    found.delete('OTHER_CRIME');
  }
  return found;
}

/**
 * What an article says of the people and organisations it names: who is accused or convicted of what, who suffered
 * it, who testified, who only speaks about it by office.
 *
 * One finding for each party and offence, the gravest first. A party that the article also clears of the offence has
 * the role OTHER, unless a conviction stands beside it. Pure and deterministic; time is linear in the text, of which
 * the first 200,000 characters are read.
 */
export function analyseArticle(article: Article): Finding[] {
  const parties = Map.groupBy(partyStatements(article), ({ party }) => party);
  const findings: Finding[] = [];
  for (const [party, all] of parties) {
    // Who is more than an official in the story is not listed as one.
    const involved = all.filter(({ role }) => role !== 'OFFICIAL');
    for (const [offence, statements] of byOffence(involved.length > 0 ? involved : all)) {
      const cleared = statements.some(({ rule }) => rule === 'cleared');
      const adverse = statements.some(isAdverse);
      const role = ORDER.find(
        (one) => (one !== 'OTHER' || cleared || !adverse) && statements.some((each) => each.role === one),
      );
      if (role === undefined) continue;
      const bearing = statements.filter((one) => one.role === role);
      const best = bearing.toSorted((a, b) => statementConfidence(b) - statementConfidence(a))[0];
      if (!best) continue;
      const aliases = [...party.forms].filter((form) => form !== party.name).toSorted((a, b) => b.length - a.length);
      findings.push({
        name: party.name,
        aliases,
        kind: party.kind,
        offence,
        role,
        severity: severity(offence, role),
        snippet: snippet(article, best),
        confidence: combined(bearing),
        reasons: isAdverse(best) ? reasons(best.features) : [],
        evidence: evidence(article, [...bearing, ...statements.filter((one) => one.role !== role)]),
      });
    }
  }
  const rank = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
  return findings
    .toSorted((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity) || b.confidence - a.confidence)
    .slice(0, MAX_FINDINGS);
}
