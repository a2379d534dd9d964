import { plainLexicon } from './plain.ts';

/** Italian. */
export const IT = plainLexicon({
  language: 'it',
  offences: {
    FRAUD:
      'frode|frodi|fraudolent*|truffa|truffe|truffator*|appropriazione indebita|bancarotta|falso in bilancio|peculato|raggiro|malversazione|distrazione di fondi',
    CORRUPTION:
      "corruzione|corrott*|tangent*|mazzett*|concussione|abuso d'ufficio|traffico di influenze|turbativa d'asta|finanziamento illecito",
    MONEY_LAUNDERING: 'riciclaggio|riciclat*|denaro sporco|autoriciclaggio',
    DRUG_TRAFFICKING:
      'traffico di droga|narcotraffico|narcotrafficant*|spaccio|cocaina|eroina|stupefacenti|trafficant* di droga',
    HUMAN_TRAFFICKING:
      'tratta di esseri umani|tratta di persone|traffico di migranti|caporalato|schiavitù|scafist*|sfruttamento ~ lavoro',
    SEXUAL_EXPLOITATION:
      'violenza sessuale|stupro|stupri|abusi sessuali|pedopornografia|sfruttamento della prostituzione|molestie sessuali',
    TERRORISM: 'terrorismo|terrorist*|attentat*|finanziamento del terrorismo|jihadist*',
    TAX_CRIME: "evasione fiscale|frode fiscale|evasore|reati tributari|reati fiscali|fatture false|evasione dell'iva",
    CYBERCRIME: 'crimine informatico|hacker*|attacco informatico|ransomware|accesso abusivo|frode informatica',
    SANCTIONS_EVASION: 'elusione delle sanzioni|violazione ~ sanzioni|aggirare ~ sanzioni|violazione ~ embargo',
    MARKET_ABUSE:
      'insider trading|aggiotaggio|manipolazione del mercato|abuso di informazioni privilegiate|informazioni privilegiate',
    THEFT: 'furto|furti|rapina|rapine|ladro|ladri|rubat*|ricettazione|scippo',
    SMUGGLING: 'contrabbando|contrabbandier*',
    COUNTERFEITING: 'contraffazione|falsificazione|contraffatt*|monete false|banconote false',
    ENVIRONMENTAL_CRIME:
      'reati ambientali|disastro ambientale|bracconaggio|traffico di rifiuti|discarica abusiva|inquinamento ambientale|pesca illegale',
    ORGANISED_CRIME:
      'mafia|mafios*|camorra|camorrist*|ndrangheta|cosa nostra|criminalità organizzata|associazione a delinquere|boss|cosca|clan|concorso esterno',
    VIOLENCE: 'omicidio|omicidi|assassin*|tentato omicidio|lesioni|femminicidio|ucciso|uccisa|uccisione',
    EXTORTION: 'estorsione|estorsioni|pizzo|ricatto|usura',
    KIDNAPPING: 'sequestro di persona|rapimento|rapit*|ostaggi|riscatto',
    ARMS_TRAFFICKING: "traffico di armi|trafficant* di armi|traffico d'armi",
    WAR_CRIMES: "crimini di guerra|crimine di guerra|genocidio|crimini contro l'umanità|tortura|torture",
    COMPETITION: 'cartello|intesa restrittiva|abuso di posizione dominante|accordo sui prezzi',
    OTHER_CRIME:
      'reato|reati|crimine|crimini|spionaggio|falsa testimonianza|illegale|illegali|illecit*|scandalo|delitto',
  },
  accused:
    'accusat*|accusa|indagat*|imputat*|arrestat*|fermat*|sospettat*|rinviat* a giudizio|a processo|indagine su|indagini su|inchiesta su|denunciat*|denuncia contro|custodia cautelare|ai domiciliari|arresti domiciliari|mandato di arresto|ricercat*|latitante|nega|ha negato|coinvolt*|iscritt* nel registro|presunt*',
  convicted:
    'condannat*|condanna|riconosciut* colpevole|ha patteggiato|patteggiat*|colpevole di|multat*|ha confessato|confessato|anni di reclusione|anni di carcere',
  cleared: 'assolt*|assoluzione|prosciolt*|archiviat*|archiviazione|scagionat*|non luogo a procedere',
  negations: 'non|mai|nessun|nessuna|né|senza',
  titles:
    'signor|signora|sig|dott|dottor|presidente|ministro|ministra|sindaco|sindaca|deputato|senatore|generale|colonnello|giudice|procuratore|pm|avvocato|imprenditore|banchiere|direttore|ex|portavoce|commissario|boss|capo|assessore|governatore|manager|finanziere',
  officialTitles: 'giudice|procuratore|pm|avvocato|portavoce|commissario|magistrato|ministro|ministra|gip|gup',
  organisationWords:
    'spa|srl|banca|gruppo|società|compagnia|fondazione|università|associazione|partito|sindacato|ministero|tribunale|corte|polizia|procura|carabinieri|agenzia|holding|assicurazioni|costruzioni|energia|cassa|credito',
  authorities:
    'tribunale|corte|polizia|procura|carabinieri|guardia|ministero|agenzia|ansa|consob|europol|interpol|cassazione|senato|camera|governo',
  particles: 'di|de|del|della|dei|d|lo|la|van|von|e',
  ordinary:
    'il|lo|la|i|gli|le|un|uno|una|egli|lui|lei|in|nel|nella|a|al|alla|di|del|da|dal|per|con|su|secondo|dopo|prima|ma|e|o|se|quando|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|suo|sua|questo|questa|due|tre|anche|l',
  boundaries: 'che|perché|mentre|sebbene|quando|detto|dichiarato|affermato|;|:',
  testifying: 'ha testimoniato|testimone|testimoni|teste',
});
