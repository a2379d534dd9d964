import { FILIATION, GENERATION, HONORIFICS, PARTICLES, STOP_WORDS } from './data/words.ts';
import { IBERIAN_GIVEN_NAMES } from './data/iberian-names.ts';
import { COMMON } from './common.ts';
import { joinCompounds } from './compounds.ts';
import { ROLE, type MakeToken, type NameReading, type Role } from './roles.ts';
import type { Reading } from './romanize/index.ts';
import { typingDistance } from './typing-distance.ts';
import type { Token } from './token.ts';

const PATRONYMIC = /(?:ovich|evich|ovych|yovych|ovna|evna|ivna|yvna|inichna|ichna)$/;
/** "First Last, Baron Last of Town": the peerage says the name again. */
const PEERAGE = /^(?:\d\w*\s+)?(?:baron|baroness|viscount|viscountess|earl|countess|marquess|duke|duchess|baronet)\b/i;
/** "First Last, S.H., M.Si": degrees, one of them with a stop between a letter and a word. */
const DEGREE = /^(?:[SMDA]\.[A-Z][a-zA-Z]{0,5}\.?|[A-Z]{2,4}\.?|Ph\.?D\.?)$/;
const TITLED = /^(?:drs?|dra|ir|prof|h|hj|kh)\./i;
const TELLING_DEGREE = /^[SMDA]\.[A-Z][a-zA-Z]+/;

/** The name without what follows the comma, where that is no part of it. */
function withoutTail(text: string): string {
  const comma = text.indexOf(',');
  if (comma < 3) return text;
  const tail = text.slice(comma + 1).trim();
  if (PEERAGE.test(tail) && text.slice(0, comma).includes(' ')) return text.slice(0, comma);
  const words = tail.split(/[\s,]+/).filter((word) => word !== '');
  // Behind a name that begins with a title, letters are degrees and no initials ("Drs. H. Imam Suroso, M.M.").
  const titled = TITLED.test(text);
  return words.every((word) => DEGREE.test(word) || (titled && /^(?:[A-Z]\.?){2,4}$/.test(word))) &&
    (titled || words.some((word) => TELLING_DEGREE.test(word)))
    ? text.slice(0, comma)
    : text;
}

/** What stands in brackets in a person's name is a remark, unless there is nothing else; so are degrees behind it. */
export function withoutRemarks(name: string): string {
  const text = withoutTail(name);
  if (!/[([（]/.test(text)) return text;
  const rest = text.replace(/[([（][^)\]）]{0,80}[)\]）]/g, ' ');
  return /\p{L}.*\p{L}/u.test(rest) ? rest : text;
}

const SERVANT = /^(?:abd|abdul|abdel|abdol|abdal|abdu|abdoul|abdool|abdur|abdus|abdun|abder)$/;
/** With one r, s or n the letter is the name's own ("abdurahman", "abdusalam"). */
const SERVANT_JOINED =
  /^(?:abd[ue](?=[rsn][aeiou])|abdoul|abdul|abdel|abdol|abdal|abdur|abdus|abdun|abder|abd)([a-z]{4,})$/;
/** Forms of "Abdullah" that are written in one way only; their family tells whose they are. */
const OWN_FORM: ReadonlySet<string> = new Set(['abdoulaye', 'abdillahi']);
/** عبد and what is written onto it: the letter that begins it is not heard as one. */
const SERVANT_WITHOUT_VOWELS = /^bd(?:al|l)([a-z]{2,})$/;

function isServant({ text, fidelity }: Reading): boolean {
  return SERVANT.test(text) || (fidelity === 'c' && text === 'bd');
}

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
    const slip = piece.fidelity === 'a' ? mistypedServant(piece.text) : null;
    if (slip !== null) piece = { text: slip, fidelity: 'a' };
    if (isServantMistyped(piece, pieces[i + 1])) piece = { text: 'abdul', fidelity: 'a' };
    if (isServant(piece)) {
      let next = i + 1;
      if (ARTICLE.has(pieces[next]?.text ?? '') && next + 1 < pieces.length) next++;
      const rest = pieces[next];
      const least = piece.fidelity === 'c' ? 2 : 3;
      if (rest !== undefined && rest.text.length >= least && rest.fidelity === piece.fidelity) {
        out.push({ text: servantOf(rest.text), fidelity: piece.fidelity });
        i = next;
        continue;
      }
    }
    const joined =
      piece.fidelity === 'c'
        ? (SERVANT_WITHOUT_VOWELS.exec(piece.text) ?? SERVANT_JOINED.exec(piece.text))
        : piece.text.startsWith('abd') && piece.fidelity !== 'd' && !OWN_FORM.has(piece.text)
          ? SERVANT_JOINED.exec(piece.text)
          : null;
    if (piece.fidelity === 'a' && isAbdullah(piece.text)) out.push({ text: 'abdullah', fidelity: 'a' });
    else if (joined !== null)
      out.push({
        text: servantOf((joined[1] ?? '').replace(/^(?:al|el|ul)(?=[a-z]{4})/, '').replace(/^([a-z])\1/, '$1')),
        fidelity: piece.fidelity,
      });
    else out.push(piece);
  }
  return out;
}

