import { combine, list } from './plain.ts';
import type { CueGroup, Lexicon } from './types.ts';

const GIVE = 'pay|pays|paid|paying|offer|offers|offered|offering|promise|promised|hand|handed|gave|giving';
const TAKE =
  'take|takes|took|taking|accept|accepts|accepted|accepting|receive|receives|received|receiving|solicit|solicits|solicited|soliciting|demand|demands|demanded|demanding|pocket|pockets|pocketed|pocketing';
const BRIBES =
  'bribe|bribes|kickback|kickbacks|payoff|payoffs|backhander|backhanders|bungs|hush money|illegal payments|illicit payments|secret payments|secret commissions|illegal commissions|illicit commissions';
const DRUGS = 'cocaine|heroin|cannabis|marijuana|methamphetamine|fentanyl|narcotics|opium|hashish|ecstasy';
const WEAPONS = 'weapons|arms|missiles|guns|rifles|explosives|ammunition';

/** Deeds of giving, taking and moving, by what is given, taken or moved. */
export const DEALINGS_EN: Lexicon['deeds'] = {
  CORRUPTION: [...combine(`${GIVE}|${TAKE}`, BRIBES), ...combine(`${GIVE}|${TAKE}`, '~', BRIBES)],
  DRUG_TRAFFICKING: [
    ...combine(
      'shipped|ships|shipping|moved|moving|imported|importing|trafficked|trafficking|distributed|distributing|supplied|supplying|sold|peddled|peddling|smuggled|smuggling|sneaked',
      '~',
      DRUGS,
    ),
    ...combine('smuggled|trafficked|peddled|pushed|dealt', '~', 'drugs'),
  ],
  ARMS_TRAFFICKING: combine('smuggled|smuggling|trafficked|trafficking|illegally sold|illegally shipped', '~', WEAPONS),
  MONEY_LAUNDERING: combine('launder|launders|laundered|laundering|washed', '~', 'money|proceeds|profits|funds|cash'),
  FRAUD: [
    ...combine(
      'siphon|siphoned|siphoning|divert|diverted|diverting|skim|skimmed|skimming|misused|misusing|gambled',
      '~',
      'funds|money|donations|proceeds|payments|deposits',
    ),
    ...combine(
      'used|using|spent|spending',
      'client|clients|customer|investor|investors|church|charity|campaign',
      'funds|money|donations',
    ),
    ...combine(
      'set up|sets up|create|created|creating|used|using|issued|issuing|submitted|submitting|filed|filing|produced',
      '~',
      'fake|false|bogus|phoney|phony|fictitious|forged|sham',
    ),
    ...combine('doctored|doctoring|cooked|cooking|massaged|altered|altering', '~', 'books|accounts|records|figures'),
  ],
};

/** How a suspect is named, and other frames of a proceeding. */
export const PROCEDURE_EN: readonly CueGroup[] = [
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'named|identified|named ~ suspect|identified ~ suspect',
        'the|their|his|her|one',
        'suspect|suspects|attacker|attackers|gunman|gunmen|killer|killers|bomber|bombers|assailant|assailants|man|woman|men|thief|robber|robbers|arrested man|detained man',
        'as',
      ),
      ...combine('indictment|indictments|charges|complaint|charge sheet|warrants|warrant', 'naming|names|named'),
      ...combine('confiscated|seized|froze', '~', 'belonging to|linked to'),
      ...combine(
        'ordered|orders|sought|seeks|approved|granted|demanded|refused|requested',
        'the',
        'arrest|extradition|detention|prosecution|expulsion',
        'of',
      ),
      ...combine(
        'case|proceedings|charges|investigation|inquiry|probe',
        'brought against|opened against|pending against',
      ),
      ...combine('refused|denied|granted|set', 'bail', 'for|to'),
      ...combine('criminal charges|bribery charges|fraud charges|murder charges|corruption charges', 'for'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'revoked|revoke|revokes|suspended|suspends|withdrew|cancelled|canceled|pulled',
        '~',
        'licence of|license of|licences of|permit of|registration of',
      ),
      ...combine(
        'jail term|prison term|jail terms|sentence|sentences',
        'on|imposed on|handed to|handed down to|given to',
      ),
      ...combine('penalty|penalties|fine|fines', 'imposed on|levied on|levied against'),
    ],
  },
  {
    form: 'INSIDE',
    role: 'CONVICTED',
    strong: true,
    phrases: combine('strip|strips|stripped|stripping', '~', 'of his|of her|of its'),
  },
  {
    form: 'SUBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'serve|serves|served|serving',
        '~',
        'years for|months for|year sentence|years of a|months of a|term for|sentences for|life for|time for',
      ),
      ...combine('got|gets|received|receives', '~', 'lashes|community service|hours of community service|probation'),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine('claim|claims|claimed|claiming', '~', 'responsibility for'),
      ...combine('it is|it was|it has been', 'alleged|claimed'),
      ...combine('prosecutors|police|investigators|the prosecution|authorities', 'allege|claim|believe|say', ','),
      ...combine(
        'settle|settles|settled|settling|resolve|resolved|end|ended',
        '~',
        'charges|allegations|accusations|probe into|probes into|investigation into|investigations into|inquiry into|case over',
      ),
      ...combine('agree|agrees|agreed|forced', 'to forfeit|to disgorge|to a consent decree|to a plea'),
      ...combine('is|was|are|were|be|been', '~', 'awaiting', '~', 'sentence|sentencing|trial|extradition'),
      ...combine('face|faces|faced|facing', '~', 'accusations|allegations|indictment|arrest|sentencing|retrial'),
      ...combine('evade|evades|evaded|evading|dodged', 'capture|arrest|justice'),
      ...combine('invoked|invokes|invoking|pleaded', '~', 'fifth amendment|right against self incrimination'),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine('remanded|released|freed|held|detained|kept', 'on bail|in custody|without bail|on remand|in jail'),
      ...combine('placed|put', 'under arrest|under house arrest|on a wanted list|under formal investigation'),
      ...combine(
        'designated',
        '~',
        'terrorist|terrorists|kingpin|trafficker|terrorist organisation|terrorist organization',
      ),
      ...combine('hunted|wanted|sought', 'by', '~', 'police|interpol|fbi|authorities|prosecutors'),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'found|caught|stopped|arrested',
      'with|carrying',
      '~',
      `${DRUGS}|drugs|${WEAPONS}|stolen goods|counterfeit`,
    ),
  },
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: false,
    phrases: combine(
      'said|believed|thought|alleged|reported|understood|known|reputed',
      'by ~ to|to',
      'head|lead|run|control|command|mastermind|finance|fund|be behind|be the head of|be the leader of|have ordered|have led|have run|have masterminded|have financed|have paid|have taken|have received',
    ),
  },
  {
    form: 'OBJECT',
    role: 'VICTIM',
    strong: true,
    phrases: [
      ...combine(
        'victims|those defrauded|those killed|the dead|the hostages',
        'include|included|including|were|are|also include|~ include|~ included',
      ),
      ...combine('disappearance|abduction|stabbing|torture|beating|poisoning|mugging|death', 'of'),
      ...combine('from the home|from the homes|from the house|from the account|from the accounts', 'of'),
    ],
  },
];
