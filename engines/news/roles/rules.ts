import type { PhraseHit } from '../phrases.ts';
import type { Offence, Role } from '../types.ts';
import { accusers } from './accuser.ts';
import { alleged } from './allegation.ts';
import { clear } from './clearing.ts';
import { prepositional, TIME, wordAt, type Clause, type NamedItem } from './clause.ts';
import { rightList } from './coordination.ts';
import { object } from './object.ts';
import { ACCUSER, type Hits, type Statement } from './statement.ts';
import { subject } from './subject.ts';
import {
  accuserSpeaks,
  afterComma,
  attributed,
  describes,
  everyName,
  listed,
  nearest,
  owner,
  pleader,
  possessor,
} from './who.ts';

/** What stands before a participle that describes a name rather than does something to it. */
const BEFORE_LABEL = new Set(
  'the a an of by with to against from in for and or its his her their into between among including like as , " two three former'.split(
    ' ',
  ),
);

/** "an attack carried out by X". */
const CARRIED = new Set(
  'committed perpetrated orchestrated masterminded staged organised organized planned led run headed directed controlled'.split(
    ' ',
  ),
);
const NOUNS_AFTER = new Set(
  "the a an no any in of on for without under 's s its his her their these those all some more such".split(' '),
);
const BROUGHT = new Set('brought made laid heard found won put sent given'.split(' '));
const GAINED = new Set(
  'won obtained gained secured acquired made earned amassed raised enriched built financed'.split(' '),
);
const DOING = new Set(
  'ordered ordering plotted plotting organised organized orchestrated orchestrating masterminded masterminding committed commit commits committing perpetrated directed ran run running runs operated operating led leading leads headed heading heads financed financing funded funding bankrolled staged engaged practised conducted instigated planned planning participated facilitated'.split(
    ' ',
  ),
);
const COMMITTED = new Set(
  'committed commits perpetrated masterminded orchestrated pleaded ran organised organized'.split(' '),
);
/** After the name of an offence: somebody's dealing with it, not his deed. */
const ABOUT =
  /^(?:allegation|accusation|charge|probe|investigat|inquir|law|rule|report|unit|squad|case|suit|claim|division|task|crackdown|definition|statute|bill|legislation|campaign|fight|evidence|victim|polic|prevention|concern|fear)/;

const BAIL = new Set('granted denied refused'.split(' '));
const OWN_CASE =
  /^(?:plead|pled|fac|appear|st[ao]nd|stood|we?nt|go|admit|confess|serv|settl|got|get|await|is$|was$|are$|were$|resign)/;
const PAYMENT = /^(?:brib|kickback|payoff|payment|commission)/;
const APPOSED =
  /^(?:killer|gunman|ringleader|mastermind|suspect|attacker|bomber|culprit|kingpin|fraudster|murderer|rapist|hitman|defendant|accused|swindler|kidnapper|robber|thief|perpetrator)$/;
const IDENTIFIED = /^identified$/;
const CRIMINALS = new Set(
  'gunman gunmen hijacker hijackers suspect suspects attacker attackers killer killers bomber bombers robber robbers kidnapper kidnappers thief thieves smuggler smugglers trafficker traffickers assailant assailants hacker hackers fraudster defendants accused arrested'.split(
    ' ',
  ),
);
const PROCEEDED = new Set('charged detained summoned questioned interrogated investigated raided'.split(' '));
const CLOSES = new Set(', . ; on in last by over at after when while as'.split(' '));
const MODAL = new Set(['if', 'would', 'could', 'may', 'might', 'should', 'can', 'will', 'unless']);

/** "Charges", "accuse", "is paying": forms that are no participle. */
const ACTIVE_ONLY =
  /(?:ing|[^s]s|e)$|^(?:indict|arrest|detain|convict|jail|debar|suspect|arraign|subpoena|link|impeach|imprison|finger|report|charge)$/;