/**
 * "LAST, First" in the order of speech; what follows a comma and is but titles or a mark of generation stays last.
 * Two ways where the comma parts a servant from the name behind it ("KARIM, Abdul").
 */
export function inOrder(pieces: readonly Reading[], comma: number): Reading[][] {
  if (comma <= 0 || comma >= pieces.length) return [joinNames(pieces)];
  const family = pieces.slice(0, comma);
  const given = pieces.slice(comma);
  const names = given.some((piece) => !isHonorific(piece) && !GENERATION.has(piece.text));
  // "Last, Imam": a title written behind, or a name that is a title elsewhere.
  if (!names) return [joinNames(pieces), joinNames([...given, ...family])];
  const joined = joinNames([...given, ...family]);
  if (!SERVANT.test(given.at(-1)?.text ?? '')) return [joined];
  return [joined, [...joinNames(given), ...joinNames(family)]];
}

const isOwnName = (piece: Reading): boolean =>
  !isHonorific(piece) && !PARTICLES.has(piece.text) && !SERVANT.test(piece.text) && !piece.text.startsWith('abdul');

function joinNames(pieces: readonly Reading[]): Reading[] {
  return joinCompounds(joinServants(pieces), isOwnName);
}

/** Without vowels a short title reads like a name (Omar, "mr"). */
function isHonorific({ text, fidelity }: Reading): boolean {
  return HONORIFICS.has(text) && (fidelity !== 'c' || text.length > 2);
}

/** "Abdup Karim": a slip in the servant, with a name behind it. */
function isServantMistyped({ text, fidelity }: Reading, next: Reading | undefined): boolean {
  if (fidelity !== 'a' || text.length < 4 || text.length > 6 || text.charCodeAt(0) !== 97) return false;
  if (next === undefined || next.text.length < 4 || (COMMON.get(text)?.tier ?? 0) > 0 || SERVANT.test(text))
    return false;
  return text !== 'abdou' && text !== 'abdi' && typingDistance(text, 'abdul', 1) <= 1;
}

function isAbdullah(text: string): boolean {
  if (!text.startsWith('abd') || text.length < 7 || text.length > 9) return false;
  if (/^abd[auo]ll?[aeou]h[ie]?$/.test(text)) return true;
  return ['abdullah', 'abdallah', 'abdollah'].some((name) => typingDistance(text, name, 1) <= 1);
}

/** Names of God that follow "abdul", as they are mostly spelled. */
const DIVINE =
  'rahman rehman rahim rahmane aziz karim kareem malik latif hamid hakim kader qadir qader rauf raouf razak razzaq salam samad wahid wahab ghani ghafur ghafar halim hadi baqi basir basit majid majeed jabar jabbar jalil fattah nasir nasser nur lah llah allah ullah ollah rashid raziq rakhman khalik khaliq mannan manan mohsen satar sattar hafiz quddus shakur'.split(
    ' ',
  );

/** "Abfdurakhman", "Avderrahmane": a slip in a servant that is stuck to the name behind it; put right, or null. */
function mistypedServant(text: string): string | null {
  if (text.length < 8 || text.startsWith('abd') || !/^(?:a|bd|sb|qb)/.test(text)) return null;
  for (let size = 2; size <= 4; size++) {
    if (typingDistance(text.slice(0, size), 'abd', 1) > 1) continue;
    const behind = text.slice(size);
    for (const rest of [behind, behind.slice(1), behind.slice(2)])
      if (DIVINE.some((name) => rest.startsWith(name))) return servantOf(rest);
  }
  return null;
}

