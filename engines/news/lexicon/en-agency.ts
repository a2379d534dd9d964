import { combine, list } from './plain.ts';
import type { CueGroup } from './types.ts';

const PREMISES =
  'home|homes|house|houses|offices|office|premises|headquarters|apartment|flat|villa|villas|properties|yacht|estate|mansion|farm|accounts|assets|property|jet';
const LED = 'run|headed|masterminded|organised|organized|orchestrated|devised|operated|bankrolled|conceived';
const RACKET =
  'scheme|scam|ring|racket|fraud|swindle|network|cartel|gang|operation|plot|conspiracy|syndicate|laundering operation|smuggling ring|boiler room';
const CONTRABAND =
  'cocaine|heroin|cannabis|marijuana|methamphetamine|amphetamine|fentanyl|drugs|narcotics|ivory|explosives|weapons|guns|counterfeit|banknotes|cash';
const TERM = 'years|months|term|sentence|jail term|prison term|prison sentence|jail sentence|life sentence';

/** How news agencies tell of proceedings without naming them: by what the state does, and by who is behind a crime. */
export const AGENCY_EN: readonly CueGroup[] = [
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine('added|put|placed', 'to|on', '~', 'blacklist|sanctions list|wanted list|most wanted list|watchlist'),
      ...combine(
        'caught|stopped|intercepted|picked up|tracked down',
        'at|in|near|trying to flee|while fleeing',
        '~',
        'border|airport|motel|hideout|safe house',
      ),
    ],
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'add|adds|added|adding|put|puts|placed',
        '~~',
        'to its blacklist|to its sanctions list|to the sanctions list|to its list of|on its blacklist|on its sanctions list|on a sanctions list|on its most wanted list|on a blacklist|on the wanted list',
      ),
      ...combine(
        'describe|describes|described|describing|portrayed|named|identified|painted|called|cast',
        '~',
        'as the brains|as the mastermind|as the ringleader|as the architect|as the driving force|as the organiser|as the organizer|as the leader of|as the head of the|as a key figure|as a key player|as the central figure|as the kingpin|as the main suspect|as the prime suspect|the mastermind|the ringleader|the brains behind',
      ),
      ...combine(
        'suspended|suspends|halted|halts|halt',
        'trading in',
        '~~',
        'irregularities|suspicious|misconduct|manipulation|fraud|false',
      ),
      ...combine('designate|designates|designated|blacklist|blacklists|blacklisted|sanction|sanctioned', '~', 'for'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'search|searches|searched|searching|raid|raids|raided|seize|seizes|seized|froze|impounded|confiscated',
        '~',
        PREMISES,
        'of|belonging to|owned by',
      ),
      ...combine('hours|day|morning', 'at|in', 'the', PREMISES, 'of'),
      ...combine(
        'want|wants|wanted|seek|seeks|hope|hopes|asked|plan',
        'to question|to interview|to speak to|to arrest|to extradite|to interrogate',
      ),
      ...combine(RACKET, 'was|is|allegedly|had been|run', 'by'),
      ...combine(RACKET, '~', LED, 'by'),
      ...combine(
        'reward|bounty|million|rewards',
        'for information',
        'on|about|leading to the arrest of|leading to the capture of|leading to',
      ),
      ...combine(
        'found|find|finds|discovered|seized',
        '~',
        CONTRABAND,
        '~',
        'luggage of|suitcase of|car of|lorry of|home of|possession of|apartment of|bag of|warehouse of|truck of',
      ),
      ...combine('red notice|arrest warrant|wanted notice|international warrant|european arrest warrant', 'for'),
      ...combine('suit|lawsuit|complaint|petition', 'names|named|targets|targeted'),
      ...combine('refused|declined|refuses', 'to sign off', '~', 'accounts of|books of'),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'agree|agrees|agreed|entered|enters|reached|reach|signed',
        'to|into',
        '~',
        'deferred prosecution agreement|non prosecution agreement|plea agreement|plea deal',
      ),
      ...combine('was|is|has been|were|are', 'caught', 'red handed|on camera|on tape'),
    ],
  },
  {
    form: 'OWNER',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(PREMISES, 'was|were|~ was|~ were', 'searched|raided|seized|frozen|confiscated|impounded'),
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine('probe|probes|quiz|quizzes|grill|grills|investigates|probing', '~', 'over'),
  },
  {
    form: 'ALLEGE',
    role: 'ACCUSED',
    strong: false,
    phrases: combine(
      'documents|papers|records|emails|messages|recordings|files|letters|invoices',
      'seen by|obtained by|reviewed by|leaked to|handed to',
      '~',
      'show|shows|showed|suggest|suggests|reveal|reveals|indicate',
    ),
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'take|takes|took|taken|claim|claims|claimed',
      '~',
      'credit for|responsibility for',
      '~',
      'attack|attacks|bombing|bombings|hack|breach|killing|killings|blast',
    ),
  },
  {
    form: 'ALLEGE',
    role: 'ACCUSED',
    strong: false,
    phrases: combine(
      'look|looks|looking|examining|examine|examines|asked|asking|investigate|investigates|investigating|check|checking',
      'into whether|whether',
    ),
  },
  {
    form: 'SUBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine('will be|is to be|due to be|to be|being|be', 'sentenced'),
      ...combine(
        'get|gets|got|given|handed',
        '~',
        'years for|years in|months for|months in|life for|years behind bars|months behind bars|year term|year sentence|life sentence',
      ),
      ...combine(
        'walked out of|walked free from|released from|freed from|left',
        '~',
        'prison|jail',
        '~',
        'term|sentence',
      ),
      ...combine(
        'must|has to|have to|was told to|was ordered to',
        'hand back|pay back|repay|return|forfeit',
        '~',
        'took|stole|million|embezzled|diverted|bribes',
      ),
    ],
  },
  {
    form: 'INSIDE',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'gave|give|gives|hand|hands|handed|giving|handing',
        '~',
        'years|life|months in prison|months in jail|a suspended sentence|a life sentence',
      ),
    ],
  },
  {
    form: 'OBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: combine(TERM, '~', 'handed to|handed down to|imposed on|given to|passed on'),
  },
  {
    form: 'OBJECT',
    role: 'VICTIM',
    strong: true,
    phrases: [
      ...combine(
        'bomb|blast|explosion|bombing|shooting|attack|gunmen|gunman|attackers|grenade|shelling',
        'killed|kills|wounded|injured|injures|maimed',
      ),
      ...combine(
        'stole|steal|stolen|made off with|leaked|copied',
        '~~',
        'belonging to|customers of|clients of|users of|patients of|from the systems of|from the servers of|from the vault of|from the accounts of',
      ),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'VICTIM',
    strong: true,
    phrases: list('shot dead|stabbed to death|beaten to death|gunned down|found murdered|hacked to death'),
  },
];

/** Phrases of clearing that agencies use: shelved, released without charge, wrongly reported. */
export const CLEARED_AGENCY_EN: readonly string[] = [
  ...combine(
    'shelve|shelves|shelved|shelving|drop|archive|archived|close|discontinue|discontinued',
    '~',
    'probe into|investigation into|inquiry into|case against|proceedings against|charges against|investigation of',
  ),
  ...combine('released|freed|let go', 'without charge|without charges|without being charged'),
  ...combine('found|finds|find|saw|sees|uncovered|is|was|there was|there is', 'no evidence', 'that|against|linking|of'),
  ...combine(
    'threw out|throws out|overturned|overturns|quashed|quashes|annulled|reversed|set aside',
    '~',
    'verdict against|conviction of|sentence of|verdict',
  ),
  ...combine(
    'wrongly|falsely|mistakenly|wrongfully',
    'reported|arrested|detained|named|identified|linked|jailed|imprisoned|suspected',
  ),
];
