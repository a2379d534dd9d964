import { accusers } from './accuser.ts';
import { alleged } from './allegation.ts';
import { clear } from './clearing.ts';
import { prepositional, wordAt, type Clause } from './clause.ts';
import { rightList } from './coordination.ts';
import { deeds, type Add } from './deeds.ts';
import { object } from './object.ts';
import { ACCUSER, type Hits, type Statement } from './statement.ts';
import { relativeObject, subject } from './subject.ts';
import { ACTIVE_ONLY, BEFORE_LABEL, byOffice, negatedAt, proceeded, resumes, voice } from './voice.ts';
import {
  accuserSpeaks,
  afterComma,
  calledAfter,
  company,
  describes,
  everyName,
  listed,
  lookedInto,
  nearest,
  owner,
  pleader,
} from './who.ts';

const NOUNS_AFTER = new Set(
  "the a an no any in of on for without under 's s its his her their these those all some more such".split(' '),
);
const BAIL = new Set('granted denied refused'.split(' '));
const OWN_CASE =
  /^(?:plead|pled|fac|appear|st[ao]nd|stood|we?nt|go|admit|confess|serv|settl|got|get|await|is$|was$|are$|were$|resign)/;
const APPOSED =
  /^(?:killer|gunman|ringleader|mastermind|suspect|attacker|bomber|culprit|kingpin|fraudster|murderer|rapist|hitman|defendant|accused|swindler|kidnapper|robber|thief|perpetrator)$/;
const IDENTIFIED = /^(?:identified|named)$/;
const CRIMINALS = new Set(
  'gunman gunmen hijacker hijackers suspect suspects attacker attackers killer killers bomber bombers robber robbers kidnapper kidnappers thief thieves smuggler smugglers trafficker traffickers assailant assailants hacker hackers fraudster defendants defendant accused arrested indicted charged convicted detained held conspirators conspirator'.split(
    ' ',
  ),
);
const BY_FORCE = /^(?:raid|search|storm|seiz|attack|held|rob)/;
const RAIDERS = new Set(
  'gunmen gunman robbers robber raiders burglars burglar thieves thief pirates militants insurgents rebels guerrillas terrorists attackers intruders hijackers bandits kidnappers gang gangs mob looters vandals rioters hackers'.split(
    ' ',
  ),
);
const BY_LAW = /^(?:laws?|rules?|statutes?|regulations?|contracts?|constitution)$/;
const LOOKING = /investigat|inquir|prob/;
const MODAL = new Set(['if', 'would', 'could', 'may', 'might', 'should', 'can', 'will', 'unless']);

/** The statements of one sentence, before offences are put to them. */
export function statements(sentence: Clause, hits: Hits): Statement[] {
  const { items, model } = sentence;
  const found: Statement[] = [];
  const add: Add = (all, role, rule, hit, strong, offence) => {
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
            wordAt(items, at - 1) !== 'and' &&
            !resumes(sentence, at, end)
          )
            break;
          const objects = how === 'ACTIVE' ? object(sentence, end) : [];
          if (objects.length === 0) objects.push(...relativeObject(sentence, at));
          // "charged X with abusing", "is suspected of helping": a deed of any kind is named.
          const last = objects.at(-1);
          const after = last ? sentence.itemOf(last.mention.from) + 1 : end;
          const strong =
            cue.strong ||
            (how === 'PASSIVE' && proceeded(sentence, at, end)) ||
            ((/^(?:charg|suspect|indict)/.test(wordAt(items, at)) ||
              (wordAt(items, at).startsWith('accus') && (how === 'PASSIVE' || byOffice(sentence, at)))) &&
              [after, after - 1].some(
                (of) => ['of', 'with'].includes(wordAt(items, of)) && wordAt(items, of + 1).endsWith('ing'),
              ));
          if (how === 'ACTIVE' || objects.length > 0)
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
            // "indicted along with two others, Y and Z".
            if (how === 'PASSIVE') add(company(sentence, end), role, 'listed after the charge', hit, strong);
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
          // "The key witness, X, admitted lying": a witness still.
          if (/^(?:admit|acknowledg)/.test(wordAt(items, at)) && hits.testifying.length > 0) break;
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
          // "Robbers raided the home of X", "pirates seized a ship owned by Y".
          if (
            BY_FORCE.test(wordAt(items, at)) &&
            items.slice(Math.max(0, at - 6), at).some(({ lower }) => RAIDERS.has(lower))
          ) {
            add(object(sentence, end), 'VICTIM', 'suffered', hit, true);
            break;
          }
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
          if (
            /^(?:into|of|\w+ing)$/.test(wordAt(items, end - 1)) &&
            LOOKING.test(
              items
                .slice(at, end)
                .map(({ lower }) => lower)
                .join(' '),
            )
          )
            add(lookedInto(sentence, end), cue.role, 'dealings looked into', hit, false);
          // "opened a probe into whether X".
          if (wordAt(items, end) === 'whether') {
            alleged(sentence, hits, hit, end + 1, add);
            break;
          }
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
              // "the trial of GM canola": of a thing.
              ({ mention }) =>
                mention.kind === 'PERSON' ||
                !(wordAt(items, at).startsWith('includ') || (wordAt(items, at) === 'trial' && !mention.sure)),
            ),
            role,
            'charge against',
            hit,
            cue.strong,
          );
          break;
        case 'OWNER':
          // "its fraud suit against Y": somebody else's fraud.
          if (
            /^(?:suit|lawsuit|case|claim|complaint|charge|allegation|action|unit|squad|investigat)/.test(
              wordAt(items, end),
            )
          )
            break;
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
        case 'INSIDE': {
          const within = items.slice(at + 1, end).flatMap(({ named }, index) =>
            // "looking for X in connection with".
            named && (/^(?:for|of)$/.test(wordAt(items, at + index)) || !prepositional(sentence, at + 1 + index))
              ? [named]
              : [],
          );
          add(within, cue.role, 'within charge', hit, cue.strong);
          // "X was declared a fugitive", not "X is barred by law from owning banks".
          if (
            within.length === 0 &&
            !items.slice(at, end).some(({ lower }) => BY_LAW.test(lower)) &&
            voice(sentence, at, at + 1) === 'PASSIVE'
          )
            add(subject(sentence, at), cue.role, 'subject of passive charge', hit, cue.strong);
          break;
        }
        case 'REPORT':
          if (!accuserSpeaks(sentence, at)) break;
          alleged(sentence, hits, hit, end, add);
          break;
        case 'ALLEGE':
          // "the alleged manipulators": an adjective.
          if (
            wordAt(items, at) === 'alleged' &&
            ['the', 'an', 'any', 'all', 'an', 'of', 'these', 'such'].includes(wordAt(items, at - 1))
          )
            break;
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

  for (const { named, at } of calledAfter(sentence)) {
    const word = items[at];
    if (word)
      add([named], 'ACCUSED', 'proceeding called after it', { from: word.from, to: word.to, value: true }, false);
  }
  deeds(sentence, hits, add);
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
      : items[end]?.named ||
          (wordAt(items, end) === ',' && items[end + 1]?.named && wordAt(items, end - 1).startsWith('witness'))
        ? object(sentence, items[end]?.named ? end : end + 1)
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
