import { DEEDS_EN, OFFENCES_EN } from './en-offences.ts';
import { AGENCY_EN, CLEARED_AGENCY_EN } from './en-agency.ts';
import { EVENTS_EN } from './en-events.ts';
import { CLEARED_EN, FRAMES_EN } from './en-frames.ts';
import { DEALINGS_EN, PROCEDURE_EN } from './en-procedure.ts';
import { joined, list } from './plain.ts';
import type { Lexicon } from './types.ts';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** English. */
export const EN: Lexicon = {
  language: 'en',
  offences: OFFENCES_EN,
  deeds: joined(DEEDS_EN, DEALINGS_EN),
  cues: [
    ...FRAMES_EN,
    ...PROCEDURE_EN,
    ...EVENTS_EN,
    ...AGENCY_EN,
    {
      form: 'PASSIVE',
      role: 'ACCUSED',
      strong: true,
      phrases:
        list(`indicted|arrested|hunted|nabbed|handcuffed|rounded up|tracked down|brought in for questioning|prosecuted|arraigned|extradited|rearrested|placed under house arrest|
      placed under investigation|held on suspicion|held on charges|seized by police|captured|caught red handed|summoned to court|
      committed for trial|sent for trial|brought to trial|tried for|tried on|bound over|held without bail|named in ~ indictment|named in ~ complaint|
      charge sheeted|served with ~ warrant|declared ~ fugitive|deported for|deported on|hauled before|charged with ~ counts|apprehended|
      taken into custody|taken in custody|remanded|named as a defendant|named as defendants|
      identified as ~ co conspirators|identified as ~ co conspirator|on trial|put on trial|criminally charged|
      charged with criminal|charged in`),
    },
    {
      form: 'PASSIVE',
      role: 'ACCUSED',
      strong: false,
      phrases:
        list(`charged|accused|accuses|accusing|accuse|sued|suspected|alleged|rumoured to have|rumored to have|linked to|tied to|connected with|under scrutiny|under suspicion|under fire for|probed|raided|searched by|subpoenaed|cited for|faulted for|denounced for|criticised for|criticized for|expelled for|sacked for|sacked over|fired for|fired over|ousted over|caught|compelled|named in|summoned|blames|blaming|accusing|interrogated|found to have|shown to have|reputed to be|suspected of|investigated|investigating|investigate|investigates|detained|implicated|wanted by|wanted in|wanted on|
      wanted for|sought by|sought for|under investigation|questioned|blamed|allegedly involved|tainted by|
      exposed as|unmasked as|outed as|removed from office|ordered removed|reported to be|said to have|
      alleged to have|believed to have|involved in|took part in|implicated in|suspended|suing|fired|dismissed for`),
    },
    {
      form: 'PASSIVE',
      role: 'CONVICTED',
      strong: true,
      phrases:
        list(`convicted|found guilty|sentenced|jailed|imprisoned|fined|sent to prison|sent to jail|ordered sent to prison|
      ordered jailed|sentenced to death|found liable|found to have ~ violated|censured|reprimanded|sanctioned|
      struck off|banned for|banned from|suspended from practice|debarred|executed for|barred from|
      ordered to pay ~ penalty|ordered to pay ~ fine|penalised|penalized|disqualified|held in contempt|held liable|found in contempt|found in breach|ordered to pay|
      ordered to forfeit|ordered to repay|ordered to disgorge|stripped of ~ licence|stripped of ~ license|blacklisted|disbarred|expelled from|given a ~ sentence|given ~ years|handed ~ sentence|handed ~ years|put to death|hanged for|court martialed|court martialled|locked up|put behind bars|deregistered`),
    },
    {
      form: 'SUBJECT',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`received ~ sentence|received ~ prison|was given ~ sentence|was handed ~ sentence|began serving|
      gets ~ in prison|gets ~ in jail|got ~ in prison|got ~ in jail|gets life|gets ~ years for|to serve ~ in prison|
      must serve|agreed to plead guilty|intends to plead guilty|would plead guilty|is expected to plead guilty|
      plans to plead guilty|will plead guilty|pleaded guilty|pled guilty|pleads guilty|plead guilty|pleading guilty|
      confessed|confesses|appealed ~ conviction|appealing ~ conviction|appeal ~ conviction|appeal the sentence|lost ~ appeal against|admitted guilt|admits guilt|admitted taking|admitted paying|admitted accepting|admitted stealing|admitted receiving|spent ~ years in prison|spent ~ in jail|served ~ sentence|served ~ in prison|served ~ in jail|paid ~ fine|pay ~ fine|paid ~ in fines|pay ~ in fines|serving ~ sentence|served time|was guilty of|is guilty of`),
    },
    {
      form: 'INSIDE',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`found ~ guilty|sent ~ to prison|sent ~ to jail|finding ~ guilty|find ~ guilty|ordered ~ jailed|
      ordered ~ imprisoned`),
    },
    {
      form: 'INSIDE',
      role: 'ACCUSED',
      strong: true,
      phrases:
        list(`put ~ on trial|placed ~ under investigation|took ~ into custody|name ~ as a defendant|names ~ as a defendant|
      named ~ as a defendant|named ~ as a suspect|holding ~ in custody`),
    },
    {
      form: 'OBJECT',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`sentencing|convicting|jailing|imprisoning|fining`),
    },
    {
      form: 'OBJECT',
      role: 'ACCUSED',
      strong: true,
      phrases: list(`indicting|arresting|prosecuting|extraditing`),
    },
    { form: 'SUBJECT', role: 'CONVICTED', strong: false, phrases: list(`admitted|admits|acknowledged guilt`) },
    {
      form: 'SUBJECT',
      role: 'ACCUSED',
      strong: true,
      phrases: list(`pleaded not guilty|pleaded innocent|pled not guilty|pleads not guilty|faces charges|face charges|
      faces criminal|faces trial|faces ~ years in prison|faces a maximum|faces up to|stood trial|stands trial|
      stand trial|goes on trial|went on trial|settled charges|settle charges|settled ~ charges|to settle charges|
      consented to ~ order|consented to ~ judgment|consented to ~ judgement|consented to an injunction|
      agreed to an order|appeared in court|consented to ~ sanctions|consented to ~ penalties|consented to ~ decree|consented to ~ censure|consented to the sanctions|appeared before ~ court|fight the charges|fight charges|
      contest the charges|contest charges|deny the charges|denied the charges|denies the charges|denied charges|denies charges|denied all charges|reject the charges|rejected the charges|disputes the charges|faces allegations|faced charges|faced allegations|faces accusations|facing allegations|face allegations|faces a charge|faces ~ charge|faces ~ counts|faces counts|faces lawsuits|settles charges|settled allegations|resolve charges|resolve allegations|had a criminal record|has a criminal record|took the fifth|surrendered to|turned himself in|turned herself in|gave himself up|jumped bail|went into hiding|disappeared after|fled to|became the target|fight the allegations|is the target of|
      could receive a maximum|could receive up to|could be sentenced|could go to prison|
      faces prosecution|facing charges|facing extradition|fighting extradition|facing prosecution|fled the country|
      on the run|facing trial|faces extradition|pleaded no contest|agreed to pay ~ to settle|paid ~ to settle|
      will pay ~ to settle|settled with the sec|awaiting trial|awaits trial|under house arrest|is being held|
      was being held|is a suspect|is the prime suspect|is in custody|in jail|on bail|free on bond|is a fugitive|one of the targets|one of ~ people who were charged`),
    },
    {
      form: 'SUBJECT',
      role: 'ACCUSED',
      strong: false,
      phrases:
        list(`denied|could face|may face|dismissed ~ allegations|dismissed allegations|rejected ~ allegations|denies|allegedly|
      resigned ~ on allegations|resigned ~ amid allegations|resigned ~ over allegations|resigned ~ on charges|
      resigned on|stepped down over|stepped down after|stepped down amid|resigned after|resigned over|
      resigned following|resigned amid|resigned as part|faces|engaged in|was involved|participated in|conspiring|
      took part in|assisted|used illegally|had attempted to|deeply involved`),
    },
    {
      form: 'OBJECT',
      role: 'ACCUSED',
      strong: true,
      phrases:
        list(`charges against|red notice for|red notice against|imposed sanctions on|slapped sanctions on|imposes sanctions on|imposing sanctions on|arrests of|unsealed ~ against|the detention of|the extradition of|trial against|the capture of|criminal charges against|indictment of|indictments of|indictment against|arrest of|arrests of|
      trial of|prosecution of|arrest warrant for|arrest warrants for|corruption charges against|extradition of|manhunt for|prosecution against|
      prosecutions of|the arrests of|detention of|impeachment of|charge against|raid on|raids on|names as defendants|named as defendants|named as|defendants|defendant|freezing the assets of|
      freezing assets of|froze ~ assets of|seized ~ assets of|seized assets belonging to|raided ~ offices of|
      raided ~ home of|injunction barring|accomplice|accomplices|co conspirator|co conspirators|co defendant|
      indicted included`),
    },
    {
      form: 'OBJECT',
      role: 'ACCUSED',
      strong: false,
      phrases:
        list(`allegations against|allegation against|accusations against|suit against|suits against|lawsuit against|
      complaint against|complaints against|laid against|filed against|brought against|allegations ~ against|
      charges ~ against|take against|involvement of|role of|investigation of|investigation into|investigations into|inquiry into|probe of|
      probe into|inquiries into|probing|investigating|looking into|inquiry into ~ conduct of|suspicions about|suspicion of|doubts about|claims against|claim against|proceeding against|scandal engulfing|case involving|case of|scheme by|corruption by|abuses by|violations by|wrongdoing by|misconduct by|accusation against|scandal involving|scandal surrounding|involving|involved|evidence against|allegations that|
      accusations that|suspicions that|suspicion that|including|included|collaborated with|fell ~ within ~ responsibility of|
      suit from|figures in`),
    },
    {
      form: 'OBJECT',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`conviction of|convictions of|guilty plea by|guilty plea from|sentencing of|guilty verdict against|
      conviction by|fine on|fines on|fined|verdict against|sentence against|sentence on|ban on ~ by|convictions against`),
    },
    {
      form: 'OBJECT',
      role: 'ACCUSED',
      strong: false,
      phrases: list(`penalty tax on|penalty on|penalties on|sanctions on`),
    },
    {
      form: 'OWNER',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`conviction|sentence|guilty plea|guilt|imprisonment|prison term|jail term`),
    },
    {
      form: 'OWNER',
      role: 'ACCUSED',
      strong: true,
      phrases:
        list(`arrest|indictment|trial|extradition|prosecution|kickback*|bribes|fraud|swindle|crimes|embezzlement|violations|
      involvement|bribery`),
    },
    {
      form: 'ALLEGE',
      role: 'ACCUSED',
      strong: false,
      phrases:
        list(`court heard|jury heard|court was told|jury was told|tribunal heard|inquiry heard|court found|judge ruled|ruled that|court ruled|audit found|reports that|claims that|accusations that|allegations that|investigating whether|investigate whether|alleges|alleged|alleging|alledged|allege|alleges that|charges that|suit charges|complaint charges|
      indictment charges|lawsuit charges|charging|charged that|claiming|claims that|accused|charged|accusing|
      indictment charged|indictment said|complaint said|complaint alleges|prosecutors said|police said|sec said|
      commission said|prosecutor* ~ said|according to the indictment|according to the complaint|
      according to prosecutors|looking into whether|look into whether|reviewing whether|investigating whether|investigate whether|
      examining whether|examine whether|probing whether|determine whether|determining whether|find out whether|suspects that|suspect that|suspected that|evidence that|indications that|claims|claimed|contends|contended|contend|contending|claim|confirmed that|found that|reason to believe|including that|which found`),
    },
    {
      form: 'REPORT',
      role: 'ACCUSED',
      strong: false,
      phrases: list(`said|says|told|say|believe|believes|believed|suspect|suspects|claim|claims|wrote|heard|stated`),
    },
    {
      form: 'OBJECT',
      role: 'VICTIM',
      strong: true,
      phrases:
        list(`murder of|murders of|killing of|killings of|assassination of|kidnapping of|abduction of|rape of|stolen from|
      stole ~ from|stealing from|theft from|robbed|robbery of|embezzled ~ from|embezzling ~ from|misappropriated ~ from|
      attack on|attacks on|cyberattack on|hacked into|broke into the network of|broke into ~ of|home of ~ burgled|
      defrauding|swindling|cheating|deceiving|victims including|victim|robbery at|theft at|burglary at|burgled|broke into the house of|broke into the home of|murdered|fraud against|assault on|poisoning of|
      death of|shooting of|stabbing of|slaying of|massacre of|hijacking of|extorting money from|demanded money from|
      demanding money from|for killing|for murdering|taken from`),
    },
    {
      form: 'SUBJECT',
      role: 'VICTIM',
      strong: true,
      phrases:
        list(`was the victim of|were the victims of|is the victim of|a victim of|fell victim to|lost ~ savings|was targeted by|
      were robbed|had been robbed|lost money in|was cheated|is feared to be the victim|was held captive`),
    },
    {
      form: 'LABEL',
      role: 'VICTIM',
      strong: true,
      phrases: list(`murdered|slain|kidnapped|abducted|assassinated|defrauded|victim`),
    },
    {
      form: 'LABEL',
      role: 'CONVICTED',
      strong: true,
      phrases: list(`convicted|disgraced|jailed|imprisoned|convict|confessed`),
    },
    {
      form: 'LABEL',
      role: 'ACCUSED',
      strong: true,
      phrases:
        list(`indicted|accused|fugitive|alleged|suspected|suspect|murderer|swindler|fraudster|gangster|mobster|drug lord|
      drug trafficker|drug dealer|crime boss|mafia boss|mob boss|mafia bosses|terrorist|terrorist leader|
      terrorist group|terrorist groups|guerrilla leader|rebel leader|hijacker|kidnapper|bomber|hacker|smuggler|
      assassin|armed ~ group|militant group|insider trader|embezzler|wanted`),
    },
  ],
  negations:
    list(`not|non|never|no|neither|nor|without|didn't|wasn't|isn't|don't|doesn't|nobody|none|cannot|rather than|free of|
      unlikely|hardly|wrongly|wrongfully|unjustly|mistakenly|declined to|freed from|innocent`),
  cleared: [
    ...CLEARED_EN,
    ...CLEARED_AGENCY_EN,
    ...list(`acquitted|acquittal of|cleared of|exonerat*|found not guilty|charges ~ were dropped|charges ~ were dismissed|
      charges ~ dropped|case ~ was dismissed|case ~ dropped|dropped ~ charges|dropped charges|dismissed ~ charges|
      dismissed all charges|not guilty of|without prosecuting|no charges|no evidence|conviction overturned|
      overturned ~ conviction|conviction was quashed|freed from prosecution|pardoned|wrongly convicted|
      wrongly accused|falsely accused|acquits|acquitting|acquittal|charges ~~ dismissed|charges ~~ dropped|charges ~~ withdrawn|charges ~~ thrown out|charge ~~ dropped|charge ~~ dismissed|case ~~ dropped|case ~~ dismissed|case ~~ thrown out|case ~~ closed|investigation ~~ closed|inquiry ~~ closed|probe ~~ closed|investigation ~~ shelved|investigation ~~ discontinued|proceedings ~~ discontinued|proceedings ~~ dropped|allegations ~~ unfounded|conviction ~~ overturned|conviction ~~ quashed|conviction ~~ set aside|dropped its ~ investigation|dropped its case|dropped their case|dropped the case|drop charges|drop the charges|drop all charges|withdrew ~ charges|withdrawing ~ prosecution|withdrew ~ case|threw out ~ charges|threw out ~ case|quashed ~ conviction|overturned ~ verdict|closed its ~ investigation|closed ~ inquiry|closed ~ probe|closed ~ investigation|ended ~ investigation|abandoned ~ investigation|abandoned ~ prosecution|discontinued|dismissed ~ case|dismissed ~ indictment|dismissed ~ suit|dismissed ~ lawsuit|no wrongdoing|no evidence of wrongdoing|of any wrongdoing|vindicated|absolved|freed of|proved innocent|proven innocent|found innocent|declared innocent|will not prosecute|not prosecute|will not be charged|not be prosecuted|not been charged|not a suspect|not under investigation|without bringing charges|cleared by|not involved|ruled out|decided not to prosecute|not charged|dismissed with prejudice|voluntarily dismissed|dropped with prejudice`),
  ],
  titles:
    words(`prime attorney general boss cleric guerrilla rebel warlord trafficker smuggler magnate oligarch billionaire millionaire mr mrs ms miss dr sir lord lady dame prof professor sheikh sheik king queen prince princess president chairman chairwoman
    chief director executive founder owner manager broker trader lawyer banker businessman businesswoman financier tycoon accountant auditor nurse teacher postmaster mathematician bookkeeper clerk cashier programmer pharmacist surgeon architect pilot sailor soldier marine monk nun pensioner widow widower jeweller footballer cricketer boxer rapper comedian presenter novelist activist lobbyist fundraiser treasurer landlord developer contractor supplier entrepreneur investor landowner shipowner hotelier restaurateur dealer bookmaker lawmaker legislator councillor councilman alderman ex-minister premier fraudster kingpin ringleader mastermind hitman killer rapist robber burglar defendant suspect victim captive hostage whistleblower informant spy agent guard driver arbitrageur
    speculator raider investor actor actress singer author producer editor analyst economist scientist researcher doctor engineer
    pastor bishop pope archbishop cardinal rabbi imam mullah ayatollah father brother sister coach player
    premier chancellor mayor governor gov senator sen rep representative congressman congresswoman deputy minister secretary
    ambassador commander general gen colonel col captain capt lieutenant lt major maj sergeant sgt corporal cpl private admiral adm
    vice treasurer employee driver farmer leader boss spokesman spokeswoman spokesperson adviser advisor aide official officer
    member candidate partner associate son daughter wife husband brothers head former ex mp mep client resident student dealer merchant marine staff reporter journalist`),
  officialTitles:
    words(`judge justice magistrate prosecutor attorney detective inspector superintendent constable sheriff marshal agent
    commissioner investigator examiner coroner ombudsman regulator solicitor barrister counsel spokesman spokeswoman spokesperson
    secretary minister senator sen rep representative congressman congresswoman mp analyst economist professor prof expert lawyer coordinator`),
  organisationWords:
    words(`inc incorporated corp corporation co company companies ltd limited plc llc llp lp ag sa spa s.p.a s.a nv n.v bv b.v gmbh kg kk
    oy ab asa aps bhd sdn pty pte group groupe gruppe holding holdings bank banks banco banca banque bancorp bancshares savings trust partners partnership
    associates brothers bros sons industries international enterprises systems technologies technology laboratories labs airlines
    airways motors motor steel oil gas petroleum energy electric chemical chemicals pharmaceuticals foods stores insurance assurance mutual
    securities capital financial finance investments investment properties realty resources mining mines railways railroad shipping lines
    telephone telegraph telecommunications telecom communications broadcasting newspapers press times post journal university college institute institution
    school hospital clinic church foundation fund society association federation union league club council party front movement army
    brigade brigades organisation organization alliance coalition committee congress network center centre museum academy unit works
    exchange agency bureau board authority commission department ministry office court police force service services house senate parliament
    administration embassy cartel gang syndicate militia guerrillas jihad consulting logistics media entertainment software pastoral games futures machine`),
  authorities:
    words(`court police commission department ministry office agency bureau authority parliament senate house congress committee
    administration embassy sec fbi cia nasd ftc fda irs doj interpol europol yard customs treasury government council fed fcc icc itc acra accc asic apra afp
    union u.n un nato eec ec imf gatt oecd opec army navy comex reuters reuter ap upi tass xinhua bbc abc cnn cbs nbc times post journal press newspaper
    magazine tribunal prosecutor pentagon bundesbank state defence defense supreme inquiry nff csiro nasa usda epa`),
  accusers: words(
    'jurors jury court tribunal audit auditors regulator regulators watchdog inquiry detectives officers agents whistleblower prosecutor prosecutors police investigators indictment indictments complaint suit lawsuit authorities detectives sec prosecution jury papers',
  ),
  ownPronouns: list(`his|her|its|their`),
  personPronouns: list(`he|she|him|her`),
  thingPronouns: ['it'],
  groupPronouns: list(`them|they`),
  particles: words(
    'de del della di da das dos du la le van von der den ter ten bin ibn bint al el arap ben abu st af zu y e',
  ),
  ordinary:
    words(`thieves burglars robbers hackers kidnappers gunmen smugglers traffickers fraudsters scammers looters arsonists bailiffs auditors investigators detectives agents customs ebola hiv sars malaria anthrax covid tuberculosis influenza known born convicted sentenced charged led sold caught found based nicknamed dubbed described vat gst cctv dna nhs gdp llc atm pin sms hiv dui dvd suv usb corporate congressmen congressmen congresswomen senators lawmakers legislators politicians ministers diplomats marines reports mafia disgraced convicted accused jailed alleged suspected indicted fugitive embattled wanted marines marine lawyers attorneys prosecutors judges jurors shares former late senior top leading ousted deposed exiled imprisoned arrested charged the a an he she it they we i you in on at but and this that these those his her their its our my your as if when while after before
    there here for according however meanwhile last next no not yes both some many most several other others another one two three four five six seven
    eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty under over earlier later also although though because since until unless with without from to of by about into during between
    among against despite besides instead then now today yesterday tomorrow tonight such each every all any few what who whom whose which where why how
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec spring summer autumn winter christmas easter north south east west northern southern eastern western central
    new old first second third only even just still yet once so or nor like more less much than too very asked speaking responding acting reading citing referring
    officials analysts sources police prosecutors lawyers investigators traders dealers bankers executives shareholders investors workers farmers rebels
    guerrillas soldiers troops thousands hundreds dozens millions people men women children government court judge president chairman company bank
    american americans british briton britons german germans french italian italians spanish portuguese dutch belgian swiss austrian swedish norwegian danish
    finnish russian russians soviet soviets chinese japanese korean koreans indian indians pakistani iranian iranians iraqi iraqis israeli israelis arab arabs palestinian
    palestinians lebanese syrian egyptian libyan libyans saudi turkish greek polish czech hungarian romanian bulgarian yugoslav serbian croatian mexican
    brazilian argentine chilean colombian peruvian venezuelan cuban nicaraguan canadian australian australians african africans asian asians european
    europeans philippine filipino indonesian malaysian vietnamese thai kenyan nigerian ethiopian sudanese chadian afghan cambodian
    islamic muslim muslims christian christians jewish jews catholic protestant sikh sikhs hindu hindus buddhist democrat democrats democratic republican republicans
    communist communists socialist socialists liberal labour labor conservative conservatives nazi contra contras sandinista marxist western
    english latin irish scottish welsh kurdish chechen bosnian albanian ukrainian
    exports imports shares profits sales prices net dlrs mln pct cts vs qtr inc industry federal national international state states local
    god internet web aids tv radio news ceo cfo id dna pm am gmt est edt usa us uk eu dlr stg d r wall street mr asia europe africa section article chapter iii ii iv vi treaty act`),
  auxiliaries: words('was were is are be been being got gets get getting am stands stood remains became'),
  have: words("has have had having 've"),
  prepositions: words(
    'of at by for in with from to against over between about on near within into under during through upon behind outside inside across around via like than as including among',
  ),
  adverbs: words(
    'also allegedly reportedly later today yesterday recently already then now formally officially subsequently previously earlier never not still again once both all first initially originally finally apparently being been be was were is are has have had will would could may might can should must just only previously separately jointly since soon later federally criminally tentatively illegally unlawfully fraudulently twice neither either',
  ),
  boundaries: words(
    'that who which whom after when while because but if whether although though where since until unless whereas before so said says say told adding added ; :',
  ),
  by: ['by'],
  relatives: words('who which whom'),
  and: words('and & or nor'),
  speaking: words('said says say told adds added noted argued explained stated commented announced'),
  testifying:
    list(`testified|testifies|testify|told the court|told the jury|gave evidence|giving evidence|witness|witnesses|
      told the hearing|told the inquiry|told the trial|told the tribunal|took the stand|said in evidence|in evidence|in testimony|called as a witness|star witness|key witness|whistleblower|whistle blower`),
};
