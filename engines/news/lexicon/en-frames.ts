import { combine, list } from './plain.ts';
import type { CueGroup } from './types.ts';

/** Verbs that accuse their object, in every form. */
const ACCUSE =
  'accuse|accuses|accusing|sue|sues|suing|implicate|implicates|blame|blames|link|links|linking|tie|ties|finger|fingered|fingering|suspect|suspects|incriminate|incriminated|incriminates|denounce|denounced|report to police';
/** Verbs of proceeding: being their object is enough. */
const PROCEED =
  'charge|charges|charging|indict|indicts|arrest|arrests|detain|detains|prosecute|prosecutes|extradite|extradites|arraign|apprehend|subpoena|subpoenas|impeach|impeached|impeaches';
const CONVICT =
  'convict|convicts|jail|jails|imprison|imprisons|debar|debars|penalise|penalises|penalize|penalizes|censure|censures';

/** Nouns of a proceeding by how they take the party: against, into, of. */
const AGAINST =
  'charge|charges|indictment|indictments|prosecution|arrest warrant|arrest warrants|fraud case|criminal case|corruption case|bribery case|criminal complaint|criminal charges|fraud charges|criminal proceedings|disciplinary proceedings|disciplinary action|criminal action|enforcement action';
/** Also said of civil and commercial matters: they need the name of an offence. */
const AGAINST_WEAK =
  'case|cases|proceedings|evidence|trial|action|injunction|judgment|judgement|penalty|ruling|complaint filed';
const INTO =
  'criminal investigation|criminal probe|criminal inquiry|fraud investigation|fraud inquiry|fraud probe|corruption probe|corruption inquiry|corruption investigation|bribery investigation|bribery inquiry|police investigation|formal investigation|antitrust investigation|antitrust probe|money laundering investigation|tax investigation';
const OPEN =
  'open|opens|opened|opening|launch|launches|launched|launching|start|starts|started|begin|begins|began|begun|widen|widened|step up|stepped up|reopened|announced|announce';
const PREMISES = 'home|homes|house|houses|offices|office|premises|headquarters|apartment|flat|villa|properties|yacht';

