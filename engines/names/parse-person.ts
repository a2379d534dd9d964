import { FILIATION, GENERATION, HONORIFICS, PARTICLES, STOP_WORDS } from './data/words.ts';
import { ROLE, type MakeToken, type NameReading, type Role } from './roles.ts';
import type { Reading } from './romanize/index.ts';
import type { Token } from './token.ts';

const PATRONYMIC = /(?:ovich|evich|ovych|yovych|ovna|evna|ivna|yvna|inichna|ichna)$/;
/** "First Last, Baron Last of Town": the peerage says the name again. */
const PEERAGE =
  /^(.*\p{L}\s.*\p{L}),\s*(?:\d\w*\s+)?(?:baron|baroness|viscount|viscountess|earl|countess|marquess|duke|duchess|baronet)\b.*$/iu;
/** What stands in brackets in a person's name is a remark, unless there is nothing else. */
export function withoutRemarks(name: string): string {
  const text = name.replace(PEERAGE, '$1');
  if (!/[([（]/.test(text)) return text;
  const rest = text.replace(/[([（][^)\]）]{0,80}[)\]）]/g, ' ');
  return /\p{L}.*\p{L}/u.test(rest) ? rest : text;
}

const SERVANT = /^(?:abd|abdul|abdel|abdol|abdal|abdu|abdoul|abdool)$/;
const SERVANT_JOINED = /^(?:abdoul|abdul|abdel|abdol|abdal|abdur|abdus|abdun|abder|abd)([a-z]{4,})$/;
const ARTICLE = new Set([
  'al',
  'el',
  'ul',
  'ol',
  'ar',
  'er',
  'ur',
  'as',
  'es',
  'us',
  'an',
  'en',
  'un',
  'ad',
  'ed',
  'ud',
  'az',
  'l',
  'r',
]);

// "karimabdullatif": a servant name stuck to the name before it.
const HIDDEN_SERVANT = /^([a-z]{3,}?)(abd(?:(?:ul|el|ol|al|ur|er)(?:[a-z]{3,})?)?)$/;

/** "Abdul Rahman", "Abd al-Rahman", "Abdurrahman", "عبد الرحمن" are one name, written as one token. */
function joinServants(pieces: readonly Reading[]): Reading[] {
  const out: Reading[] = [];
  for (let i = 0; i < pieces.length; i++) {
    let piece = pieces[i] as Reading;
    const hidden = piece.fidelity === 'a' ? HIDDEN_SERVANT.exec(piece.text) : null;
    if (hidden !== null) {
      out.push({ text: hidden[1] ?? '', fidelity: piece.fidelity });
      piece = { text: hidden[2] ?? '', fidelity: piece.fidelity };
    }
    if (SERVANT.test(piece.text)) {
      let next = i + 1;
      if (ARTICLE.has(pieces[next]?.text ?? '') && next + 1 < pieces.length) next++;
      const rest = pieces[next];
      if (rest !== undefined && rest.text.length >= 3 && rest.fidelity === piece.fidelity) {
        out.push({ text: servantOf(rest.text), fidelity: piece.fidelity });
        i = next;
        continue;
      }
    }
    const joined = piece.text.startsWith('abd') && piece.fidelity !== 'd' ? SERVANT_JOINED.exec(piece.text) : null;
    if (joined !== null)
      out.push({
        text: servantOf((joined[1] ?? '').replace(/^(?:al|el|ul)(?=[a-z]{4})/, '').replace(/^([a-z])\1/, '$1')),
        fidelity: piece.fidelity,
      });
    else out.push(piece);
  }
  return out;
}

/** "LAST, First" is put in the order of speech; what follows a comma and is but titles or a mark of generation stays last. */
export function inOrder(pieces: readonly Reading[], comma: number): Reading[] {
  if (comma <= 0 || comma >= pieces.length) return joinServants(pieces);
  const family = joinServants(pieces.slice(0, comma));
  const given = joinServants(pieces.slice(comma));
  const names = given.some((piece) => !isHonorific(piece) && !GENERATION.has(piece.text));
  return names ? [...given, ...family] : [...family, ...given];
}

/** Without vowels a short title reads like a name (Omar, "mr"). */
function isHonorific({ text, fidelity }: Reading): boolean {
  return HONORIFICS.has(text) && (fidelity !== 'c' || text.length > 2);
}

function servantOf(rest: string): string {
  // "Allah" loses its first letter to the article in some spellings.
  return /^(?:allah|ullah|llah|lah|lh|llh|ilah|alah|ulla|alla)$/.test(rest) ? 'abdullah' : `abdul${rest}`;
}

/** Titles and degrees that are written behind a name. */
const BEHIND = new Set(
  'esq esquire phd md mba llb llm bsc msc kbe cbe obe mbe qc kc mp mep mla mlc jp bey efendi hanim pasha agha begum sahib saheb sama xiansheng nushi drs se sh st mm msi mkn mh sip sag spd mpd ssi skom shum ssos mmt mma mbl mhs skm mkes skep apt spog hum dsc csc jr'.split(
    ' ',
  ),
);

export function readPerson(pieces: readonly Reading[], make: MakeToken): NameReading {
  const tokens: Token[] = [];
  const roles: Role[] = [];
  let names = 0;
  for (const piece of pieces) {
    let text = piece.text.length > 40 ? piece.text.slice(0, 40) : piece.text;
    if (STOP_WORDS.has(text)) continue;
    let role: Role = ROLE.NAME;
    const generation = GENERATION.get(text);
    if (generation !== undefined && names > 0) {
      text = `#${generation}`;
      role = ROLE.GENERATION;
    } else if (/\d/.test(text)) {
      continue;
    } else if (text.length === 1) role = ROLE.INITIAL;
    else if (isHonorific(piece) || SERVANT.test(text)) role = ROLE.HONORIFIC;
    else if (FILIATION.has(text) && tokens.length >= 2) {
      roles[roles.length - 1] = ROLE.PATRONYMIC;
      role = ROLE.PARTICLE;
    } else if (PARTICLES.has(text)) role = ROLE.PARTICLE;
    else if (piece.text.length > 6 && PATRONYMIC.test(text) && pieces.length >= 3) role = ROLE.PATRONYMIC;
    if (role === ROLE.NAME || role === ROLE.PATRONYMIC) names++;
    tokens.push(make(text, piece.fidelity));
    roles.push(role);
  }
  // A name of nothing but titles, particles and initials is a name all the same ("Madame X", "De La", "Ng").
  if (names < 2) {
    for (let i = 0; i < roles.length; i++) {
      const role = roles[i];
      // Titles stand in front: behind a single name the word is more likely the family name ("John Major").
      const behind = names === 1 && i === 1 && roles.length === 2 && roles[0] === ROLE.NAME;
      if (role === ROLE.HONORIFIC && (names === 0 || (behind && !BEHIND.has(tokens[i]?.text ?? ''))))
        roles[i] = ROLE.NAME;
      else if (role === ROLE.PARTICLE && (names === 0 || (names === 1 && tokens.length === 2))) roles[i] = ROLE.NAME;
    }
  }
  return { tokens, roles };
}
