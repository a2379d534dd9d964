import { list } from './plain.ts';
import type { Lexicon } from './types.ts';

/** Names of offences in English, by category. */
export const OFFENCES_EN: Lexicon['offences'] = {
  FRAUD:
    list(`fraud|frauds|fraudulent|fraudulently|fraudster*|wire fraud|mail fraud|securities fraud|embezzl*|embezzler*|
      swindle|swindles|swindler*|ponzi|pyramid scheme|scam|scams|scammer*|deception|deceptive|false accounting|
      accounting irregularities|misappropriation of ~ funds|willful misapplication|misapplication of ~ funds|
      false statements|false statement|false entries|false filings|false and misleading|misleading statements|
      misleading ~ statements|misleading advertising|false advertising|bogus|falsified|falsifying|falsification|
      overbilling|overcharges|overcharging|identity theft|con man|con artist|financial crime*|
      improper disbursement*|breach of trust|criminal breach of trust|cheating|insurance fraud|vote rigging|rigging|
      failed to disclose|failing to disclose|failure to disclose|did not disclose|securities law violations|
      violations of ~ securities laws|violated ~ securities laws|violating ~ securities laws|anti fraud provisions|
      misapplying|misrepresent*|misappropriating|misrepresentation*|fabricated|phony|siphoning|siphoned|embezzled|
      swindle*|defraud*`),
  CORRUPTION: list(`corruption|bribe*|bribing|bribery|kickback*|graft|corrupt|illicit payments|illegal payments|
      influence peddling|abuse of office|misuse of office|slush fund*|payola|illicit enrichment|nepotism|
      embezzlement of public|pay to play|political donations scandal|conflict of interest charges`),
  MONEY_LAUNDERING: list(`money laundering|laundering|money launderer*|currency transaction reports|bank secrecy act|
      structuring ~ deposits|proceeds of crime|illegal capital movement|illicit funds|dirty money|
      anti money laundering failings`),
  DRUG_TRAFFICKING:
    list(`drug traffick*|drug dealing|drug dealer*|drug smuggl*|drug lord*|drug baron*|drug ring|drug cartel*|narcotics|
      cocaine|heroin|methamphetamine|fentanyl|drug trade|drug offences|drug charges|narco*|drug abuse|
      trafficking drugs|possession of ~ drugs|marijuana|drug money|cannabis`),
  HUMAN_TRAFFICKING:
    list(`human traffick*|people traffick*|sex traffick*|child traffick*|people smuggl*|migrant smuggl*|human smuggl*|
      forced labour|forced labor|modern slavery|slavery|trafficking in persons|trafficking of women|
      trafficking women|debt bondage|child labour|child labor|illegal workers`),
  SEXUAL_EXPLOITATION:
    list(`rape|rapes|raped|raping|rapist*|sexual assault*|sexual abuse|sexually abus*|child abuse|child pornography|
      paedophil*|pedophil*|indecent assault|prostitution ring|prostitution racket*|pimping|sexual offences|molest*`),
  TERRORISM:
    list(`terrorism|terrorist*|terrorist financing|terror financing|financing of terrorism|bombing plot|bomb plot|
      bombing|bombings|car bomb*|suicide bomb*|suicide attack*|hijacking|hijacker*|guerrilla activities|
      guerrilla attack*|jihadist*|terror attack*|terror plot|extremist attack*|campaign of violence|homemade bomb|
      plot to bomb`),
  TAX_CRIME:
    list(`tax evasion|tax fraud|evading tax*|evaded tax*|evade tax*|tax dodg*|tax cheat*|unpaid taxes|tax offences|
      penalty tax|vat fraud|carousel fraud|undeclared income|tax crimes|tax losses|phony tax|illegal tax shelter*|
      tax shelter* fraud`),
  CYBERCRIME:
    list(`cybercrime|cyber crime|hacker*|hacking|computer hacking|ransomware|malware|phishing|data theft|cyberattack*|
      cyber attack*|computer fraud|computer crime*|botnet*|cyber espionage|denial of service attack*`),
  SANCTIONS_EVASION:
    list(`sanctions evasion|evading sanctions|evade sanctions|evaded sanctions|sanctions busting|sanctions violation*|
      breach of ~ sanctions|breaching ~ sanctions|breached ~ sanctions|violat* ~ sanctions|violat* ~ embargo|
      violation of ~ sanctions|embargo violation*|illegal export*|illegally export*|export control violation*|
      embargo busting|trade embargo|circumvent* ~ sanctions`),
  MARKET_ABUSE:
    list(`insider trading|insider dealing|insider dealer*|insider trader*|inside information|insider information|
      market manipulation|stock manipulation|market abuse|market rigging|share price manipulation|stock fraud|
      pump and dump|front running|spoofing|stock parking|parking stock|manipulate ~ price*|manipulating ~ price*|
      manipulation|manipulative|securities violation*|trading violation*|marking the close|nonpublic information|
      non public information|swapping inside|libor`),
  THEFT: list(`theft|thefts|steal|stole|robbing|robbed|looted|grand theft|robbery|robberies|burglary|burglar*|larceny|
      stealing|stolen|looting|heist|thief|thieves|shoplifting|cattle duffing|poaching ~ sheep|stolen goods|
      receiving stolen|misappropriation of funds|misappropriated|trade secret theft`),
  SMUGGLING: list(`smuggl*|contraband|smuggled|illegal import*|customs fraud|customs evasion|illegally sent abroad|
      foreign exchange laws`),
  COUNTERFEITING:
    list(`counterfeit*|forgery|forgeries|forged|forger|forging|product piracy|fake goods|fake medicines|pirated|
      knockoffs|fake passports`),
  ENVIRONMENTAL_CRIME:
    list(`illegal fishing|illegal logging|poaching|poacher*|illegal dumping|dumped ~ into|dumping of ~ waste|
      pollution charges|wildlife traffick*|toxic dumping|illegal mining|pollution offences|environmental crime*|
      waste traffick*|illegal waste|oil spill charges|illegal clearing|ivory traffick*|illegally cleared`),
  ORGANISED_CRIME:
    list(`organised crime|organized crime|mafia|mafioso|mafiosi|mob boss*|crime boss*|racketeering|racketeer*|gangster*|
      crime syndicate*|cosa nostra|camorra|ndrangheta|yakuza|triads|criminal gang|crime gang|crime ring|gang leader|
      underworld`),
  VIOLENCE:
    list(`murder*|stabbed|strangl*|beating|beaten|manslaughter|homicide|culpable homicide|assassination|assassin*|
      attempted murder|killing|killings|grievous bodily harm|assault|assaults|stabbing|shooting|massacre|
      shooting death|wounding|contract killing|armed attack|battery charges|negligent homicide|criminal negligence|
      criminal responsibility`),
  EXTORTION: list(
    `extort*|blackmail|protection money|protection racket*|demanding money with menaces|demanding money|shakedown`,
  ),
  KIDNAPPING:
    list(`kidnap*|abducting|abduct*|abductor*|hostage taking|taken hostage|holding ~ hostage*|ransom|unlawful detention|
      false imprisonment`),
  ARMS_TRAFFICKING:
    list(`arms traffick*|arms smuggl*|gun running|gunrunning|weapons smuggl*|weapons traffick*|illegal arms|
      illegal weapons|arms scandal|arms embargo|illicit arms|firearms offences|arms dealing`),
  PIRACY: list(`piracy at sea|pirates|maritime piracy|sea piracy`),
  WAR_CRIMES: list(`war crime*|genocide|crimes against humanity|ethnic cleansing|torture|human rights abuses|
      human rights violations|extrajudicial`),
  COMPETITION: list(`price fixing|fare fixing|rate fixing|price rigging|market sharing|route sharing|cartel|bid rigging|
      collusive tendering|antitrust violation*|anti trust violation*|anti competitive conduct|fix ~ prices|
      fixing prices|abuse of ~ dominant position`),
  OTHER_CRIME: list(`espionage|evaded justice|evading justice|conspirator*|co conspirator*|conspiring|spying|perjury|
      contempt of court|obstruct* justice|obstruction|obstructing|treason|sedition|conspiracy|false testimony|
      wrongdoing|criminal offence*|criminal offense*|criminal charge*|felony|felonies|misdemeanor*|misdemeanour*|
      illegal|illegally|unlawful|unlawfully|illicit|violations of law|violation of law|violation of the law|
      violations of the law|breach of ~ law|breaking ~ laws|violated the law|criminal violations|criminal|offence|
      offences|offense|offenses|arson|sabotage|malpractice*|misconduct|scandal|lying to|lied to|lied about|lied in|
      lying about|shredding of documents|shredding documents|animal cruelty|breaching ~ laws|violation* of ~ laws|
      violat* of ~ act|violated ~ act|violated the rule|law violations|vandalism|desecration|coercing|counts of|
      plot|plots|grand jury|indictment|indictments`),
};

