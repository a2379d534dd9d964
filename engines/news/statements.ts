import { languageOf } from './language.ts';
import { modelFor } from './lexicon/index.ts';
import type { LanguageModel } from './lexicon/model.ts';
import { Coreference } from './parties/coreference.ts';
import type { Party } from './parties/mention.ts';
import { capitalsTellNothing, recase } from './parties/recase.ts';
import { recognise } from './parties/recognise.ts';
import { clause, type NamedItem } from './roles/clause.ts';
import { statements } from './roles/rules.ts';
import { ACCUSER, REPORTED, type Hits, type Statement } from './roles/statement.ts';
import { sentences, type Span } from './sentences.ts';
import { features, type Elsewhere } from './weigh/features.ts';
import { probability } from './weigh/model.ts';
import { tokenise, type Token } from './tokens.ts';
import type { Article, ArticleField, Offence, Role } from './types.ts';

/** Only so much of a text is analysed: news is shorter, and time must be bounded. */
export const MAX_ANALYSED_CHARS = 200_000;
/** Names of one sentence that are looked at; more is a table. */
const MAX_NAMES = 60;

/** What one sentence says of one party. */
export interface PartyStatement {
  party: Party;
  field: ArticleField;
  sentence: Span;
  /** The name as it stands here. */
  name: Span;
  cue: Span;
  rule: string;
  role: Role;
  offence: Offence;
  /** Where the offence is named; absent where it comes from the sentences around or from the cue. */
  offenceAt?: Span;
  /** Chance, by the weights, that the sentence speaks against the party. */
  chance: number;
  /** What was weighed; empty where no weights are. */
  features: readonly string[];
}

interface Read {
  field: ArticleField;
  span: Span;
  tokens: Token[];
  named: NamedItem[];
  hits: Hits;
  /** Text the title or body offsets refer to. */
  text: string;
}

const GENERAL: ReadonlySet<Offence> = new Set<Offence>(['OTHER_CRIME']);

function smallWords(text: string): Set<string> {
  return new Set(text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}'’]*/gu) ?? []);
}

function readSentences(
  field: ArticleField,
  text: string,
  model: LanguageModel,
  people: Coreference,
  small: ReadonlySet<string>,
): Read[] {
  return sentences(text).map((span): Read => {
    const tokens = tokenise(text, span);
    const named: NamedItem[] = [];
    for (const mention of recognise(tokens, model, { small }).slice(0, MAX_NAMES)) {
      const before = named.at(-1);
      const bracketed =
        before !== undefined &&
        before.party.kind === 'ORGANIZATION' &&
        before.mention.to === mention.from - 1 &&
        tokens[mention.from - 1]?.text === '(' &&
        tokens[mention.to]?.text === ')' &&
        mention.name === mention.name.toUpperCase();
      if (bracketed) people.join(mention, before.party);
      const party = bracketed ? before.party : people.add(mention);
      if (party) named.push({ mention, party });
    }
    const hits = {
      cues: model.cues.find(tokens),
      deeds: model.deeds.find(tokens),
      offences: model.offences.find(tokens),
      negations: model.negations.find(tokens),
      cleared: model.cleared.find(tokens),
      testifying: model.testifying.find(tokens),
    };
    return { field, span, tokens, named, hits, text };
  });
}

/** The offence named nearest to a cue, after it before before it; a particular one before a general one. */
function nearestOffence(read: Read, statement: Statement): { offence: Offence; at: Span } | undefined {
  let best: { offence: Offence; at: Span; cost: number } | undefined;
  for (const { from, to, value } of [...read.hits.offences, ...read.hits.deeds]) {
    const after = from >= statement.from;
    const distance = after ? Math.max(0, from - statement.to) : statement.from - to + 8;
    const cost = distance + (GENERAL.has(value) ? 1_000 : 0);
    if (best && cost >= best.cost) continue;
    const at = { start: read.tokens[from]?.start ?? 0, end: read.tokens[to - 1]?.end ?? 0 };
    best = { offence: value, at, cost };
  }
  return best;
}