type Voice = 'PASSIVE' | 'REDUCED' | 'ACTIVE';

/** Whether the participle at item `at` is said of its subject or does something to its object. */
function voice({ items, model }: Clause, at: number, end: number): Voice {
  // "was paying", "is investigating": no passive.
  if (ACTIVE_ONLY.test(wordAt(items, at))) return 'ACTIVE';
  let before = at - 1;
  while (before >= 0 && at - before < 5) {
    const word = wordAt(items, before);
    if (model.auxiliaries.has(word)) return 'PASSIVE';
    if (model.have.has(word)) return 'ACTIVE';
    if (!model.adverbs.has(word)) break;
    before--;
  }
  return model.prepositions.has(wordAt(items, end)) || model.prepositions.has(wordAt(items, end - 1))
    ? 'REDUCED'
    : 'ACTIVE';
}

function negatedAt(sentence: Clause, hits: Hits, token: number): boolean {
  const item = sentence.itemOf(token);
  for (const { from, to } of hits.negations) {
    const at = sentence.itemOf(from);
    if (to > token || item - at > 7) continue;
    let open = true;
    for (let between = at + 1; between < item; between++) {
      const word = wordAt(sentence.items, between);
      if (word === ',' || word === ';' || (sentence.model.boundaries.has(word) && word !== 'that')) open = false;
    }
    if (open) return true;
  }
  return false;
}

/** Whether an authority or an accuser by office is the subject of the verb at item `at`. */
function byOffice({ items, model }: Clause, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 8); before--) {
    const item = items[before];
    if (item?.named) return item.named.mention.authority;
    if (model.accusers.has(item?.lower ?? '') || model.authorities.has(item?.lower ?? '')) return true;
    if (item?.lower === ',' || model.boundaries.has(item?.lower ?? '')) return false;
  }
  return false;
}

/** "was charged on Friday", "has been detained.": a proceeding by itself, where no sum or matter follows. */
function proceeded({ items, model }: Clause, at: number, end: number): boolean {
  if (!PROCEEDED.has(wordAt(items, at)) || end !== at + 1) return false;
  const next = wordAt(items, end);
  return next === '' || CLOSES.has(next) || TIME.has(next) || model.and.has(next);
}

