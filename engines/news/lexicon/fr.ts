import { plainLexicon } from './plain.ts';

/** French. */
export const FR = plainLexicon({
  language: 'fr',
  offences: {
    FRAUD:
      'fraude*|frauduleu*|escroquerie*|escroc*|abus de confiance|abus de biens sociaux|détournement de fonds|détournements de fonds|détournement*|faux en écriture|banqueroute|faux bilan*|arnaque*',
    CORRUPTION:
      "corruption|corrompu*|corrompre|pot de vin|pots de vin|trafic d'influence|prise illégale d'intérêts|favoritisme|concussion|emplois fictifs|financement illégal|dessous de table",
    MONEY_LAUNDERING: 'blanchiment*|blanchi*|argent sale|recel',
    DRUG_TRAFFICKING:
      'trafic de drogue*|trafic de stupéfiants|narcotrafic*|stupéfiants|cocaïne|héroïne|trafiquant* de drogue|cannabis',
    HUMAN_TRAFFICKING:
      "traite des êtres humains|trafic d'êtres humains|esclavage|travail forcé|passeur*|trafic de migrants",
    SEXUAL_EXPLOITATION:
      'viol|viols|violée*|agression* sexuelle*|abus sexuel*|proxénétisme|pédocriminal*|pédopornograph*|attouchement*',
    TERRORISM: 'terrorisme|terroriste*|attentat*|financement du terrorisme|djihadiste*',
    TAX_CRIME: 'fraude fiscale|évasion fiscale|fraude à la tva|fraudes fiscales|délit fiscal',
    CYBERCRIME: 'cybercriminal*|piratage|pirate* informatique*|rançongiciel*|cyberattaque*|hameçonnage|hacker*',
    SANCTIONS_EVASION:
      'contournement des sanctions|violation ~ sanctions|violation ~ embargo|contourné ~ sanctions|contourner ~ sanctions',
    MARKET_ABUSE: "délit d'initié*|délits d'initié*|manipulation* de cours|manipulation* de marché|abus de marché",
    THEFT: 'vol|vols|vol aggravé|cambriolage*|braquage*|voleur*|volé*',
    SMUGGLING: 'contrebande|contrebandier*',
    COUNTERFEITING: 'contrefaçon*|fausse monnaie|faux billets|faux papiers',
    ENVIRONMENTAL_CRIME:
      "braconnage|pollution illégale|pêche illégale|trafic de déchets|crime environnemental|trafic d'espèces",
    ORGANISED_CRIME:
      'crime organisé|mafia|mafieux|mafieuse|association de malfaiteurs|grand banditisme|bande organisée',
    VIOLENCE:
      'meurtre*|assassinat*|homicide*|tentative de meurtre|assassin*|violences volontaires|coups et blessures|tué*',
    EXTORTION: 'extorsion*|racket*|chantage',
    KIDNAPPING: "enlèvement*|séquestration*|prise d'otage*|rançon",
    ARMS_TRAFFICKING: "trafic d'armes|trafiquant* d'armes",
    WAR_CRIMES: "crime* de guerre|crime* contre l'humanité|génocide|torture*",
    COMPETITION: 'entente illicite|entente sur les prix|cartel|abus de position dominante',
    OTHER_CRIME:
      'délit*|crime*|espionnage|illégal*|parjure|scandale|trahison|faux témoignage|entrave à la justice|incendie criminel',
  },
  accused:
    "accusé*|inculpé*|mis en examen|mise en examen|mis en cause|mise en cause|soupçonné*|arrêté|arrêtée|arrêtés|interpellé*|placé* en garde à vue|garde à vue|poursuivi*|jugé*|comparaît|comparaissait|renvoyé* devant|enquête sur|enquête visant|enquête contre|plainte contre|poursuites contre|visé par|visée par|mandat d'arrêt contre|incarcéré*|écroué*|détention provisoire|nie|dément|recherché*|présumé*|impliqué*",
  convicted:
    'condamné*|reconnu coupable|reconnue coupable|reconnus coupables|a plaidé coupable|plaidé coupable|a avoué|peine de prison|amende',
  cleared:
    'acquitté*|relaxé*|relaxe|non lieu|blanchi de|mis hors de cause|mise hors de cause|innocenté*|classé* sans suite|abandon des poursuites',
  negations: 'pas|jamais|aucun|aucune|ni|sans',
  titles:
    'm|mme|mlle|monsieur|madame|dr|docteur|professeur|président|présidente|ministre|maire|député|députée|sénateur|général|colonel|patron|pdg|directeur|directrice|avocat|avocate|juge|procureur|procureure|banquier|homme|ex|ancien|ancienne|porte-parole|commissaire|magistrat|magistrate|trader|courtier|entrepreneur|chef|fondateur',
  officialTitles:
    'juge|procureur|procureure|avocat|avocate|commissaire|magistrat|magistrate|porte-parole|ministre|maître|me|policier',
  organisationWords:
    'sa|sarl|sas|banque|groupe|société|compagnie|crédit|assurances|holding|fondation|université|association|syndicat|parti|ministère|tribunal|cour|police|parquet|gendarmerie|autorité|agence|union|fédération|entreprises|industries|énergie',
  authorities:
    'tribunal|cour|police|parquet|gendarmerie|ministère|autorité|agence|douanes|afp|amf|europol|interpol|sénat|assemblée|conseil|commission',
  particles: 'de|du|des|la|le|von|van|d|ben|el|al|et',
  ordinary:
    'le|la|les|l|un|une|des|il|elle|ils|elles|nous|je|on|ce|cette|ces|en|dans|à|au|aux|pour|sur|par|avec|selon|après|avant|depuis|mais|et|ou|si|quand|lors|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|français|française|deux|trois|son|sa|ses|leur|plusieurs|d|etat|état',
  boundaries: 'que|parce|tandis|alors|lorsque|déclaré|affirmé|;|:',
  testifying: 'a témoigné|témoin|témoins|témoigne',
});
