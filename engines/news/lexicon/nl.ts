import { plainLexicon } from './plain.ts';

/** Dutch. */
export const NL = plainLexicon({
  language: 'nl',
  offences: {
    FRAUD:
      'fraude*|fraudeur*|oplichting|oplichter*|verduister*|valsheid in geschrifte|bedrog|zwendel*|boekhoudfraude|faillissementsfraude|beleggingsfraude',
    CORRUPTION:
      'corruptie*|corrupt*|omkoping*|omgekocht|smeergeld*|steekpenningen|ambtsmisbruik|belangenverstrengeling',
    MONEY_LAUNDERING: 'witwassen|witgewassen|witwas*|zwart geld',
    DRUG_TRAFFICKING:
      'drugshandel*|drugssmokkel*|drugsbaron*|cocaïne*|heroïne*|drugsbende*|drugscrimineel|drugscriminelen|xtc',
    HUMAN_TRAFFICKING: 'mensenhandel*|mensensmokkel*|dwangarbeid|slavernij|moderne slavernij',
    SEXUAL_EXPLOITATION:
      'verkrachting*|verkracht*|seksueel misbruik|kinderporno*|aanranding|ontucht|misbruik van minderjarigen',
    TERRORISM: 'terrorisme|terrorist*|aanslag*|terreur*|terrorismefinanciering',
    TAX_CRIME: 'belastingfraude|belastingontduiking|btw fraude|belastingontduiker*|fiscale fraude',
    CYBERCRIME:
      'cybercrime|cybercriminaliteit|computervredebreuk|hacker*|hacken|gehackt|ransomware|phishing|cyberaanval*',
    SANCTIONS_EVASION: 'sanctieontduiking|schending ~ sancties|omzeilen ~ sancties|overtreden ~ sancties|sanctiewet',
    MARKET_ABUSE: 'handel met voorkennis|voorkennis|koersmanipulatie|marktmanipulatie|marktmisbruik',
    THEFT: 'diefstal*|gestolen|inbraak|inbraken|overval*|beroving*|roof|roofoverval*|heling',
    SMUGGLING: 'smokkel*|gesmokkeld',
    COUNTERFEITING: 'vervals*|namaak*|vals geld|valsemunterij',
    ENVIRONMENTAL_CRIME:
      'milieudelict*|milieucriminaliteit|stroperij|illegale visserij|illegale kap|afvaldumping|illegale afval*|milieufraude',
    ORGANISED_CRIME: 'georganiseerde misdaad|maffia*|criminele organisatie|onderwereld|misdaadbende*|criminele bende',
    VIOLENCE: 'moord|moorden|moordenaar*|doodslag|liquidatie*|mishandeling*|vermoord*|poging tot moord',
    EXTORTION: 'afpersing*|afgeperst|afperser*|chantage',
    KIDNAPPING: 'ontvoering*|ontvoerd|ontvoerder*|gijzeling|losgeld',
    ARMS_TRAFFICKING: 'wapenhandel*|wapensmokkel*|illegale wapens',
    WAR_CRIMES: 'oorlogsmisda*|genocide|misdaden tegen de menselijkheid|marteling*|foltering*',
    COMPETITION: 'kartelvorming|prijsafspraken|kartel|misbruik van machtspositie',
    OTHER_CRIME:
      'misdrijf|misdrijven|misdaad|strafbaar*|spionage|meineed|illegaal|illegale|schandaal|brandstichting|landverraad',
  },
  accused:
    'beschuldigd*|beschuldigt|aangeklaagd*|verdacht*|verdenking*|verdachte|aangehouden|gearresteerd*|opgepakt|vervolgd|terecht|voor de rechter|onderzoek naar|aanklacht tegen|aangifte tegen|aanhoudingsbevel tegen|voorlopige hechtenis|uitgeleverd|ontkent|ontkende|betrokken bij|gezocht|voortvluchtig*|zou|vastgezet',
  convicted:
    'veroordeeld*|schuldig bevonden|schuldig verklaard|bekende|bekend schuldig|celstraf|gevangenisstraf|taakstraf|beboet|boete',
  cleared: 'vrijgesproken|vrijspraak|geseponeerd|buiten vervolging gesteld|zaak ~ ingetrokken|onschuldig',
  negations: 'niet|geen|nooit|nimmer|zonder|noch',
  titles:
    'meneer|mevrouw|dhr|mevr|dr|prof|professor|president|premier|minister|burgemeester|wethouder|directeur|topman|bestuurder|bankier|ondernemer|zakenman|generaal|kolonel|rechter|officier|advocaat|woordvoerder|ex|oud|staatssecretaris|voorzitter|commissaris|makelaar|crimineel|drugsbaron',
  officialTitles:
    'rechter|officier|advocaat|advocate|woordvoerder|woordvoerster|minister|staatssecretaris|rechercheur|hoofdofficier',
  organisationWords:
    'bv|nv|bank|groep|holding|stichting|vereniging|universiteit|maatschappij|verzekeringen|partij|vakbond|ministerie|rechtbank|gerechtshof|politie|justitie|autoriteit|bouw|energie|vastgoed|fonds',
  authorities:
    'rechtbank|gerechtshof|politie|justitie|openbaar|ministerie|autoriteit|afm|dnb|fiod|anp|europol|interpol|belastingdienst|kamer|kabinet|raad',
  particles: 'van|de|der|den|het|ten|ter|von|el|en|t',
  ordinary:
    'de|het|een|hij|zij|ze|we|ik|in|op|aan|bij|na|voor|door|met|volgens|sinds|maar|en|of|als|toen|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|zijn|haar|deze|dit|dat|twee|drie|ook|nederlandse|belgische',
  boundaries: 'dat|omdat|terwijl|nadat|voordat|hoewel|zei|verklaarde|zegt|;|:',
  testifying: 'getuigde|getuige|getuigen',
});