/** The statements of one sentence, before offences are put to them. */
export function statements(sentence: Clause, hits: Hits): Statement[] {
  const { items, model } = sentence;
  const found: Statement[] = [];
  const add = (
    all: readonly NamedItem[],
    role: Role,
    rule: string,
    hit: PhraseHit<unknown>,
    strong: boolean,
    offence?: Offence,
  ): void => {
    // A noun is not what a "not" before it denies: "was not charged in X's indictment".
    const negated =
      rule !== 'owner of charge' && (role === 'ACCUSED' || role === 'CONVICTED') && negatedAt(sentence, hits, hit.from);
    for (const named of all) {
      const said = role === 'VICTIM' ? 'suffered' : rule;
      found.push({ named, role, rule: said, from: hit.from, to: hit.to, strong, offence, negated });
    }
  };

  for (const hit of hits.cues) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    for (const cue of hit.value) {
      const modal =
        MODAL.has(wordAt(items, at - 1)) || MODAL.has(wordAt(items, at - 2)) || wordAt(items, at - 1) === 'to';
      const role = cue.role === 'CONVICTED' && modal && cue.form !== 'SUBJECT' ? 'ACCUSED' : cue.role;
      switch (cue.form) {
        case 'PASSIVE': {
          // "officer in charge X", "the charges of": a noun.
          if (
            ACTIVE_ONLY.test(wordAt(items, at)) &&
            !wordAt(items, at).endsWith('ing') &&
            NOUNS_AFTER.has(wordAt(items, at - 1))
          )
            break;
          // "is believed to have been killed": he suffered it.
          if (wordAt(items, end - 1) === 'have' && wordAt(items, end) === 'been') break;
          const how = voice(sentence, at, end);
          // "Suspected rebels bombed X": an adjective, which has no object.
          if (
            how === 'ACTIVE' &&
            wordAt(items, end - 1).endsWith('ed') &&
            (at === 0 || BEFORE_LABEL.has(wordAt(items, at - 1))) &&
            wordAt(items, at - 1) !== 'and'
          )
            break;
          const objects = how === 'ACTIVE' ? object(sentence, end) : [];
          // "charged X with abusing", "is suspected of helping": a deed of any kind is named.
          const last = objects.at(-1);
          const after = last ? sentence.itemOf(last.mention.from) + 1 : end;
          const strong =
            cue.strong ||
            (how === 'PASSIVE' && proceeded(sentence, at, end)) ||
            ((/^(?:charg|suspect|indict)/.test(wordAt(items, at)) ||
              (/^accus/.test(wordAt(items, at)) && (how === 'PASSIVE' || byOffice(sentence, at)))) &&
              [after, after - 1].some(
                (of) => ['of', 'with'].includes(wordAt(items, of)) && wordAt(items, of + 1).endsWith('ing'),
              ));
          if (how === 'ACTIVE')
            add(
              objects.filter(({ mention }) => !describes(sentence, hits, sentence.itemOf(mention.from))),
              role,
              `object of ${cue.role === 'CONVICTED' ? 'sentence' : 'charge'}`,
              hit,
              strong,
            );
          else {
            const parties = subject(sentence, at);
            // "Convicted of perjury last year, X was".
            if (parties.length === 0 && at <= 1) parties.push(...afterComma(sentence, end, 14));
            if (how === 'PASSIVE' && parties.length === 0)
              add(listed(sentence, at, end), role, 'listed after the charge', hit, cue.strong);
            add(parties, role, how === 'PASSIVE' ? 'subject of passive charge' : 'participle of charge', hit, strong);
            // "convicted along with Y", "charged with X": "with" and a name right after is company.
          }
          break;
        }
        case 'SUBJECT':
          // A weak verb in the passive says nothing of its subject: "the suit was dismissed".
          if (!cue.strong && voice(sentence, at, end) === 'PASSIVE') break;
          // "The judge refused bail": no word of his own case.
          if (
            wordAt(items, end - 1) === 'bail' &&
            BAIL.has(wordAt(items, at)) &&
            voice(sentence, at, at + 1) !== 'PASSIVE'
          )
            break;
          // "The SEC settled charges against X."
          if (wordAt(items, end) === 'against') {
            add(object(sentence, end + 1), cue.role, 'charge against', hit, cue.strong);
            break;
          }
          // "X's lawyer, Y, denied the charges": Y's own case only where he pleads or faces it.
          add(
            pleader(sentence, at, end).filter(({ mention }) => !mention.judicial || OWN_CASE.test(wordAt(items, at))),
            cue.role,
            'subject of plea or denial',
            hit,
            cue.strong,
          );
          break;
        case 'OBJECT':
          // "gunmen who hijacked the jet were identified as X".
          if (
            IDENTIFIED.test(wordAt(items, at)) &&
            end === at + 2 &&
            !items.slice(0, at).some(({ lower }) => CRIMINALS.has(lower))
          )
            break;
          // "key figures in the scandal, including X", not "some members, including X".
          if (
            wordAt(items, at).startsWith('includ') &&
            !hits.offences.some(({ to }) => to <= hit.from && hit.from - to <= 6)
          )
            break;
          if (cue.strong && object(sentence, end).length === 0)
            add(
              listed(sentence, Math.min(items.length, end + 6), end),
              role,
              'listed after the charge',
              hit,
              cue.strong,
            );
          add(
            (/^(?:nam|includ)/.test(wordAt(items, at)) ? everyName(sentence, end) : object(sentence, end)).filter(
              ({ mention }) => mention.kind === 'PERSON' || !wordAt(items, at).startsWith('includ'),
            ),
            role,
            'charge against',
            hit,
            cue.strong,
          );
          break;
        case 'OWNER':
          add(owner(sentence, at), cue.role, 'owner of charge', hit, cue.strong);
          break;
        case 'LABEL': {
          const next = items[end]?.named
            ? end
            : items[end + 1]?.named && model.titles.has(wordAt(items, end))
              ? end + 1
              : // "the killer, X,".
                wordAt(items, end) === ',' &&
                  items[end + 1]?.named &&
                  APPOSED.test(wordAt(items, end - 1)) &&
                  ['', ',', '.'].includes(wordAt(items, end + 2)) &&
                  !items[end + 2]?.named
                ? end + 1
                : -1;
          const participle =
            wordAt(items, end - 1).endsWith('ed') && at > 0 && !BEFORE_LABEL.has(wordAt(items, at - 1));
          const verb =
            participle ||
            model.auxiliaries.has(wordAt(items, at - 1)) ||
            model.have.has(wordAt(items, at - 1)) ||
            items[at - 1]?.named !== undefined;
          // "the alleged Corvex manipulators": they are meant.
          const compound =
            items[next]?.named?.mention.kind === 'ORGANIZATION' &&
            /^\p{Ll}/u.test(wordAt(items, next + 1)) &&
            !model.prepositions.has(wordAt(items, next + 1)) &&
            !model.auxiliaries.has(wordAt(items, next + 1)) &&
            !model.have.has(wordAt(items, next + 1)) &&
            !model.and.has(wordAt(items, next + 1)) &&
            !model.boundaries.has(wordAt(items, next + 1));
          if (next >= 0 && !verb && !compound && !describes(sentence, hits, next))
            add(rightList(sentence, next), cue.role, 'label before name', hit, cue.strong);
          break;
        }
        case 'INSIDE':
          add(
            items.slice(at + 1, end).flatMap(({ named }, index) =>
              // "looking for X in connection with".
              named && (wordAt(items, at + index) === 'for' || !prepositional(sentence, at + 1 + index)) ? [named] : [],
            ),
            cue.role,
            'within charge',
            hit,
            cue.strong,
          );
          break;
        case 'REPORT':
          if (!accuserSpeaks(sentence, at)) break;
          alleged(sentence, hits, hit, end, add);
          break;
        case 'ALLEGE':
          alleged(sentence, hits, hit, end, add);
          break;
        case 'NEAREST':
          add(
            nearest(sentence, at, end),
            cue.role,
            cue.role === 'VICTIM' ? 'suffered' : 'nearest to charge',
            hit,
            cue.strong,
          );
          break;
      }
    }
  }

  for (const hit of hits.deeds) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    const how = voice(sentence, at, end);
    const alone = how === 'PASSIVE' || (how === 'REDUCED' && wordAt(items, end) === 'by');
    if (alone) {
      add(subject(sentence, at), 'VICTIM', 'suffered', hit, true, hit.value);
      // "was shot dead outside his home by X".
      for (let by = end; by < Math.min(items.length, end + 9); by++) {
        const word = wordAt(items, by);
        if (items[by]?.named || word === ',' || model.boundaries.has(word)) break;
        if (!model.by.has(word)) continue;
        add(object(sentence, by + 1), 'ACCUSED', 'done by', hit, true, hit.value);
        break;
      }
    } else if (
      BEFORE_LABEL.has(wordAt(items, at - 1)) &&
      wordAt(items, at - 1) !== 'and' &&
      /(?:ed|en|ain)$/.test(wordAt(items, at))
    ) {
      // "the murdered banker X".
      add(object(sentence, end), 'VICTIM', 'suffered', hit, true, hit.value);
    } else {
      add(subject(sentence, at), 'ACCUSED', 'did', hit, true, hit.value);
      const suffered = object(sentence, end);
      if (suffered.length > 0 && items[end]?.named) add(suffered, 'VICTIM', 'suffered', hit, true, hit.value);
    }
  }
  // "bribery by X", "theft of water by a company, X".
  for (const hit of hits.offences) {
    const end = sentence.itemOf(hit.to);
    for (let at = end; at < Math.min(items.length, end + 6); at++) {
      const word = wordAt(items, at);
      // "fraud reported by X".
      if ((word.endsWith('ed') || BROUGHT.has(word)) && !CARRIED.has(word) && word !== 'paid') break;
      // "bribes paid to X by Y", "kickbacks from Y".
      if (hit.value === 'CORRUPTION' && (word === 'to' || word === 'from') && PAYMENT.test(wordAt(items, end - 1))) {
        add(object(sentence, at + 1), 'ACCUSED', 'offence by', hit, true, hit.value);
        if (items[at + 1]?.named) at++;
        continue;
      }
      if (model.by.has(word)) {
        let next = at + 1;
        if (['a', 'an', 'the'].includes(wordAt(items, next)) && wordAt(items, next + 2) === ',') next += 3;
        add(object(sentence, next), 'ACCUSED', 'offence by', hit, true, hit.value);
        break;
      }
      if (items[at]?.named || word === ',' || model.boundaries.has(word)) break;
    }
  }
  // "X took bribes, prosecutors said".
  const [whole] = [...hits.deeds, ...hits.offences];
  if (whole) add(attributed(sentence), 'ACCUSED', 'subject of allegation', whole, false);
  // "won the contracts through bribery".
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    if (!['through', 'via', 'by', 'with'].includes(wordAt(items, at - 1))) continue;
    for (let verb = at - 2; verb > Math.max(0, at - 8); verb--) {
      if (!GAINED.has(wordAt(items, verb))) continue;
      add(subject(sentence, verb), 'ACCUSED', 'did', hit, false, hit.value);
      break;
    }
  }
  // "ordered the bombing", "ran a drug ring": a deed by verb and name.
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    if (ABOUT.test(wordAt(items, sentence.itemOf(hit.to)))) continue;
    for (let verb = at - 1; verb >= Math.max(0, at - 4); verb--) {
      const word = wordAt(items, verb);
      if (items[verb]?.named || model.prepositions.has(word) || word === ',' || model.boundaries.has(word)) break;
      if (!DOING.has(word) || voice(sentence, verb, verb + 1) === 'PASSIVE') continue;
      add(subject(sentence, verb), 'ACCUSED', 'did', hit, false, hit.value);
      break;
    }
  }
  // "X's insider trading", "violations X committed", "X's alleged sale".
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    const doer = items[end]?.named;
    if (doer && COMMITTED.has(wordAt(items, end + 1)))
      add(rightList(sentence, end), 'ACCUSED', 'committed the offence', hit, true, hit.value);
    if (!ABOUT.test(wordAt(items, end)) && !ABOUT.test(wordAt(items, end - 1)))
      add(possessor(sentence, at), 'ACCUSED', 'owner of offence', hit, false, hit.value);
  }
  clear(sentence, hits, found);
  const accusing = accusers(sentence);
  for (const { named } of items) {
    if (!named || !accusing.delete(named.party)) continue;
    const { from, to } = named.mention;
    found.push({ named, role: 'OTHER', rule: ACCUSER, from, to, strong: false, negated: false });
  }
  for (const hit of hits.testifying) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    // "Witness X said", "X told the court"; a prosecutor or detective who does so is none.
    const who = model.plain
      ? nearest(sentence, at, end)
      : items[end]?.named
        ? object(sentence, end)
        : subject(sentence, at);
    add(
      who.filter(({ mention }) => !mention.official),
      'WITNESS',
      'testified',
      hit,
      false,
    );
  }
  for (const { named, from, to } of items) {
    if (named?.mention.official === true && !named.mention.authority) {
      found.push({ named, role: 'OFFICIAL', rule: 'official by title', from, to, strong: false, negated: false });
    }
  }
  return found;
}
