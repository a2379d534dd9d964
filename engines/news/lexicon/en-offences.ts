import { list } from './plain.ts';
import type { Lexicon } from './types.ts';

/** Names of offences in English, by category. */
export const OFFENCES_EN: Lexicon['offences'] = {
  FRAUD:
    list(`misuse of|misusing|data manipulation*|manipulated data|manipulation of data|manipulating data|faked data|faked results|falsified data|discredited paper*|disclosure violation*|billing fraud|false billing*|ponzi scheme|fake invoice*|false invoice*|bogus invoice*|phantom|sham|hoax|romance scam|investment scam|phishing scam|deceit|dishonesty|dishonest|deceiving|duping|tricking|fleecing|inflated ~ profits|inflating ~ profits|inflated ~ results|inflating|overstating|overstated|overstatement|cooked the books|cooking the books|accounting scandal|accounting fraud|accounting manipulation|misuse of funds|misusing|misused ~ funds|misspending|diverting ~ funds|diverted ~ funds|diversion of funds|pocketing|pocketed|skimming|padding|making false|making misleading|lying to investors|misled investors|misleading investors|mis selling|misselling|rip off|rigged|emissions test*|mislabel*|falsely advertis*|false labeling|false labelling|irregularities|mismanagement of funds|plagiarism|impersonat*|forged documents|false documents|false returns|loan fraud|bank fraud|credit card fraud|benefit fraud|mortgage fraud|election fraud|vote buying|
      fraud|frauds|fraudulent|fraudulently|fraudster*|wire fraud|mail fraud|securities fraud|embezzl*|embezzler*|
      swindle|swindles|swindler*|ponzi|pyramid scheme|scam|scams|scammer*|deception|deceptive|false accounting|
      accounting irregularities|misappropriation of ~ funds|willful misapplication|misapplication of ~ funds|
      false statements|false statement|false entries|false filings|false and misleading|misleading statements|
      misleading ~ statements|misleading advertising|false advertising|bogus|falsified|falsifying|falsification|
      overbilling|overcharges|overcharging|identity theft|con man|con artist|financial crime*|
      improper disbursement*|breach of trust|criminal breach of trust|cheating|insurance fraud|vote rigging|rigging|
      failed to disclose|failing to disclose|failure to disclose|securities law violations|
      violations of ~ securities laws|violated ~ securities laws|violating ~ securities laws|anti fraud provisions|
      misapplying|misrepresent*|misappropriating|misrepresentation*|fabricated|phony|siphoning|siphoned|embezzled|
      swindle*|defraud*`),
  CORRUPTION:
    list(`conflict of interest|conflicts of interest|payoff*|pay off*|bung|bungs|sleaze|cronyism|cash for|abuse of power|misuse of power|abuse of public office|misconduct in public office|embezzling state|embezzling public|state capture|undeclared payments|undeclared gifts|graft charges|illegal commissions|improper payments|illegal campaign|illegal political contributions|improper foreign payments|sweeteners|backhander*|under the table|illegal wealth|ill gotten|
      corruption|bribe*|bribing|bribery|kickback*|graft|corrupt|illicit payments|illegal payments|
      influence peddling|abuse of office|misuse of office|slush fund*|payola|illicit enrichment|nepotism|
      embezzlement of public|pay to play|political donations scandal|conflict of interest charges`),
  MONEY_LAUNDERING:
    list(`launder|laundered|money launder*|shell companies|unreported cash|cash transactions|suspicious transactions|structuring|funnelled ~ through|funneled ~ through|slush|
      money laundering|laundering|money launderer*|currency transaction reports|bank secrecy act|
      structuring ~ deposits|proceeds of crime|illegal capital movement|illicit funds|dirty money|
      anti money laundering failings`),
  DRUG_TRAFFICKING:
    list(`drug kingpin*|drug gang*|drugs gang*|drugs charges|drugs offences|drug possession|drugs traffick*|cocaine possession|crack cocaine|opium|ecstasy pills|supplying drugs|supplying cocaine|dealing drugs|selling drugs|drug running|drugs ring|narcotic|
      drug traffick*|drug dealing|drug dealer*|drug smuggl*|drug lord*|drug baron*|drug ring|drug cartel*|narcotics|
      cocaine|heroin|methamphetamine|fentanyl|drug trade|drug offences|drug charges|narco*|drug abuse|
      trafficking drugs|possession of ~ drugs|marijuana|drug money|cannabis`),
  HUMAN_TRAFFICKING:
    list(`trafficking women|trafficking ~ women|trafficking girls|trafficking people|smuggled migrants|smuggling migrants|smuggling ~ migrants|smuggled ~ migrants|sex slaves|forced marriage|exploiting workers|enslav*|bonded labour|
      human traffick*|people traffick*|sex traffick*|child traffick*|people smuggl*|migrant smuggl*|human smuggl*|
      forced labour|forced labor|modern slavery|slavery|trafficking in persons|trafficking of women|
      trafficking women|debt bondage|child labour|child labor|illegal workers`),
  SEXUAL_EXPLOITATION:
    list(`sex offences|sex offender|sex crimes|sex attacks|groping|grooming|sexual misconduct|sexual harassment|sexually assaulting|pornographic images|indecent images|lewd|child sex|sex offence|rapes|child sex|
      rape|rapes|raped|raping|rapist*|sexual assault*|sexual abuse|sexually abus*|child abuse|child pornography|
      paedophil*|pedophil*|indecent assault|prostitution ring|prostitution racket*|pimping|sexual offences|molest*`),
  TERRORISM:
    list(`bomb attack*|bomb blast*|suicide bomber*|terror|terror charges|terror cell|terror group|terror offences|extremis*|militant attack*|insurgen*|plotting a ~ attack|plotting ~ attack*|plotting to blow|planting ~ bomb*|planted ~ bomb*|islamic state|al qaeda|al qaida|
      terrorism|terrorist*|terrorist financing|terror financing|financing of terrorism|bombing plot|bomb plot|
      bombing|bombings|car bomb*|suicide bomb*|suicide attack*|hijacking|hijacker*|guerrilla activities|
      guerrilla attack*|jihadist*|terror attack*|terror plot|extremist attack*|campaign of violence|homemade bomb|
      plot to bomb`),
  TAX_CRIME:
    list(`tax transgressions|tax violations|tax offenses|tax shelter scheme|misuse of tax|tax avoidance scheme|tax evader*|tax scam|tax frauds|dodging tax*|failing to pay tax*|failed to pay tax*|unpaid tax|undeclared income|tax charges|income tax evas*|false tax returns|penalty tax|back taxes|
      tax evasion|tax fraud|evading tax*|evaded tax*|evade tax*|tax dodg*|tax cheat*|unpaid taxes|tax offences|
      penalty tax|vat fraud|carousel fraud|undeclared income|tax crimes|tax losses|phony tax|illegal tax shelter*|
      tax shelter* fraud`),
  CYBERCRIME: list(`cyber fraud|data breach|hacked|denial of service|cyber extortion|identity fraud|malicious code|
      cybercrime|cyber crime|hacker*|hacking|computer hacking|ransomware|malware|phishing|data theft|cyberattack*|
      cyber attack*|computer fraud|computer crime*|botnet*|cyber espionage|denial of service attack*`),
  SANCTIONS_EVASION:
    list(`evade ~ sanctions|evaded ~ sanctions|evading ~ sanctions|bust* ~ sanctions|dodg* ~ sanctions|skirt* ~ sanctions|bypass* ~ sanctions|flout* ~ sanctions|export controls|violat* ~ export|illegal shipment*|illegal sale*|illegally sold|illegally shipped|sanctions breach*|sanction busting|
      sanctions evasion|evading sanctions|evade sanctions|evaded sanctions|sanctions busting|sanctions violation*|
      breach of ~ sanctions|breaching ~ sanctions|breached ~ sanctions|violat* ~ sanctions|violat* ~ embargo|
      violation of ~ sanctions|embargo violation*|illegal export*|illegally export*|export control violation*|
      embargo busting|trade embargo|circumvent* ~ sanctions`),
  MARKET_ABUSE:
    list(`securities laws|securities law|securities charges|insider trades|trading on ~ information|traded on ~ information|confidential information|misuse of ~ information|material information|price manipulation|manipulating|manipulator*|manipulated|cornering|rigged the market|rigging ~ market|rigging ~ rates|rate rigging|disclosure violations|disclosure requirements|margin requirements|margin violation*|churning|churned|unauthorised trading|unauthorized trading|short selling scheme|tender offer rules|rule violations|
      insider trading|insider dealing|insider dealer*|insider trader*|inside information|insider information|
      market manipulation|stock manipulation|market abuse|market rigging|share price manipulation|stock fraud|
      pump and dump|front running|spoofing|stock parking|parking stock|manipulate ~ price*|manipulating ~ price*|
      manipulation|manipulative|securities violation*|trading violation*|marking the close|nonpublic information|
      non public information|swapping inside|libor`),
  THEFT:
    list(`armed robbery|burglaries|bank robbery|robber|robbers|car theft|stole|shoplift*|pilfer*|embezzled|plunder*|looted assets|auto theft|fencing stolen|thefts of|misappropriat*|
      theft|thefts|steal|stole|robbing|robbed|looted|grand theft|robbery|robberies|burglary|burglar*|larceny|
      stealing|stolen|looting|heist|thief|thieves|shoplifting|cattle duffing|poaching ~ sheep|stolen goods|
      receiving stolen|misappropriation of funds|misappropriated|trade secret theft`),
  SMUGGLING:
    list(`trafficking in|illegal shipments|illegally exporting|illegally importing|cigarette smuggl*|people smuggling|
      smuggl*|contraband|smuggled|illegal import*|customs fraud|customs evasion|illegally sent abroad|
      foreign exchange laws`),
  COUNTERFEITING:
    list(`fakes|fake goods|fake drugs|fake documents|fake passport*|forge|bogus documents|imitation goods|faked|faking|
      counterfeit*|forgery|forgeries|forged|forger|forging|product piracy|fake goods|fake medicines|pirated|
      knockoffs|fake passports`),
  ENVIRONMENTAL_CRIME:
    list(`waste dumping|dumping of waste|dumping waste|dumping chemicals|dumping sewage|illegally dumped|illegally dumping|dumping toxic|toxic waste|hazardous waste|pollution|polluting|polluted|pollution controls|emissions violations|clean air act|clean water act|illegally cleared|illegal fishers|illegally fishing|illegally caught|illegally logg*|overfishing|wildlife crime|protected species|animal welfare offences|
      illegal fishing|illegal logging|poaching|poacher*|illegal dumping|dumped ~ into|dumped ~ waste|dumped ~ chemicals|dumped ~ sewage|discharged ~ waste|dumping of ~ waste|
      pollution charges|wildlife traffick*|toxic dumping|illegal mining|pollution offences|environmental crime*|
      waste traffick*|illegal waste|oil spill charges|illegal clearing|ivory traffick*|illegally cleared`),
  ORGANISED_CRIME:
    list(`crime family|crime network|criminal network*|criminal organisation*|criminal organization*|criminal group*|criminal syndicate*|criminal enterprise|loan shark*|loan sharking|mobster*|gang violence|gangland|gang boss|gang|gangs|
      organised crime|organized crime|mafia|mafioso|mafiosi|mob boss*|crime boss*|racketeering|racketeer*|gangster*|
      crime syndicate*|cosa nostra|camorra|ndrangheta|yakuza|triads|criminal gang|crime gang|crime ring|gang leader|
      underworld`),
  VIOLENCE:
    list(`murdering|killer|killers|killed|deaths of|shot dead|beating up|attempted killing|attempted murders|domestic violence|domestic abuse|violent disorder|rioting|assaulting|assaulted|attacking|bodily harm|death threats|threatening to kill|poisoning|poisoned|lynching|execution style|hit man|hitman|contract killer|hired killer|beheading|slaying|slayings|gunned down|strangling|stabbings|shootings|
      murder*|stabbed|strangl*|beating|beaten|manslaughter|homicide|culpable homicide|assassination|assassin*|
      attempted murder|killing|killings|grievous bodily harm|assault|assaults|stabbing|shooting|massacre|massacres|slayings|deaths in custody|stabbings|shootings|assassinations|
      shooting death|wounding|contract killing|armed attack|battery charges|negligent homicide|criminal negligence|
      criminal responsibility`),
  EXTORTION: list(
    `extorting|shake down|protection racket|ransomware|threatened to expose|usury|
      extort*|blackmail|protection money|protection racket*|demanding money with menaces|demanding money|shakedown`,
  ),
  KIDNAPPING: list(`kidnapping|abduction|abductions|hostage|hostages|captive|false imprisonment|seizing ~ hostage*|
      kidnap*|abducting|abduct*|abductor*|hostage taking|taken hostage|holding ~ hostage*|ransom|unlawful detention|
      false imprisonment`),
  ARMS_TRAFFICKING:
    list(`arms deal*|illegal arms sale*|arms shipments|weapons charges|firearms charges|gun smuggling|gun running|arms sales scandal|arms dealer*|illegal weapon|illegal firearm*|weapons offences|selling arms|
      arms traffick*|arms smuggl*|gun running|gunrunning|weapons smuggl*|weapons traffick*|illegal arms|
      illegal weapons|arms scandal|arms embargo|illicit arms|firearms offences|arms dealing`),
  PIRACY: list(`piracy at sea|pirates|maritime piracy|sea piracy`),
  WAR_CRIMES:
    list(`atrocit*|massacre of civilians|death squad*|crimes against|rights abuses|torturing|nazi crimes|nazi war|persecution|deportations|
      war crime*|genocide|crimes against humanity|ethnic cleansing|torture|human rights abuses|
      human rights violations|extrajudicial`),
  COMPETITION:
    list(`abus* ~ dominant position|abus* ~ dominance|abus* ~ market power|antitrust law*|anti trust law*|antitrust|anti trust|competition law*|competition rules|price gouging|cartels|collusion|colluding|colluded|collusive|bid rigged|monopolis*|monopoliz*|price collusion|restraint of trade|abuse of dominance|fixing the price|anticompetitive|anti competitive|predatory pricing|
      price fixing|fare fixing|rate fixing|price rigging|market sharing|route sharing|cartel|bid rigging|
      collusive tendering|antitrust violation*|anti trust violation*|anti competitive conduct|fix ~ prices|
      fixing prices|abuse of ~ dominant position`),
  OTHER_CRIME:
    list(`passing secrets|leaking secrets|state secrets|classified documents|official secrets|false information|lying under oath|hit and run|drink driving|drunken driving|drunk driving|dangerous driving|reckless|breach of sanctions|breach of the law|breaches of the law|broke the law|break the law|breaking the law|broken the law|broke ~ rules|breach* ~ rules|breach* ~ regulations|violat* ~ regulations|violat* ~ rules|violat* ~ rule|violated ~ standards|violations of ~ rules|violations of ~ regulations|violations of ~ laws|violations of ~ law|violations of ~ act|safety violations|safety rules|misdemeanours|offended|impropriety|improprieties|improper|improperly|abuses|malfeasance|wrongful|guilty|crime|crimes|cover up|covering up|destroying evidence|witness tampering|tampering|interfering with witnesses|bigamy|trespass*|hooliganism|cruelty|neglect of|unlicensed|spy ring|spy scandal|treasonable|coup plot|failed coup|coup attempt|attempted coup|the plot|riot|
      espionage|evaded justice|evading justice|conspirator*|co conspirator*|conspiring|spying|perjury|
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
    list(`defrauds|cheats|tricked|tricking ~ into|fleeced|fleeces|conned|deceives|misleads|falsifies|inflated ~ profits|inflated ~ results|inflated ~ figures|overstated|cooked the books|forged signatures|diverted ~ funds|diverted ~ money|funnelled|funneled|pocketed|ran ~ scam|ran ~ ponzi|operated ~ scheme|ran ~ scheme|rigged|mislabeled|mislabelled|falsely advertised|falsely claimed|falsely told|helped himself to|helped herself to|misused ~ funds|misused|plagiarised|plagiarized|lied to investors|hid ~ losses|concealed ~ losses|
      hid ~ data|hid ~ evidence|hid ~ debts|concealed ~ data|concealed ~ debts|concealed ~ evidence|withheld ~ information|emptied ~ account*|drained ~ account*|turned out to be ~ scheme|was a ponzi|is a ponzi|was a front for|is a front for|took investors' money|vanished with|defraud*|swindl*|embezzle|embezzled|embezzles|embezzling|cheated|duped|deceived|misled|falsified|fabricated ~ evidence|fabricated ~ data|fabricated ~ results|fabricated ~ invoices|fabricated ~ documents|
      misappropriated|misapplied|conned|scammed|siphoned|siphoning|failed to disclose|
      issued ~ misleading|filed ~ false|fraudulently *|made ~ false statement*|made ~ false entr*|rigged|
      overcharged`),
  CORRUPTION:
    list(`paid off ~ officials|paid off ~ police|paid off ~ judge*|paid off ~ witness*|offered ~ bribe*|offering ~ bribe*|solicited ~ bribe*|soliciting ~ bribe*|demanded ~ bribe*|pocketed ~ bribe*|pays ~ bribe*|takes ~ bribe*|funnelled ~ bribes|funneled ~ bribes|abused ~ office|abused ~ position|abused ~ power|misused ~ position|misused ~ office|paid ~ kickbacks|pay ~ kickbacks|paid kickbacks|
      bribe|bribed|bribing|paid ~ bribe*|paid ~ kickback*|paying ~ bribe*|paying ~ kickback*|accepted ~ bribe*|
      accepting ~ bribe*|accepted ~ in bribes|accepting ~ dlrs in bribes|took ~ bribe*|taking ~ bribe*|
      received ~ bribe*|received ~ kickback*|kickback payments`),
  MONEY_LAUNDERING: list(`launders|laundering ~ money|washed ~ money|moved ~ dirty|
      launder|laundered`),
  HUMAN_TRAFFICKING: list(
    `enslaved|forced ~ to work|forced ~ into prostitution|held ~ in slavery|trafficked|traffics|smuggled ~ migrants|smuggled ~ people|exploited ~ workers|pimped`,
  ),
  SEXUAL_EXPLOITATION:
    list(`rapes|groped|groomed|sexually harassed|indecently assaulted|abused ~ children|abused ~ boys|abused ~ girls|
      raped|molested|sexually assaulted|sexually abused`),
  TERRORISM:
    list(`planted ~ bomb*|detonated|plotted ~ attack*|plotted ~ bomb*|carried out ~ bombing*|carried out ~ attack*|claimed responsibility|financed ~ terror*|funded ~ terror*|
      bombed|hijacked|blew up|masterminded ~ attack*`),
  TAX_CRIME: list(
    `evaded ~ tax*|evaded tax*|evades tax*|dodged ~ tax*|failed to pay ~ tax*|cheated ~ tax*|hid ~ income|hid ~ taxman|underreported ~ income|failed to declare`,
  ),
  CYBERCRIME:
    list(`broke into ~ network|broke into ~ computer*|broke into ~ system*|hacked ~ into|stole data|stole ~ data|launched ~ cyber*|
      hacked|hacked into`),
  SANCTIONS_EVASION:
    list(`evaded ~ sanctions|busted ~ sanctions|violated ~ sanctions|breached ~ sanctions|breached ~ embargo|violated ~ embargo|illegally shipped|illegally sold|
      busted sanctions|evaded sanctions|illegally exported`),
  MARKET_ABUSE:
    list(`rigged ~ rate*|rigged ~ market*|traded on ~ information|leaked ~ secrets|parked ~ stock|parked ~ shares|caused ~ quotation*|fixed ~ rate*|
      manipulated ~ price*|manipulated ~ stock*|manipulated ~ market*|traded on inside|trading on inside|
      passed on ~ information|exchanged inside information|swapped inside|leaked ~ information|leaking information|
      drive the stock price|profited from inside|tipped off`),
  THEFT:
    list(`steals|looted|plundered|raided ~ fund*|burgled|made off with|absconded with|embezzled|misappropriated|misapplied|
      stole|has stolen|have stolen|had stolen|robbed|steals|burgled|looted`),
  SMUGGLING: list(`smuggle|trafficked in|illegally exported|illegally imported|illegally shipped|
      smuggled|smuggles|illegally sent|illegally imported`),
  COUNTERFEITING: list(`faked|
      counterfeited|forged`),
  VIOLENCE:
    list(`kills|mugged|ambushed|beheaded|bludgeoned|maimed|stabs|shot|beat up|poisoned|suffocated|battered|lynched|slew|slain|gunned down ~|tortured and killed|ordered ~ killing*|ordered ~ murder*|
      murdered|killed|stabbed|strangled|assassinated|massacred|shot dead|gunned down|beat to death|beaten to death|
      assaulted|shot and killed`),
  EXTORTION: list(`extorts|threatened to publish|blackmails|shook down|threatened to expose|demanded ~ ransom|
      extort*|blackmailed`),
  KIDNAPPING:
    list(`kidnaps|abducts|held ~ hostage|holds ~ hostage|seized ~ hostage*|held captive|held ~ captive|snatched|
      kidnapped|abducted|took hostage|holding ~ hostages|took ~ hostage`),
  WAR_CRIMES: list(`tortured|ordered ~ massacre*|ordered ~ torture|persecuted|deported ~ jews`),
  OTHER_CRIME:
    list(`broke ~ rule*|broken ~ law*|broken ~ rule*|breached ~ law*|breached ~ rule*|breached ~ regulation*|breached ~ act|flouted|violated ~ rule*|violated ~ regulation*|violated ~ standard*|violates ~ law*|violating ~ law*|spied for|spied on|passed ~ secrets|leaked ~ secrets|acted improperly|acted illegally|committed perjury|evaded justice|committed ~ crime*|committed ~ offence*|committed ~ offense*|perjures|covered up|tampered with|interfered with witnesses|conspires|ran ~ network|ran ~ ring|ran ~ gang|runs ~ gang|led ~ gang|led ~ ring|headed ~ gang|headed ~ cartel|leads ~ gang|aided|abetted|
      conspired|violated ~ law*|violated ~ act|violated the rule|broke ~ law*|lied to|lied about|lied in|
      obstructed justice|perjured|shredded|destroyed evidence|aided and abetted|violated federal|
      violated securities|plotted|masterminded|illegally *|unlawfully *|is unlawfully|took bribes`),
};
