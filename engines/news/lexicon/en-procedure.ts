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
  VIOLENCE: [
    ...combine('beat|beats|beating|stabbed|shot|bludgeoned|hacked|starved|choked|kicked|burned|burnt', '~', 'to death'),
    ...combine('bombed|attacked|ambushed|shelled|raided', '~', 'killing|wounding|injuring'),
  ],
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
    ...combine(
      'inflate|inflated|inflating|inflates|exaggerated|exaggerating|overstates|misstated|misstating|misreported',
      '~',
      'revenue|revenues|earnings|sales|profits|results|value|values|assets|figures|reserves',
    ),
    ...combine(
      'hide|hides|hid|hidden|hiding|conceal|conceals|concealed|concealing|disguised|disguising|covered up|covering up|masked',
      '~',
      'losses|loss|debt|debts|liabilities|defect|defects|risks|shortfall|payments|assets|evidence|data',
    ),
    ...combine(
      'used|using|cloned|cloning',
      'stolen',
      'credit|bank|identities|identity|passports|cards|data|funds|money',
    ),
    ...combine('abused|abusing|betrayed|betraying', '~', 'trust'),
    ...combine('doctored|doctoring|cooked|cooking|massaged|altered|altering', '~', 'books|accounts|records|figures'),
  ],
};

/** How a suspect is named, and other frames of a proceeding. */
export const PROCEDURE_EN: readonly CueGroup[] = [
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'looking for|searching for|seeking|hunting|hunting for|hunt for|appealed for|questioning|questioned|interviewing|search for',
      '~',
      'in connection with|over the',
    ),
  },
  {
    form: 'ALLEGE',
    role: 'ACCUSED',
    strong: false,
    phrases: combine('probe|probes|investigation|investigations|inquiry|inquiries', 'into whether'),
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: false,
    phrases: combine('blamed|blames|blame', '~~', 'on'),
  },
  {
    form: 'ALLEGE',
    role: 'ACCUSED',
    strong: false,
    phrases: combine(
      'documents|papers|records|filings|evidence|emails|investigation|inquiry|report|audit|probe|indictment|complaint|affidavit|lawsuit|suit',
      'show|shows|showed|say|says|said|found|finds|allege|alleges|alleged|claim|claims|claimed|revealed|reveals|suggest|suggests|concluded|indicate|indicates|state|states|charged|accuses',
    ),
  },
  {
    form: 'LABEL',
    role: 'ACCUSED',
    strong: true,
    phrases: list(
      'killer|gunman|shooter|attacker|bomber|thief|robber|burglar|kidnapper|impostor|culprit|perpetrator|conspirator|conspirators|suspects|fugitives|gunmen|killers|traffickers|smugglers|fraudsters|swindlers|hackers',
    ),
  },
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
      ...combine('confiscated|seized|froze|attached|impounded', '~', 'belonging to|linked to'),
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
      'identified as',
      ...combine(
        'open|opened|opens|begin|begun|began|start|started|launch|launched|announced|ordered|widened',
        '~',
        'investigations into|inquiries into|probes into|probes of|investigations of|inquiry into the affairs of',
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
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'agree to pay|agreed to pay|agrees to pay|will pay|must pay|has to pay|to pay',
        '~',
        'penalty|penalties|in penalties|fine|fines|restitution|in restitution|disgorgement',
      ),
      ...combine('has been|have been|was|were|is|are', '~', 'convicted felon|convicted criminal|convicted fraudster'),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'admit|admitting|admitted|admits',
        'or|nor',
        'deny|denying|denied',
        '~',
        'charges|charge|allegations|wrongdoing|guilt|findings|violations|accusations|liability',
      ),
      ...combine('admitting or|admitted nor|admit or', 'denying|denied|deny'),
      ...combine(
        'without',
        'admitting|conceding|acknowledging',
        '~',
        'guilt|wrongdoing|liability|findings|charges|allegations',
      ),
      'without admitting or denying',
      ...combine('remain|remains|remained|is|was|still', 'at large'),
      ...combine(
        'handed|gave|turned|surrendered',
        'himself|herself|themselves',
        'over|in|up|to|over to police|in to police|over to authorities|in to authorities|over to the police|in to the police|over to the authorities|in to the authorities',
      ),
      ...combine(
        'is|was|are|were|be|been|became|become|remains|as|also',
        'a|the|an|one of the|among the|still the|also the|now the',
        'target of|targets of|subject of|subjects of|focus of|object of|central figure in|key figure in|figure in|key player in|central player in',
        '~',
        'investigation|investigations|inquiry|inquiries|probe|probes|red notice|arrest warrant|manhunt|indictment|complaint|scandal|fraud|scheme|conspiracy|extradition request|allegations',
      ),
      ...combine(
        'face|faces|faced|facing',
        '~',
        'fine|fines|penalty|penalties|jail|prison|sanctions|probe|inquiry|criminal probe|deportation|lawsuit alleging|suit alleging|suit accusing',
      ),
      ...combine(
        'is|was|are|were|be|been|remains',
        'target of|subject of|focus of',
        '~',
        'probe|investigation|inquiry|scandal',
      ),
      ...combine('gone|go|going', '~', 'on trial'),
      ...combine(
        'fight|fights|fighting|contest|contests|contesting|challenge|challenged',
        'the',
        'charge|charges|allegation|allegations|accusation|accusations|indictment',
      ),
      ...combine('disagreed|disagrees|disagree', 'with', '~', 'complaint|charges|allegations|charge|indictment'),
      ...combine('turned', 'informant|informer|supergrass|state witness|states evidence'),
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
      ...combine('tried', '~', 'on|for|again|before|in absentia'),
      ...combine('led', '~', 'in handcuffs|in chains'),
      ...combine(
        'wanted|questioned|arrested|held|sought|detained|hunted|charged|named|interviewed',
        'in connection with',
      ),
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
    phrases: [
      ...list('booked|chargesheeted|charge sheeted'),
      ...combine('linked|tied|connected', 'by', '~', 'to|with'),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'CONVICTED',
    strong: true,
    phrases: combine(
      'given|handed|ordered',
      '~',
      'community order|community service|probation|suspended sentence|conditional discharge',
    ),
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'name|names|named|cites|cited|identifies|identified',
      '~',
      'as having|as one of those|as the man|as the person|as being behind|as responsible for|as the culprit',
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
      ...combine('bombing|air|missile|artillery|rocket', 'raid|raids|attack|attacks|strike|strikes', 'on'),
      ...combine('assassin|assassins|killer|killers|murderer|murderers|kidnapper|kidnappers|poisoner', 'of'),
      ...combine('disappearance|abduction|stabbing|torture|beating|poisoning|mugging|death', 'of'),
      ...combine('from the home|from the homes|from the house|from the account|from the accounts', 'of'),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'VICTIM',
    strong: true,
    phrases: [
      ...combine(
        'lost|lose|loses',
        '~',
        'in ~ scam|in ~ fraud|in ~ swindle|in ~ heist|in ~ theft|in ~ robbery|to fraudsters|to hackers|to scammers|to thieves|to ~ fraud|to ~ scam',
      ),
      ...combine('was|were|is|been', '~', 'defrauded|cheated|swindled|duped|scammed|conned', 'of|out of|by'),
    ],
  },
];