/** Frames of accusation and proceeding in English that the lists of en.ts do not hold. */
export const FRAMES_EN: readonly CueGroup[] = [
  { form: 'OBJECT', role: 'ACCUSED', strong: false, phrases: combine(AGAINST_WEAK, 'against') },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: false,
    phrases: combine('suit|suits|lawsuit|lawsuits|complaint|complaints|proceedings|action', '~', 'against'),
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'could face|may face|might face|will face|would face|likely to face',
        '~',
        'charge|charges|prosecution|trial|jail|prison|fine|fines|penalty|penalties|sanctions|disciplinary action|deportation|extradition',
      ),
      ...list('plunged into disgrace|fell into disgrace|fell from grace|resigned in disgrace|left in disgrace'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: false,
    phrases: combine('violation|violations|breach|breaches', 'of', '~', 'by'),
  },
  {
    form: 'INSIDE',
    role: 'CONVICTED',
    strong: true,
    phrases: combine(
      'revoked|revoke|revokes|revoking|revocation of|suspended|withdrew|withdrawn|cancelled|canceled',
      '~',
      'licence|license|licences|licenses|permit|registration|banking licence',
    ),
  },
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'ordered|sent|committed|told|due|set|scheduled',
      'to stand trial|for trial|to go on trial|to appear in court',
    ),
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'among the suspects|among the accused|among those charged|among those arrested|among those accused|among those indicted|among those detained|among those held|among the defendants|among those named|among those under investigation|the suspect|the accused|the defendants',
      'is|are|was|were',
    ),
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: combine(
      'report|reported|reporting|turned|handed',
      '~',
      'to the police|to police|over to police|in to police',
    ),
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: list(
      'struck a plea deal|reached a plea deal|agreed a plea deal|plea agreement with|plea bargain|turned state witness|agreed to cooperate with prosecutors',
    ),
  },
  {
    form: 'SUBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: combine('lost|loses|lose', 'its|his|her|their', '~', 'licence|license|licences|licenses'),
  },
  { form: 'PASSIVE', role: 'ACCUSED', strong: false, phrases: list(ACCUSE) },
  { form: 'PASSIVE', role: 'ACCUSED', strong: true, phrases: list(PROCEED) },
  { form: 'PASSIVE', role: 'CONVICTED', strong: true, phrases: list(CONVICT) },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(AGAINST, 'against'),
      ...combine(INTO, 'into|of|against'),
      ...combine(
        OPEN,
        '~',
        'investigation into|inquiry into|probe into|probe of|investigation of|investigation against',
      ),
      ...combine(
        'search|searched|searches|searching|raid|raided|raids|raiding|stormed',
        '~',
        PREMISES,
        'of|belonging to|owned by',
      ),
      ...combine(
        'freeze|freezes|froze|frozen|seize|seizes|seized|confiscated',
        '~',
        'accounts of|property of|funds of|assets belonging to',
      ),
      ...combine('arrest|arrests|detention|capture|extradition|prosecution|indictment|trial|impeachment', 'of'),
      ...combine('impose|imposed|imposes|imposing|slap|slapped', 'sanctions on'),
      ...list(
        'verdict in the trial of|hunt for fugitive|reward for the capture of|bounty on|pressed charges against|filed charges against|files charges against|file charges against|lodged charges against|brought charges against|bring charges against|laid charges against',
      ),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'added to|placed on|put on|included in|included on',
        '~',
        'sanctions list|sanctions lists|blacklist|wanted list|watch list|watchlist',
      ),
      ...combine(
        'named|identified|unmasked|described|exposed|accused of being',
        '~',
        'as the leader|as the leaders|as the mastermind|as the ringleader|as a suspect|as suspects|as the killer|as the shooter|as the boss',
      ),
      ...list(
        'tried in absentia|hit with ~ charges|hit with ~ sanctions|slapped with ~ charges|slapped with ~ sanctions|hit by ~ sanctions|implicated in|indicted over|caught with|caught smuggling|caught stealing|caught taking|caught red handed',
      ),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine('convicted|sentenced|jailed|tried and convicted', 'in absentia'),
      ...combine('handed|given|served with', '~', 'term|sentence|prison term|jail term|years|life|fine'),
    ],
  },
  {
    form: 'OWNER',
    role: 'ACCUSED',
    strong: false,
    phrases: [
      ...combine(
        'role|roles|involvement|part|participation|complicity|connection|connections|links|ties',
        'in|to|with',
      ),
      ...list('dealings with|alleged crimes|alleged role|alleged involvement|alleged links|alleged ties|alleged part'),
    ],
  },
  {
    form: 'LABEL',
    role: 'ACCUSED',
    strong: true,
    phrases: list(
      'ringleader|mastermind|kingpin|drug kingpin|gang leader|gang boss|gangland boss|cartel leader|cartel boss|crime lord|crime kingpin|warlord|hitman|contract killer|serial killer|arms dealer|arms trafficker|people smuggler|human trafficker|money launderer|con artist|con man|scammer|scam artist|hacker|rapist|paedophile|pedophile|sex offender|spy chief accused|prime suspect|murder suspect|terror suspect|bombing suspect|fraud suspect',
    ),
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'manhunt|police hunt|police search|arrest warrant|arrest warrants|search warrant|issued a warrant|issued warrants|red notice',
        '~',
        'for',
      ),
      ...combine('confiscated|froze|frozen|impounded', '~', 'belonging to|owned by|linked to'),
      ...combine('seize|seizes|seized|seizing', '~', 'belonging to'),
      ...combine('suspicion|suspicions', 'fell on|fall on|centre on|center on|falls on'),
      ...combine('blamed|pinned|blame', 'on'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine('conviction|convictions|sentencing|imprisonment|jailing', 'of'),
      ...combine('prison|jail|life|suspended|death', 'sentence for'),
      ...combine('upheld|confirmed|upholds|confirms', '~', 'conviction of|conviction against|sentence of'),
      ...combine('fine|fines|sentence|guilty verdict', 'against'),
      ...list('fine on|fines on|years for|years in prison for|years in jail for'),
    ],
  },
  {
    form: 'INSIDE',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'handed|hands|gave|gives|giving',
        '~~',
        'sentence|years in prison|years in jail|prison term|jail term|suspended sentence',
      ),
      ...combine('found|find|finds|declared|declares', '~~', 'guilty'),
      ...combine('sent|send|sends', '~', 'to prison|to jail|behind bars'),
    ],
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'name|names|named|naming',
        '~~',
        'as a defendant|as defendants|as a suspect|as suspects|as co conspirators|as the mastermind|as a co conspirator',
      ),
      ...combine('take|took|taken|taking|held|hold|holding', '~', 'into custody|in custody|in detention'),
      ...combine('put|place|placed|putting', '~', 'on trial|under investigation|under house arrest|under arrest'),
      ...combine(
        'call|calls|called|identified|describes|described',
        '~',
        'the mastermind|the ringleader|a fugitive|the prime suspect|a suspect',
      ),
      ...combine('list|lists|listed', '~', 'as a fugitive|as wanted'),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(
        'is|was|are|were|be|been|became|become|remains',
        'the subject of|the target of|the focus of|at the centre of|at the center of|at the heart of|the object of|under',
        '~',
        'investigation|probe|inquiry|scandal|case|fraud|scheme|allegations|prosecution|arrest',
      ),
      ...combine(
        'is|was|are|were|remains',
        '~',
        'a suspect|the suspect|suspects in|the prime suspect|the main suspect|a fugitive|a defendant|the defendant|defendants in|a co defendant|the mastermind|the ringleader|the suspected ringleader',
      ),
      ...combine(
        'deny|denies|denied|denying|dispute|disputes|disputed|reject|rejects|rejected|contest|contests|contested|refute|refutes|refuted',
        'the|all|any|these|those|his|her|its|their',
        'allegations|accusations|charges|wrongdoing|charge|allegation|accusation',
      ),
      ...combine('deny|denies|denied|denying', 'wrongdoing|allegations|accusations|charges|involvement'),
      ...combine(
        'face|faces|faced|facing',
        '~',
        'charges|charge|counts|count|trial|prosecution|extradition|years in prison|years in jail|in prison|in jail|life imprisonment|life sentence|the death penalty|fraud trial|investigation|court martial|impeachment',
      ),
      ...combine(
        'appear|appeared|appears|appearing',
        '~',
        'in court|in the dock|in ~ court|before ~ court|before magistrates|before a judge',
      ),
      ...combine('stand|stands|stood|standing|go|goes|went|going|await|awaits|awaiting|awaited', 'trial|on trial'),
      ...combine('stand|stands|stood', 'accused'),
      ...combine('plead|pleads|pleaded|pled|pleading', 'not guilty|innocent|no contest|the fifth'),
      ...list(
        'turned himself in|turned herself in|surrendered to police|fled the country|fled justice|jumped bail|broke bail|escaped from prison|escaped from jail|escaped from ~ prison|escaped custody|is on the run|was on the run|in hiding|released on bail|free on bail|freed on bail|was bailed|granted bail|denied bail|refused bail|out on bail',
      ),
    ],
  },
  {
    form: 'SUBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(
        'get|gets|got|receive|receives|received|drew',
        '~',
        'years in prison|years in jail|years for|life sentence|prison sentence|jail sentence|suspended sentence|life in prison|jail term|prison term|months in prison|months for|months in jail',
      ),
      ...combine('plead|pleads|pleaded|pled|pleading', 'guilty'),
      ...combine(
        'admit|admits|admitted|admitting|confess|confesses|confessed|confessing|acknowledged',
        'having|guilt|his guilt|her guilt|taking|paying|accepting|stealing|receiving|lying|falsifying|the charges|the offence|the offences|the fraud|the murder',
      ),
      ...combine(
        'serve|serves|served|serving|begin|begins|began',
        '~',
        'sentence|years in prison|years in jail|prison term|jail term|time in prison',
      ),
      ...combine('pay|pays|paid|paying', '~', 'fine|fines|in fines|penalty'),
      ...combine(
        'appeal|appeals|appealed|appealing',
        'against|the|his|her|its',
        'conviction|sentence|verdict|guilty verdict',
      ),
      ...list(
        'lost his appeal|lost her appeal|lost its appeal|was released from prison|released from prison|released from jail|left prison|died in prison|out of prison after',
      ),
    ],
  },
];