/** The particular offence the article speaks of most. */
function leading(reads: readonly Read[]): Offence | undefined {
  const counts = new Map<Offence, number>();
  for (const { hits } of reads) {
    for (const { value } of hits.offences) if (!GENERAL.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return first && first[1] > 1 ? first[0] : undefined;
}

/** The rule of a party that no rule speaks of, but everything around it. */
const CONTEXT = 'accused by the context';

/** Only these accuse a judge, a prosecutor, a policeman or a lawyer, who stand beside every accusation by office. */
const DIRECT: ReadonlySet<string> = new Set([
  'subject of passive charge',
  'subject of plea or denial',
  'object of charge',
  'object of sentence',
  'within charge',
  'nearest to charge',
]);

/** Chance from which a sentence is held to speak against a party: cross-validated on the late read sets, precision 0.89. */
const THRESHOLD = 0.4;
/** The same where no rule speaks of the party, but only what stands around it. */
const CONTEXT_THRESHOLD = 0.5;
/** The same where the sentence also makes the party a victim: a victim accused is the worst mistake. */
const VICTIM_THRESHOLD = 0.7;
/** The same where the party testifies here: only what is beyond doubt, as a plea of guilt. */
const WITNESS_THRESHOLD = 0.95;

/** How many statements accuse a party, those that stand by themselves counted twice. */
type Accused = ReadonlyMap<Party, number>;

/** Parties the article accuses or convicts somewhere. */
function accusedParties(all: readonly { read: Read; made: readonly Statement[] }[]): Accused {
  const found = new Map<Party, number>();
  for (const { read, made } of all) {
    for (const { named, role, rule, negated, strong, offence } of made) {
      if (rule === REPORTED || negated || (role !== 'ACCUSED' && role !== 'CONVICTED') || named.party.authority)
        continue;
      if (!strong && offence === undefined && read.hits.offences.length + read.hits.deeds.length === 0) continue;
      found.set(named.party, (found.get(named.party) ?? 0) + (strong || role === 'CONVICTED' ? 2 : 1));
    }
  }
  return found;
}

/** One party in one sentence, with what the rules and the article say of it. */
export interface Candidate {
  party: Party;
  field: ArticleField;
  sentence: Span;
  names: Span[];
  /** What the weights are put to. */
  features: string[];
}

interface Weighing extends Candidate {
  index: number;
  read: Read;
  named: NamedItem;
  made: Statement[];
}

/** Of ten sentences of the text, so many name an offence. */
function density(reads: readonly Read[]): number {
  const body = reads.filter(({ field }) => field === 'TEXT');
  const dense = body.filter(({ hits }) => hits.offences.length + hits.deeds.length > 0);
  return (10 * dense.length) / Math.max(1, body.length);
}

/** Every party of every sentence that holds a cue or an offence, weighed by the article around it. */
function weighings({ reads, main, model }: ReadArticle): Weighing[] {
  const all = reads.map((read) => {
    const sentence = clause(read.tokens, read.named, model);
    return { read, sentence, made: read.named.length === 0 ? [] : statements(sentence, read.hits) };
  });
  const accused = accusedParties(all);
  const cleared = new Set(
    all.flatMap(({ made }) => made.filter(({ rule }) => rule === 'cleared').map(({ named }) => named.party)),
  );
  const ofTen = density(reads);
  const found: Weighing[] = [];
  for (const [index, { read, sentence, made }] of all.entries()) {
    const { cues, deeds, offences } = read.hits;
    if (made.length === 0 && cues.length + deeds.length + offences.length === 0) continue;
    const here = accusedParties([{ read, made }]);
    for (const [party, list] of Map.groupBy(read.named, (named) => named.party)) {
      const [first] = list;
      if (!first) continue;
      const own = made.filter(({ named }) => named.party === party);
      const elsewhere: Elsewhere = {
        accused: (accused.get(party) ?? 0) - (here.get(party) ?? 0),
        cleared: cleared.has(party),
        others: [...here.keys()].some((one) => one !== party),
        offence: main !== undefined,
        alone: reads.length <= 2,
        density: ofTen,
      };
      const places = list.map(({ mention }) => sentence.itemOf(mention.from));
      found.push({
        party,
        field: read.field,
        sentence: read.span,
        names: list.map(({ mention }) => ({ start: mention.start, end: mention.end })),
        features: party.authority ? [] : features(sentence, read.hits, { party, places, made: own }, elsewhere),
        index,
        read,
        named: first,
        made: own,
      });
    }
  }
  return found;
}

/** For training and measuring: the parties of an article that are no authorities, with their features. */
export function candidates(article: Article): Candidate[] {
  return weighings(readArticle(article))
    .filter(({ party }) => !party.authority)
    .map(({ party, field, sentence, names, features: all }) => ({ party, field, sentence, names, features: all }));
}

/** Chance of an accusation in a language without rules of word order, by hand: the weights were fitted on English. */
function plainChance({ made, read }: Weighing): number {
  const accusing = made.filter(({ role, negated }) => !negated && (role === 'ACCUSED' || role === 'CONVICTED'));
  if (accusing.length === 0) return 0;
  const convicted = accusing.some(({ role }) => role === 'CONVICTED');
  if (!convicted && made.some(({ role, negated }) => role === 'VICTIM' || role === 'WITNESS' || negated)) return 0.2;
  return convicted || accusing.some(({ strong }) => strong) || read.hits.offences.length > 0 ? 0.6 : 0.3;
}

/** The statement that context alone makes of a party: its cue is the nearest in the sentence. */
function fromContext({ read, named }: Weighing): Statement | undefined {
  const { from, to } = named.mention;
  const cues = read.hits.cues.filter(({ value }) =>
    value.some(({ form, role }) => form !== 'REPORT' && role !== 'VICTIM'),
  );
  const near = [...read.hits.offences, ...read.hits.deeds, ...cues].toSorted(
    (a, b) =>
      Math.min(Math.abs(a.from - to), Math.abs(from - a.to)) - Math.min(Math.abs(b.from - to), Math.abs(from - b.to)),
  )[0];
  if (!near) return undefined;
  return { named, role: 'ACCUSED', rule: CONTEXT, from: near.from, to: near.to, strong: false, negated: false };
}

/**
 * Every statement the article makes about a party and an offence, sentence by sentence: title first, then the text.
 * Rules propose, and the weights decide which of what they propose against a party stands, and which party is accused
 * where no rule speaks. Time and memory are linear in the article, which is cut at MAX_ANALYSED_CHARS.
 */
export function partyStatements(article: Article): PartyStatement[] {
  const whole = readArticle(article);
  const found: PartyStatement[] = [];
  for (const weighing of weighings(whole)) {
    const { party, read, index } = weighing;
    const chance = party.authority ? 0 : whole.model.plain ? plainChance(weighing) : probability(weighing.features);
    const adverse = (one: Statement): boolean => !one.negated && (one.role === 'ACCUSED' || one.role === 'CONVICTED');
    const accuser = weighing.made.some(({ rule }) => rule === ACCUSER);
    const victim = accuser || weighing.made.some(({ role }) => role === 'VICTIM');
    const witness = weighing.made.some(({ role }) => role === 'WITNESS');
    const needed = whole.model.plain ? THRESHOLD : witness ? WITNESS_THRESHOLD : victim ? VICTIM_THRESHOLD : THRESHOLD;
    const kept = weighing.made.filter(
      (one) =>
        one.rule !== ACCUSER &&
        (!adverse(one) || (chance >= needed && ((!party.judicial && !accuser) || DIRECT.has(one.rule)))),
    );
    // What the sentence denies, context does not assert.
    if (
      chance >= CONTEXT_THRESHOLD &&
      !party.judicial &&
      !victim &&
      !witness &&
      !weighing.made.some((one) => adverse(one) || one.negated)
    ) {
      const context = fromContext(weighing);
      if (context) kept.push(context);
    }
    for (const statement of kept) {
      const { mention } = statement.named;
      if (party.authority && statement.role !== 'OFFICIAL') continue;
      const near = nearestOffence(read, statement);
      found.push({
        party,
        field: read.field,
        sentence: read.span,
        name: { start: mention.start, end: mention.end },
        cue: { start: read.tokens[statement.from]?.start ?? 0, end: read.tokens[statement.to - 1]?.end ?? 0 },
        rule: statement.negated && statement.rule !== 'cleared' ? `${statement.rule}, negated` : statement.rule,
        role: statement.negated ? 'OTHER' : statement.role,
        chance,
        features: whole.model.plain ? [] : weighing.features,
        ...offenceOf(statement, near, [whole.reads[index - 1], whole.reads[index + 1]], whole.main),
      });
    }
  }
  return found;
}

/** Words that are no family name where a headline has them after a given name. */
function isCommon(word: string, model: LanguageModel): boolean {
  return (
    model.ordinary.has(word) ||
    model.titles.has(word) ||
    model.prepositions.has(word) ||
    model.auxiliaries.has(word) ||
    model.have.has(word) ||
    model.speaking.has(word) ||
    model.boundaries.has(word) ||
    model.organisationHeads.has(word) ||
    /(?:ed|ing|ly)$/.test(word)
  );
}

interface ReadArticle {
  reads: Read[];
  main: Offence | undefined;
  model: LanguageModel;
}

function readArticle(article: Article): ReadArticle {
  const text = article.text.slice(0, MAX_ANALYSED_CHARS);
  const model = modelFor(article.language ?? languageOf(`${article.title}\n${text}`));
  const people = new Coreference(model);
  const small = smallWords(text);
  const body = readSentences('TEXT', text, model, people, small);
  // After the body, whose full names explain the title's short ones, and tell the names in a title of capitals.
  const shouting = capitalsTellNothing(article.title);
  const title = readSentences(
    'TITLE',
    shouting ? recase(article.title, people.parties, (word) => isCommon(word, model)) : article.title,
    model,
    people,
    small,
  );
  const reads = [...title, ...body];
  return { reads, main: leading(reads), model };
}

/** The offence of a statement: what the cue says, what stands beside it, what the sentences around or the article say. */
function offenceOf(
  statement: Statement,
  near: { offence: Offence; at: Span } | undefined,
  around: readonly (Read | undefined)[],
  main: Offence | undefined,
): { offence: Offence; offenceAt?: Span } {
  const said = statement.offence;
  if (said !== undefined && !GENERAL.has(said)) return { offence: said };
  if (near && !GENERAL.has(near.offence)) return { offence: near.offence, offenceAt: near.at };
  const neighbour = around.flatMap((read) => read?.hits.offences ?? []).find(({ value }) => !GENERAL.has(value));
  return { offence: neighbour?.value ?? main ?? near?.offence ?? said ?? 'OTHER_CRIME' };
}

/**
 * Why the analysis says nothing of a name, for measuring: the name was not found, nothing in its sentence is a cue,
 * or the cue was not tied to it.
 */
export function explainSilence(article: Article, start: number, end: number, field: ArticleField = 'TEXT'): string {
  const { reads } = readArticle(article);
  const read = reads.find(({ field: of, span }) => of === field && span.start <= start && span.end >= end);
  if (!read) return 'sentence cut in two';
  const named = read.named.find(({ mention }) => mention.start < end && mention.end > start);
  if (!named) return 'name not found';
  if (named.party.authority) return 'taken for an authority';
  if (read.hits.cues.length + read.hits.deeds.length === 0) return 'no cue in the sentence';
  return read.hits.offences.length + read.hits.deeds.length === 0 ? 'cue, but no offence' : 'cue not tied to the name';
}
