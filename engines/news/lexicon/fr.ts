import { plainLexicon } from './plain.ts';

/** French. */
export const FR = plainLexicon({
  language: 'fr',
  offences: {
    FRAUD:
      'fraude*|frauduleu*|escroquerie*|escroc*|abus de confiance|abus de biens sociaux|détournement de fonds|détournements de fonds|détournement*|faux en écriture|banqueroute|faux bilan*|arnaque*|escroqué*|escroquer|détourné*|détourner|falsifié*|falsifier|fausses factures|comptes falsifiés|publicité mensongère|tromperie|abus de faiblesse|faux et usage',
    CORRUPTION:
      "corruption|corrompu*|corrompre|pot de vin|pots de vin|trafic d'influence|prise illégale d'intérêts|favoritisme|concussion|emplois fictifs|financement illégal|dessous de table|fonds publics|détournement de fonds publics|corruption passive|corruption active|malversation*|trafic d influence|prise illégale d intérêts",
    MONEY_LAUNDERING: 'blanchiment*|blanchi*|argent sale|recel',
    DRUG_TRAFFICKING:
      'trafic de drogue*|trafic de stupéfiants|narcotrafic*|stupéfiants|cocaïne|héroïne|trafiquant* de drogue|cannabis|trafic de cannabis|trafiquant*|narcotraf*',
    HUMAN_TRAFFICKING:
      "traite des êtres humains|trafic d'êtres humains|esclavage|travail forcé|passeur*|trafic de migrants|trafic d êtres humains|réseau de proxénétisme|réseau de prostitution",
    SEXUAL_EXPLOITATION:
      'viol|viols|violée*|agression* sexuelle*|abus sexuel*|proxénétisme|pédocriminal*|pédopornograph*|attouchement*|harcèlement sexuel|réseau de prostitution',
    TERRORISM: 'terrorisme|terroriste*|attentat*|financement du terrorisme|djihadiste*|terror*',
    TAX_CRIME: 'fraude fiscale|évasion fiscale|fraude à la tva|fraudes fiscales|délit fiscal',
    CYBERCRIME: 'cybercriminal*|piratage|pirate* informatique*|rançongiciel*|cyberattaque*|hameçonnage|hacker*',
    SANCTIONS_EVASION:
      'contournement des sanctions|violation ~ sanctions|violation ~ embargo|contourné ~ sanctions|contourner ~ sanctions',
    MARKET_ABUSE:
      "délit d'initié*|délits d'initié*|manipulation* de cours|manipulation* de marché|abus de marché|manipulé* le cours|manipulé* ~ cours|délit d initié*",
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
    KIDNAPPING: "enlèvement*|séquestration*|prise d'otage*|rançon|prise d otage*|enlevé*",
    ARMS_TRAFFICKING: "trafic d'armes|trafiquant* d'armes|trafic d armes|trafiquant* d armes",
    WAR_CRIMES: "crime* de guerre|crime* contre l'humanité|génocide|torture*|crime* contre l humanité",
    COMPETITION: 'entente illicite|entente sur les prix|cartel|abus de position dominante',
    OTHER_CRIME:
      'délit*|crime*|espionnage|illégal*|parjure|scandale|trahison|faux témoignage|entrave à la justice|incendie criminel',
  },
  accused:
    "accusé*|inculpé*|mis en examen|mise en examen|mis en cause|mise en cause|soupçonné*|arrêté|arrêtée|arrêtés|interpellé*|placé* en garde à vue|garde à vue|poursuivi*|jugé*|comparaît|comparaissait|renvoyé* devant|enquête sur|enquête visant|enquête contre|plainte contre|poursuites contre|visé par|visée par|mandat d'arrêt contre|incarcéré*|écroué*|détention provisoire|nie|dément|recherché*|présumé*|vise|visent|visant|impliqué*|a placé|placé ~ en détention|mis en détention|requis ~ contre|a requis|soupçonne|soupçonnent|suspecté*|suspecte|accuse|accusent|reproche à|reprochent à|reproché à|aurait|auraient|procès de|procès contre|sera jugé*|seront jugés|sur le banc des accusés|perquisitionné*|perquisition|perquisitions|plainte visant|information judiciaire|mandat d'arrêt|extradé*|extradition|recherche|conteste|contestent|réfute|nient|cité dans|visé* par|interpellation de|arrestation de|déféré*|renvoyé*|détenu*|cavale|en fuite|témoin assisté|ouvert* ~ contre|ouverte contre|mettant en cause|défend|poursuit",
  accusedAfter: "a requis ~ contre|requis ~ contre|a requis ~ à l'encontre de|requiert ~ contre",
  convicted:
    'condamné*|reconnu coupable|reconnue coupable|reconnus coupables|a plaidé coupable|plaidé coupable|a avoué|peine de prison|amende|a condamné|condamne|condamnation de|ans de prison|mois de prison|ferme pour|écopé*|écope|coupable de|coupable|coupables|sanctionné*|amende de|amende pour|verser ~ euros|a reconnu avoir|reconnu avoir|admis avoir|avoue|purge|prison ferme|peine de|inéligibilité|radié*',
  cleared:
    'acquitté*|relaxé*|relaxe|non lieu|blanchi de|mis hors de cause|mise hors de cause|innocenté*|classé* sans suite|abandon des poursuites|blanchi des|blanchie des|blanchi par|a relaxé|a acquitté|acquittement|poursuites ~~ abandonnées|poursuites ~~ abandonné|enquête ~~ classée|charges ~~ abandonnées|lavé de|lavée de|disculpé*|non coupable',
  negations: 'pas|jamais|aucun|aucune|ni|sans',
  titles:
    "m|mme|mlle|monsieur|madame|dr|docteur|professeur|président|présidente|ministre|maire|député|députée|sénateur|général|colonel|patron|pdg|directeur|directrice|avocat|avocate|juge|procureur|procureure|banquier|homme|ex|ancien|ancienne|porte-parole|commissaire|magistrat|magistrate|trader|courtier|entrepreneur|chef|fondateur|retraité|retraitée|journaliste|comptable|témoin|dirigeant|dirigeante|trafiquant|présumé|escroc|terroriste|évêque|chanteur|acteur|footballeur|entraîneur|élu|élue|conseiller|conseillère|promoteur|notaire|médecin|policier|gendarme|artisan|commerçant|commerçante|agriculteur|milliardaire|magnat|homme d'affaires|affaires|client|cliente|veuve|fils|fille|frère|épouse|mari|gérant|gérante|courtière|ingénieur|préfet",
  officialTitles:
    'juge|procureur|procureure|avocat|avocate|commissaire|magistrat|magistrate|porte-parole|maître|me|policier|greffier|expert|experte|enquêteur|enquêtrice|bâtonnier|procureurs|défenseur|substitut|gendarme|commissaire|garde des sceaux|parole',
  organisationWords:
    'sa|sarl|sas|banque|groupe|société|compagnie|crédit|assurances|holding|fondation|université|association|syndicat|parti|ministère|tribunal|cour|police|parquet|gendarmerie|autorité|agence|union|fédération|entreprises|industries|énergie|compagnie|pharma|laboratoire|laboratoires|immobilier|construction|transports|caisse|mutuelle|clinique|hôpital|aérienne|batiment|cabinet',
  authorities:
    'tribunal|cour|police|parquet|gendarmerie|ministère|autorité|agence|douanes|afp|amf|europol|interpol|sénat|assemblée|conseil|commission',
  particles: 'de|du|des|la|le|von|van|d|ben|el|al|et',
  ordinary:
    'le|la|les|l|un|une|des|il|elle|ils|elles|nous|je|on|ce|cette|ces|en|dans|à|au|aux|pour|sur|par|avec|selon|après|avant|depuis|mais|et|ou|si|quand|lors|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|français|française|deux|trois|son|sa|ses|leur|plusieurs|d|etat|état|interpellé|interpellée|reconnu|reconnue|visé|visée|appelé|appelée|accusé|condamné|soupçonné|poursuivi|cet|cour|justice|enquêteurs|policiers|tribunal|dix|dix-huit|huit|six|quatre|cinq|trois|pirates',
  boundaries: 'que|parce|tandis|alors|lorsque|déclaré|affirmé|;|:',
  testifying:
    'a témoigné|témoin|témoins|témoigne|à la barre|appelé à témoigner|appelée à témoigner|a témoigné|entendu comme témoin|témoigner|déposé devant',
  suffered:
    "assassiné|assassinée|tué|tuée|abattu|abattue|enlevé|enlevée|séquestré|séquestrée|poignardé*|violée|volé à|victime d'|victime de|victimes de|fait escroquer|escroqué|escroquée|dépouillé*|cambriolé*|dérobé*|rançonné*|piraté|piratée|attaqué|attaquée|kidnappé*|agressé|agressée|racketté*",
  sufferedBy:
    'meurtre de|assassinat de|enlèvement de|attaque contre|agression de|viol de|vol chez|victime|la mort de|au préjudice de|escroquerie contre|données de',
  detained:
    "mis en examen|mise en examen|détention provisoire|placé ~ en détention|écroué|écrouée|interpellé|interpellée|mandat d'arrêt contre|arrestation de|a interpellé|ont interpellé|a arrêté|ont arrêté|extradé|extradée|extradition de|perquisition chez|placé en garde à vue|placée en garde à vue|garde à vue|perquisition a eu lieu|perquisition au|perquisitionné|perquisitionnée|perquisitions|enquête visant|enquête contre|enquête sur|information judiciaire contre|information judiciaire visant|en fuite|en cavale|mandat d'arrêt|notice rouge|assigné à résidence|assignée à résidence|renvoyé devant|renvoyée devant|sera jugé|sera jugée|comparaît|requis ~~ contre|avoirs de|gel des avoirs",
});