const END =
  'drop|drops|dropped|dropping|dismiss|dismisses|dismissed|withdraw|withdraws|withdrew|withdrawing|withdrawn|quash|quashes|quashed|overturn|overturns|overturned|throw out|throws out|threw out|thrown out|abandon|abandons|abandoned|close|closes|closed|shelve|shelved|halt|halted|discontinue|discontinued|set aside|sets aside|reverse|reversed|reverses|vacate|vacated|scrapped|annulled';

/** Words that end a proceeding in the party's favour. "Dismissed the allegations" is a denial and not among them. */
export const CLEARED_EN: readonly string[] = [
  ...combine(
    END,
    '~',
    'charge|charges|case|conviction|convictions|indictment|verdict|investigation|inquiry|enquiry|probe|prosecution|proceedings|lawsuit|suit against|action against|claims against|complaint against',
  ),
  ...combine(
    'charge|charges|case|indictment|investigation|inquiry|probe|proceedings|prosecution|lawsuit|suit|complaint|conviction',
    '~~',
    'was dropped|were dropped|was dismissed|were dismissed|was withdrawn|were withdrawn|was closed|was thrown out|were thrown out|was quashed|was overturned|been dropped|been dismissed|been closed|been quashed|been overturned',
  ),
  ...combine(
    'acquit|acquits|acquitted|acquitting|exonerate|exonerates|exonerated|absolve|absolves|absolved',
    'of|on|by|him|her|them',
  ),
  ...combine('cleared|clears|clearing|acquitted|acquits|acquitting', '~', 'of|on all'),
  ...combine('conviction|convictions|verdict|verdicts', '~~', 'unsafe|unsound'),
  ...combine(
    'dismiss|dismisses|dismissed|throws out|threw out|rejects|rejected',
    '~~',
    'suit against|lawsuit against|case against|charges against|claims against|complaint against',
  ),
  ...list(
    'wrongful conviction|miscarriage of justice|mistaken identity|no case to answer|no charges against|insufficient evidence',
  ),
];
