import { plainLexicon } from './plain.ts';

/** Italian. */
export const IT = plainLexicon({
  language: 'it',
  offences: {
    FRAUD:
      'frode|frodi|fraudolent*|truffa|truffe|truffator*|appropriazione indebita|bancarotta|falso in bilancio|peculato|raggiro|malversazione|distrazione di fondi|truffa*|truffato|bilanci falsi|falsificato i bilanci|falso in bilancio|bancarotta|fatture false|frode|turbativa d asta|frodi',
    CORRUPTION:
      "corruzione|corrott*|tangent*|mazzett*|concussione|abuso d'ufficio|traffico di influenze|turbativa d'asta|finanziamento illecito|tangent*|mazzett*|corruzione|peculato|concussione|turbativa d asta|traffico di influenze",
    MONEY_LAUNDERING: 'riciclaggio|riciclat*|denaro sporco|autoriciclaggio|antiriciclaggio',
    DRUG_TRAFFICKING:
      'traffico di droga|narcotraffico|narcotrafficant*|spaccio|cocaina|eroina|stupefacenti|trafficant* di droga',
    HUMAN_TRAFFICKING:
      'tratta di esseri umani|tratta di persone|traffico di migranti|caporalato|schiavitù|scafist*|sfruttamento ~ lavoro',
    SEXUAL_EXPLOITATION:
      'violenza sessuale|stupro|stupri|abusi sessuali|pedopornografia|sfruttamento della prostituzione|molestie sessuali|violenza sessuale|stupro|abusi sessuali',
    TERRORISM: 'terrorismo|terrorist*|attentat*|finanziamento del terrorismo|jihadist*',
    TAX_CRIME: "evasione fiscale|frode fiscale|evasore|reati tributari|reati fiscali|fatture false|evasione dell'iva",
    CYBERCRIME: 'crimine informatico|hacker*|attacco informatico|ransomware|accesso abusivo|frode informatica',
    SANCTIONS_EVASION: 'elusione delle sanzioni|violazione ~ sanzioni|aggirare ~ sanzioni|violazione ~ embargo',
    MARKET_ABUSE:
      'insider trading|aggiotaggio|manipolazione del mercato|abuso di informazioni privilegiate|informazioni privilegiate|manipolat* il titolo|manipolat* ~ titolo|insider trading|aggiotaggio|manipolat* il mercato',
    THEFT: 'furto|furti|rapina|rapine|ladro|ladri|rubat*|ricettazione|scippo',
    SMUGGLING: 'contrabbando|contrabbandier*',
    COUNTERFEITING: 'contraffazione|falsificazione|contraffatt*|monete false|banconote false',
    ENVIRONMENTAL_CRIME:
      'reati ambientali|disastro ambientale|bracconaggio|traffico di rifiuti|discarica abusiva|inquinamento ambientale|pesca illegale',
    ORGANISED_CRIME:
      'mafia|mafios*|camorra|camorrist*|ndrangheta|cosa nostra|criminalità organizzata|associazione a delinquere|boss|cosca|clan|concorso esterno|cosca|cosche|clan|boss|ndrangheta|camorra',
    VIOLENCE:
      'omicidio|omicidi|assassin*|tentato omicidio|lesioni|femminicidio|ucciso|uccisa|uccisione|omicidio|uccis*',
    EXTORTION: 'estorsione|estorsioni|pizzo|ricatto|usura|estorsion*|usura|pizzo|ricatt*',
    KIDNAPPING: 'sequestro di persona|rapimento|rapit*|ostaggi|riscatto|sequestro di persona|rapit*|rapimento',
    ARMS_TRAFFICKING:
      "traffico di armi|trafficant* di armi|traffico d'armi|trafficava armi|traffico di armi|traffico d armi",
    WAR_CRIMES: "crimini di guerra|crimine di guerra|genocidio|crimini contro l'umanità|tortura|torture",
    COMPETITION: 'cartello|intesa restrittiva|abuso di posizione dominante|accordo sui prezzi',
    OTHER_CRIME:
      'reato|reati|crimine|crimini|spionaggio|falsa testimonianza|illegale|illegali|illecit*|scandalo|delitto',
  },
  accused:
    'accusat*|accusa|indagat*|imputat*|arrestat*|fermat*|sospettat*|rinviat* a giudizio|a processo|indagine su|indagini su|inchiesta su|denunciat*|denuncia contro|custodia cautelare|ai domiciliari|arresti domiciliari|mandato di arresto|ricercat*|latitante|nega|ha negato|coinvolt*|iscritt* nel registro|presunt*|accusano|accusa ~ di|con l accusa|secondo l accusa|ha chiesto ~ anni|chiesti ~ anni|ha disposto il carcere|disposto ~ carcere|cerca|cercano|ritenut*|in manette|manette|processo a|al via il processo|processo per|contestat*|viene contestato|contesta|perquisit*|perquisizione|avrebbe|avrebbero|rinvio a giudizio|a giudizio|estradat*|estradizione|fuga|negano|respinge|smentisce|sotto inchiesta|sott inchiesta|sotto processo|indaga su|si è dimesso|arresta|arrestano|arresto di|fermato|fermo di|denuncia|legat* a|blitz|finisce in carcere|in carcere',
  accusedAfter: 'ha chiesto ~ anni ~ per|chiesto ~ anni ~ per|chiede ~ anni ~ per|ha chiesto ~ condanna di',
  convicted:
    'condannat*|condanna|riconosciut* colpevole|ha patteggiato|patteggiat*|colpevole di|multat*|ha confessato|confessato|anni di reclusione|anni di carcere|ha condannato|condanna di|condanna per|colpevole|colpevoli|multa di|multa a|anni a|anni per|mesi a|sanzionat*|sanzione|ha ammesso|ammette|confessa|sconta|interdett*|reclusione|ergastolo|ha confessato di|pena di',
  cleared:
    'assolt*|assoluzione|prosciolt*|archiviat*|archiviazione|scagionat*|non luogo a procedere|hanno assolto|ha assolto|assolve|inchiesta ~~ archiviata|accuse ~~ cadute|scagiona|prosciolto|prosciolta|innocente|annullata la condanna',
  negations: 'non|mai|nessun|nessuna|né|senza',
  titles:
    'signor|signora|sig|dott|dottor|presidente|ministro|ministra|sindaco|sindaca|deputato|senatore|generale|colonnello|giudice|procuratore|pm|avvocato|imprenditore|banchiere|direttore|ex|portavoce|commissario|boss|capo|assessore|governatore|manager|finanziere|pensionato|pensionata|giornalista|testimone|contabile|commerciante|allevatore|agricoltore|cantante|calciatore|allenatore|consigliere|consigliera|presunto|presunta|narcotrafficante|trafficante|boss|ex-sindaco|medico|poliziotto|vescovo|sacerdote|ingegnere|notaio|costruttore|vedova|figlio|figlia|fratello|moglie|marito|vicepresidente|segretario|tesoriere|magnate|deputata|senatrice|dirigente|funzionario|amministratore|broker|professore|maresciallo|capitano|imputato|imputata|latitante|truffatore|hacker|usuraio|magistrata|ministero pubblico|pubblico ministero|legale',
  officialTitles:
    'giudice|procuratore|pm|avvocato|portavoce|commissario|magistrato|gip|gup|ministero|legale|difensore|perito|esperto|esperta|ispettore|ispettrice|procuratrice|procuratori|giudici|questore|maresciallo|sostituto|avvocata|avvocatessa|avvocati|magistrata|giudici',
  organisationWords:
    'spa|srl|banca|gruppo|società|compagnia|fondazione|università|associazione|partito|sindacato|ministero|tribunale|corte|polizia|procura|carabinieri|agenzia|holding|assicurazioni|costruzioni|energia|cassa|credito|vinicola|assicura|trasporti|immobiliare|laboratori|investimenti|industrie|clinica|ospedale|logistica|alimentari|tirrenica|impresa|edil',
  authorities:
    'tribunale|corte|polizia|procura|carabinieri|guardia|ministero|agenzia|ansa|consob|europol|interpol|cassazione|senato|camera|governo',
  particles: 'di|de|del|della|dei|d|lo|la|van|von|e',
  ordinary:
    'il|lo|la|i|gli|le|un|uno|una|egli|lui|lei|in|nel|nella|a|al|alla|di|del|da|dal|per|con|su|secondo|dopo|prima|ma|e|o|se|quando|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|suo|sua|questo|questa|due|tre|anche|l|rinviato|rinviata|prosciolto|prosciolta|fermato|fermata|arrestato|arrestata|condannato|condannata|assolto|assolta|al|chiamato|chiamata|cinque|quattro|sei|sette|otto|dieci|hacker|giudici|via|indagato',
  boundaries: 'che|perché|mentre|sebbene|quando|detto|dichiarato|affermato|;|:',
  testifying:
    'ha testimoniato|testimone|testimoni|teste|ha detto in aula|chiamato a testimoniare|chiamata a testimoniare|in aula|sentito come testimone|a testimoniare|ha deposto',
  suffered:
    'è stato ucciso|ucciso|uccisa|uccisi|uccise|rapito|rapita|rapiti|rapite|sequestrat* da|derubato|derubata|derubati|derubate|rapinato|rapinata|rapinati|rapinate|truffato|truffata|truffati|truffate|raggirato|raggirata|raggirati|raggirate|vittima di|vittime di|hanno rubato|rubato|rubata|rubati|rubate|accoltellato|accoltellata|accoltellati|accoltellate|aggredito|aggredita|aggrediti|aggredite|ricattato|ricattata|ricattati|ricattate|violentato|violentata|violentati|violentate|torturato|torturata|torturati|torturate|ha perso i risparmi|assassinato|assassinata|assassinati|assassinate|freddato|freddata|freddati|freddate',
  sufferedBy:
    'omicidio di|delitto di|uccisione di|rapimento di|sequestro di|attacco a|attentato a|aggressione a|furto ai danni di|truffa ai danni di|ai danni di|dati di|clienti di|vittima|morte di|stupro di',
  detained:
    'arrestato|arrestata|custodia cautelare|disposto ~ carcere|in manette|rinviato a giudizio|rinviata a giudizio|indagato per|indagata per|ai domiciliari|perquisito|perquisita|perquisizione|perquisizioni|arresti domiciliari|rinvio a giudizio|rinviato a giudizio|rinviata a giudizio|latitante|ricercato|ricercata|catturato|catturata|misura cautelare|custodia cautelare|iscritto nel registro degli indagati|iscritta nel registro degli indagati|avviso di garanzia|sequestro dei beni|sequestrati beni|ha chiesto ~ anni per|chiesti ~ anni per|mandato di cattura|estradato|estradata',
});