/** Verbs in every form: the subject commits the offence, the object suffers it. */
export const DEEDS_EN: Lexicon['deeds'] = {
  FRAUD:
    list(`defraud*|swindl*|embezzle|embezzled|embezzles|embezzling|cheated|duped|deceived|misled|falsified|fabricated|
      misappropriated|misapplied|conned|scammed|siphoned|siphoning|failed to disclose|did not disclose|
      issued ~ misleading|filed ~ false|fraudulently *|made ~ false statement*|made ~ false entr*|rigged|
      overcharged`),
  CORRUPTION:
    list(`bribe|bribed|bribing|paid ~ bribe*|paid ~ kickback*|paying ~ bribe*|paying ~ kickback*|accepted ~ bribe*|
      accepting ~ bribe*|accepted ~ in bribes|accepting ~ dlrs in bribes|took ~ bribe*|taking ~ bribe*|
      received ~ bribe*|received ~ kickback*|kickback payments`),
  MONEY_LAUNDERING: list(`launder|laundered`),
  HUMAN_TRAFFICKING: ['enslaved'],
  SEXUAL_EXPLOITATION: list(`raped|molested|sexually assaulted|sexually abused`),
  TERRORISM: list(`bombed|hijacked|blew up|masterminded ~ attack*`),
  TAX_CRIME: ['evaded ~ tax*'],
  CYBERCRIME: list(`hacked|hacked into`),
  SANCTIONS_EVASION: list(`busted sanctions|evaded sanctions|illegally exported`),
  MARKET_ABUSE:
    list(`manipulated ~ price*|manipulated ~ stock*|manipulated ~ market*|traded on inside|trading on inside|
      passed on ~ information|exchanged inside information|swapped inside|leaked ~ information|leaking information|
      drive the stock price|profited from inside|tipped off`),
  THEFT: list(`stole|has stolen|have stolen|had stolen|robbed|steals|burgled|looted`),
  SMUGGLING: list(`smuggled|smuggles|illegally sent|illegally imported`),
  COUNTERFEITING: list(`counterfeited|forged`),
  VIOLENCE:
    list(`murdered|killed|stabbed|strangled|assassinated|massacred|shot dead|gunned down|beat to death|beaten to death|
      assaulted|shot and killed`),
  EXTORTION: list(`extort*|blackmailed`),
  KIDNAPPING: list(`kidnapped|abducted|took hostage|holding ~ hostages|took ~ hostage`),
  WAR_CRIMES: ['tortured'],
  OTHER_CRIME: list(`conspired|violated ~ law*|violated ~ act|violated the rule|broke ~ law*|lied to|lied about|lied in|
      obstructed justice|perjured|shredded|destroyed evidence|aided and abetted|violated federal|
      violated securities|plotted|masterminded|illegally *|unlawfully *|is unlawfully|took bribes`),
};
