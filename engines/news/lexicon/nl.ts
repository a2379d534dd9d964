import { plainLexicon } from './plain.ts';

/** Dutch. */
export const NL = plainLexicon({
  language: 'nl',
  offences: {
    FRAUD:
      'fraude*|fraudeur*|oplichting|oplichter*|verduister*|valsheid in geschrifte|bedrog|zwendel*|boekhoudfraude|faillissementsfraude|beleggingsfraude|oplichting|opgelicht|fraude|verduistering|valse facturen|valsheid in geschrifte|flessentrekkerij|gesjoemel',
    CORRUPTION:
      'corruptie*|corrupt*|omkoping*|omgekocht|smeergeld*|steekpenningen|ambtsmisbruik|belangenverstrengeling|omkoping|steekpenningen|smeergeld|corruptie|ambtelijke corruptie',
    MONEY_LAUNDERING: 'witwassen|witgewassen|witwas*|zwart geld',
    DRUG_TRAFFICKING:
      'drugshandel*|drugssmokkel*|drugsbaron*|cocaïne*|heroïne*|drugsbende*|drugscrimineel|drugscriminelen|xtc|drugshandel|drugssmokkel|cocaïne|drugsbaron|drugs',
    HUMAN_TRAFFICKING:
      'mensenhandel*|mensensmokkel*|dwangarbeid|slavernij|moderne slavernij|mensenhandel|mensensmokkel',
    SEXUAL_EXPLOITATION:
      'verkrachting*|verkracht*|seksueel misbruik|kinderporno*|aanranding|ontucht|misbruik van minderjarigen|verkrachting|aanranding|misbruik',
    TERRORISM: 'terrorisme|terrorist*|aanslag*|terreur*|terrorismefinanciering|terroris*',
    TAX_CRIME:
      'belastingfraude|belastingontduiking|btw fraude|belastingontduiker*|fiscale fraude|belastingfraude|belastingontduiking|btw fraude',
    CYBERCRIME:
      'cybercrime|cybercriminaliteit|computervredebreuk|hacker*|hacken|gehackt|ransomware|phishing|cyberaanval*',
    SANCTIONS_EVASION: 'sanctieontduiking|schending ~ sancties|omzeilen ~ sancties|overtreden ~ sancties|sanctiewet',
    MARKET_ABUSE:
      'handel met voorkennis|voorkennis|koersmanipulatie|marktmanipulatie|marktmisbruik|voorkennis|marktmanipulatie|handel met voorkennis',
    THEFT: 'diefstal*|gestolen|inbraak|inbraken|overval*|beroving*|roof|roofoverval*|heling',
    SMUGGLING: 'smokkel*|gesmokkeld',
    COUNTERFEITING: 'vervals*|namaak*|vals geld|valsemunterij',
    ENVIRONMENTAL_CRIME:
      'milieudelict*|milieucriminaliteit|stroperij|illegale visserij|illegale kap|afvaldumping|illegale afval*|milieufraude',
    ORGANISED_CRIME: 'georganiseerde misdaad|maffia*|criminele organisatie|onderwereld|misdaadbende*|criminele bende',
    VIOLENCE:
      'moord|moorden|moordenaar*|doodslag|liquidatie*|mishandeling*|vermoord*|poging tot moord|moord|vermoord|doodslag|vermoorden',
    EXTORTION: 'afpersing*|afgeperst|afperser*|chantage|afpersing|chantage',
    KIDNAPPING: 'ontvoering*|ontvoerd|ontvoerder*|gijzeling|losgeld|ontvoering|gijzeling',
    ARMS_TRAFFICKING: 'wapenhandel*|wapensmokkel*|illegale wapens|wapens smokkelde|wapenhandel|wapensmokkel',
    WAR_CRIMES: 'oorlogsmisda*|genocide|misdaden tegen de menselijkheid|marteling*|foltering*',
    COMPETITION: 'kartelvorming|prijsafspraken|kartel|misbruik van machtspositie',
    OTHER_CRIME:
      'misdrijf|misdrijven|misdaad|strafbaar*|spionage|meineed|illegaal|illegale|schandaal|brandstichting|landverraad',
  },
  accused:
    'onderzoekt|onderzoeken|onderzocht|onderzoekt ~ wegens|beschuldigd*|beschuldigt|aangeklaagd*|verdacht*|verdenking*|verdachte|aangehouden|gearresteerd*|opgepakt|vervolgd|terecht|voor de rechter|onderzoek naar|aanklacht tegen|aangifte tegen|aanhoudingsbevel tegen|voorlopige hechtenis|uitgeleverd|ontkent|ontkende|betrokken bij|gezocht|voortvluchtig*|zou|vastgezet|verdenkt|verdenken|beschuldigt|beschuldigen|beschuldigingen|beschuldiging|eiste ~ tegen|eist ~ tegen|eiste|eist|proces tegen|proces om|staat terecht|stond terecht|terechtstaan|zoekt|zoeken|opgepakt|oppakken|inval bij|inval|doorzocht|doorzoeking|loopt ~ onderzoek|onderzoek tegen|vervolgt|vervolgen|vervolging van|vervolging|zouden|volgens justitie|volgens het om|handelde|ontkennen|betwist|stapte op|opgestapt|vastzit|zit vast|voorarrest|uitlevering|vermoedelijk*|zaak tegen|strafzaak|gelinkt|aanhouding van|arrestatie van|hield ~ aan|hielden ~ aan',
  accusedAfter: 'eist ~ tegen|eiste ~ tegen|eisen ~ tegen|eisten ~ tegen',
  convicted:
    'veroordeeld*|schuldig bevonden|schuldig verklaard|bekende|bekend schuldig|celstraf|gevangenisstraf|taakstraf|beboet|boete|veroordeelde|veroordelen|veroordeling van|veroordeelt|schuldig aan|achtte ~ schuldig|schuldig|kreeg ~ boete|kreeg ~ cel|kreeg ~ celstraf|jaar cel|maanden cel|bekent|bekende dat|gaf toe|levenslang|zit ~ uit|straf voor|moet ~ betalen',
  cleared:
    'vrijgesproken|vrijspraak|geseponeerd|buiten vervolging gesteld|zaak ~ ingetrokken|onschuldig|sprak ~~ vrij|spreekt ~~ vrij|vrijgesproken van|zaak ~~ geseponeerd|onderzoek ~~ gestaakt|vrijuit|gezuiverd|zaak ~~ beëindigd',
  negations: 'niet|geen|nooit|nimmer|zonder|noch',
  titles:
    'meneer|mevrouw|dhr|mevr|dr|prof|professor|president|premier|minister|burgemeester|wethouder|directeur|topman|bestuurder|bankier|ondernemer|zakenman|generaal|kolonel|rechter|officier|advocaat|woordvoerder|ex|oud|staatssecretaris|voorzitter|commissaris|makelaar|crimineel|drugsbaron|bejaarde|journalist|misdaadjournalist|getuige|boekhouder|juwelier|boer|handelaar|zanger|voetballer|trainer|raadslid|kamerlid|arts|agent|politieman|bisschop|priester|ingenieur|notaris|weduwe|zoon|dochter|broer|echtgenote|vicevoorzitter|secretaris|penningmeester|magnaat|vastgoedhandelaar|drugshandelaar|drugscrimineel|verdachte|vermoedelijke|veroordeelde|oplichter|hacker|smokkelaar|oud-minister|oud-directeur|ex-minister|bankdirecteur|officier van justitie|ambtenaar|gedeputeerde|verzekeraar|bedrijf|bankmedewerker|accountant|fiscalist|chauffeur',
  officialTitles:
    'rechter|officier|advocaat|advocate|woordvoerder|woordvoerster|rechercheur|hoofdofficier|raadsman|raadsvrouw|strafpleiter|deskundige|hoogleraar|commissaris|inspecteur|aanklager|rechters|advocaten|politiewoordvoerder|justitie',
  organisationWords:
    'bv|nv|bank|groep|holding|stichting|vereniging|universiteit|maatschappij|verzekeringen|partij|vakbond|ministerie|rechtbank|gerechtshof|politie|justitie|autoriteit|bouw|energie|vastgoed|fonds|logistiek|zorg|verzekeraar|transport|zuiderbouw|pensioenfonds|brouwerij|ziekenhuis|kliniek|reederij|rederij|luchtvaart|handel',
  authorities:
    'rechtbank|gerechtshof|politie|justitie|openbaar|ministerie|autoriteit|afm|dnb|fiod|anp|europol|interpol|belastingdienst|kamer|kabinet|raad',
  particles: 'van|de|der|den|het|ten|ter|von|el|en|t',
  ordinary:
    'de|het|een|hij|zij|ze|we|ik|in|op|aan|bij|na|voor|door|met|volgens|sinds|maar|en|of|als|toen|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|zijn|haar|deze|dit|dat|twee|drie|ook|nederlandse|belgische|man|vrouw|tegen|zes|vier|vijf|zeven|acht|tien|hackers|volgens|misdaadjournalist|getuige|ondernemer|juwelier|burgemeester|wethouder|minister|rechter|officier|advocaat|woordvoerder|verdachte|dader',
  boundaries: 'dat|omdat|terwijl|nadat|voordat|hoewel|zei|verklaarde|zegt|;|:',
  testifying: 'getuigde|getuige|getuigen|als getuige|getuigt|verklaarde als getuige|verklaarde dat',
  suffered:
    'vermoord|gedood|doodgeschoten|doodgestoken|ontvoerd|gegijzeld|overvallen|beroofd|opgelicht|bestolen|slachtoffer van|slachtoffers van|stalen|gehackt|neergeschoten|neergestoken|mishandeld|verkracht door|afgeperst|gechanteerd|gemarteld|werd ~ opgelicht',
  sufferedBy:
    'moord op|ontvoering van|aanslag op|aanval op|overval op|diefstal bij|dood van|slachtoffer|gegevens van|verkrachting van|doodslag op|oplichting van',
  detained:
    'aangehouden|gearresteerd|opgepakt|voorlopige hechtenis|staat terecht|stond terecht|arrestatie van|aanhouding van|hield ~ aan|hielden ~ aan|uitgeleverd|uitlevering van|leverde ~ uit|doorzocht|doorzochten|huiszoeking|inval bij|invallen bij|eist ~ jaar|eiste ~ jaar|eist|voortvluchtige|voortvluchtig|opgepakt|aangehouden|gearresteerd|voorarrest|gezocht|staat terecht|moet voorkomen|arrestatiebevel|uitgeleverd|beslag gelegd op|huisarrest|opsporingsbevel',
});