function servantOf(rest: string): string {
  // "Allah" loses its first letter to the article in some spellings.
  return /^(?:allah|allh|ullah|ollah|llah|lah|lh|llh|ilah|alah|ulla|alla|olla|ullahi|ollahi|allahi)$/.test(rest)
    ? 'abdullah'
    : `abdul${rest.replace(/^rahmane$/, 'rahman')}`;
}

/** Titles and degrees that are written behind a name. */
const BEHIND = new Set(
  'esq esquire phd md mba llb llm bsc msc kbe cbe obe mbe qc kc mp mep mla mlc jp bey efendi hanim pasha agha begum sahib saheb sama xiansheng nushi drs se sh st mm msi mkn mh sip sag spd mpd ssi skom shum ssos mmt mma mbl mhs skm mkes skep apt spog hum dsc csc jr'.split(
    ' ',
  ),
);

/** "Luisa", "del Carmen" behind the first word. */
function isBeforeIberianName(pieces: readonly Reading[]): boolean {
  const next = pieces.slice(1).find(({ text }) => !PARTICLES.has(text));
  return next !== undefined && IBERIAN_GIVEN_NAMES.has(next.text);
}

/** Parts of names of Burma, among which "Daw" is what a woman is called by. */
const BURMESE = new Set(
  'aung khin kyaw myint hlaing htun htay khaing khine kyi mya myo naing nyunt oo ohn phyo san shwe soe suu swe than thant thaung thein thet thi thiri thida thida thu thuzar tin tint tun wai win yin zaw zin moe mon cho chit'.split(
    ' ',
  ),
);

/** A title by what stands beside it: "Daw Khin Mya", "Senior General". */
function isTitleHere(pieces: readonly Reading[], at: number): boolean {
  const text = pieces[at]?.text;
  if (at !== 0 || pieces.length < 3) return false;
  if (text === 'daw') return pieces.filter((piece) => BURMESE.has(piece.text)).length >= 2;
  return (text === 'senior' || text === 'vice') && isHonorific(pieces[1] as Reading);
}

/** What a German doctor or professor is one of: "Dr. med.", "Dr. rer. nat.", "Dr. h.c.". */
const FACULTY = new Set('med rer nat jur phil habil dent vet oec iur pol theol hc'.split(' '));

/** Vietnamese family names; behind one "Van" is a man's middle name and no particle. */
const VIETNAMESE = new Set(
  'nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly dinh truong trinh lam mai dao luong'.split(
    ' ',
  ),
);

const INDONESIAN = new Set(['drs', 'dra', 'ir', 'dr', 'prof', 'h', 'k', 'hj']);

export function readPerson(pieces: readonly Reading[], make: MakeToken): NameReading {
  const tokens: Token[] = [];
  const roles: Role[] = [];
  let names = 0;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Reading;
    let text = piece.text.length > 40 ? piece.text.slice(0, 40) : piece.text;
    if (STOP_WORDS.has(text)) continue;
    let role: Role = ROLE.NAME;
    // "Ma. Luisa": María cut short in a Spanish name.
    if (text === 'ma' && at === 0 && isBeforeIberianName(pieces)) text = 'maria';
    const generation = GENERATION.get(text);
    if (generation !== undefined && names > 0) {
      text = `#${generation}`;
      role = ROLE.GENERATION;
    } else if (/\d/.test(text)) {
      continue;
    } else if (text.length === 1) {
      // "Drs. H. Imam", "Ir. K.H. Abdul": letters that stand for titles (haji, kyai) behind a title.
      role =
        names === 0 && (text === 'h' || text === 'k') && INDONESIAN.has(tokens.at(-1)?.text ?? '')
          ? ROLE.HONORIFIC
          : ROLE.INITIAL;
      // "Abdul Q." is one name, cut short.
      if (SERVANT.test(pieces[at - 1]?.text ?? '') && roles.at(-1) === ROLE.HONORIFIC) {
        tokens.pop();
        roles.pop();
        text = `abdul${text}`;
      }
    } else if (isHonorific(piece) || SERVANT.test(text) || isTitleHere(pieces, at)) role = ROLE.HONORIFIC;
    else if (names === 0 && roles.at(-1) === ROLE.HONORIFIC && FACULTY.has(text)) role = ROLE.HONORIFIC;
    else if (text === 'van' && at > 0 && pieces.length >= 3 && VIETNAMESE.has(pieces[0]?.text ?? '')) role = ROLE.NAME;
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
