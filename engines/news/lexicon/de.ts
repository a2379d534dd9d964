import { plainLexicon } from './plain.ts';

/** German. */
export const DE = plainLexicon({
  language: 'de',
  capitalNouns: true,
  offences: {
    FRAUD:
      'betrug*|betrüger*|untreue|veruntreu*|anlagebetrug*|bilanzfälschung*|bilanzskandal*|schwindel|insolvenzverschleppung|urkundenfälschung|falschaussage|anlegerbetrug*|betrogen|betrügen|erschlichen|erschleichen|urkundenfälschung*|abgezweigt|veruntreut',
    CORRUPTION:
      'korruption*|korrupt*|bestech*|schmiergeld*|vorteilsannahme|vorteilsgewährung|amtsmissbrauch|schwarze kassen|korruptionsvorw*|kassiert|geschmiert',
    MONEY_LAUNDERING: 'geldwäsch*|gewaschen* geld|schwarzgeld*|geldwäschegesetz*',
    DRUG_TRAFFICKING:
      'drogenhandel*|drogenschmuggel*|rauschgift*|kokain*|heroin*|drogendealer*|drogenboss*|drogenkartell*|drogendelikt*|kokain*|drogen*|cannabis*',
    HUMAN_TRAFFICKING:
      'menschenhandel*|menschenhändler*|schleuser*|zwangsarbeit|schlepper*|zwangsprostitution|schleuste|schleusung*|eingeschleust',
    SEXUAL_EXPLOITATION:
      'vergewaltig*|sexuell* missbrauch*|kindesmissbrauch*|kinderpornograf*|kinderpornograph*|sexuell* nötigung',
    TERRORISM: 'terror*|terrorfinanzierung|anschlag|anschläge|bombenanschlag*|attentat*|attentäter*',
    TAX_CRIME:
      'steuerhinterzieh*|steuerbetrug*|steuerbetrüger*|umsatzsteuerkarussell*|cum ex|steuerstraftat*|steuerdelikt*|steuern ~ hinterzogen|hinterzogen*|steuerhinterziehung*|mehrwertsteuerbetrug*',
    CYBERCRIME:
      'cyberkriminal*|hackerangriff*|hacker|ransomware|datendiebstahl*|cyberangriff*|phishing|computerbetrug*|hackergruppe*|cyberattacke*',
    SANCTIONS_EVASION:
      'sanktionsumgehung*|embargoverstoß*|embargoverstöße*|außenwirtschaftsgesetz|verstoß* ~ sanktionen|verstöße ~ sanktionen|umgehung ~ sanktionen',
    MARKET_ABUSE: 'insiderhandel*|insidergeschäft*|marktmanipulation*|kursmanipulation*|marktmissbrauch*',
    THEFT:
      'diebstahl*|diebstähle|raub|raubüberfall*|einbruch*|gestohlen*|hehlerei|unterschlagung*|unterschlagen|raubten|erbeuteten|stahl|stahlen',
    SMUGGLING: 'schmuggel*|schmuggler*|geschmuggelt',
    COUNTERFEITING: 'produktpiraterie|falschgeld|fälschung*|geldfälsch*|gefälscht*|markenpiraterie',
    ENVIRONMENTAL_CRIME:
      'umweltkriminalität|umweltverbrechen|wilderei|illegale rodung*|gewässerverunreinigung|illegale abfall*',
    ORGANISED_CRIME:
      'organisierte* kriminalität|organisierten verbrechen*|mafia|bandenkriminalität|kriminelle* vereinigung|clankriminalität',
    VIOLENCE:
      'mord|mordes|mordvorw*|mordfall*|mordprozess*|mordanklage*|mordversuch*|mordanschlag*|totschlag*|körperverletzung*|ermordet*|ermordung|tötung*|getötet|erschossen*|erstochen*|totgeschlagen|mörder*|mordverdacht*|mordes*',
    EXTORTION: 'erpress*|schutzgeld*|nötigung',
    KIDNAPPING: 'entführ*|geiselnahme*|freiheitsberaubung|lösegeld*|entführt*',
    ARMS_TRAFFICKING: 'waffenhandel*|waffenschmuggel*|waffenhändler*|kriegswaffenkontrollgesetz*|illegale waffen*',
    WAR_CRIMES: 'kriegsverbrech*|völkermord*|verbrechen gegen die menschlichkeit|folter*',
    COMPETITION: 'preisabsprache*|kartellabsprache*|kartellverstoß*|kartellbildung|preisabsprachen|kartell*',
    OTHER_CRIME:
      'straftat*|spionage|landesverrat|meineid|skandal*|illegal*|strafbar*|brandstiftung|verbrechen|justizbehinderung',
  },
  accused:
    'angeklagt*|anklage gegen|beschuldigt*|verdächtig*|tatverdacht*|unter verdacht|festgenommen*|verhaftet*|ermittelt gegen|ermittelt ~ gegen|ermittlungen gegen|ermittlungsverfahren gegen|vorgeworfen|wirft|werfen|untersuchungshaft|haftbefehl gegen|vor gericht|verklagt*|festgesetzt|soll|sollen|steht unter|im verdacht|auf der flucht|gesucht|wird ~ vorgeworfen|werden ~ vorgeworfen|vorgeworfen wird|vorwurf|vorwürfe gegen|wirft ~ vor|prozess gegen|verfahren gegen|klage gegen|erhob anklage|erhebt anklage|anklage|angezeigt|strafanzeige gegen|razzia bei|durchsuchten|durchsucht|durchsuchung*|nimmt ~ fest|nahm ~ fest|nahmen ~ fest|festnahme von|gefasst|geschnappt|bestreitet|bestritt|bestreiten|weist ~ zurück|wies ~ zurück|mutmaßlich*|auslieferung|ausgeliefert|haftbefehl|in haft|inhaftiert*|fahndet|fahnden|fahndung|steht vor gericht|auf der anklagebank|muss sich ~ verantworten|muss sich vor|gehörte ~ zu|drahtzieher|beteiligt an|verwickelt|belastet|tatverdächtig*|unter anklage|sitzt in|zur last|gegen ~~ ermittelt|gegen ~~ ermittelte|gegen ~~ anklage',
  accusedAfter:
    'forderte ~ jahre haft für|fordert ~ jahre haft für|forderte ~ haft für|beantragte ~ haft für|beantragte ~ freiheitsstrafe für|erhob anklage gegen|erhebt anklage gegen',
  convicted:
    'verurteilt*|schuldig gesprochen|für schuldig befunden|geständig|gestand|gestanden|haftstrafe|freiheitsstrafe|gefängnisstrafe|geldstrafe|bewährungsstrafe|verurteilte|verurteilung von|verurteilung|verurteilten|muss ~ ins gefängnis|muss ~ in haft|bußgeld|verhängte ~ strafe|strafe gegen|strafe wegen|zu ~ jahren haft|zu ~ haft|lebenslang|lebenslange haft|jahre haft|hinter gittern|freiheitsstrafe|verbüßt|bekannte sich schuldig|gab ~ zu|räumte ~ ein|gesteht|haftstrafe für|freiheitsstrafe für|strafe gegen|eine strafe von|strafe von|geldbuße|strafe verhängt|verhängte ~~ strafe|verhängte ~~ geldbuße|muss ~~ zahlen',
  cleared:
    'freigesprochen|freispruch|verfahren ~ eingestellt|ermittlungen ~ eingestellt|vom vorwurf ~ entlastet|unschuldig|sprach ~~ frei|spricht ~~ frei|freigesprochen worden|verfahren ~~ eingestellt|ermittlungen ~~ eingestellt|anklage ~~ fallengelassen|anklage ~~ zurückgezogen|stellte ~ verfahren ~ ein|rehabilitiert|entlastet|vorwürfe ~ entkräftet',
  negations: 'nicht|kein|keine|keinen|nie|niemals|ohne|keiner|keinem|keinerlei|weder',
  titles:
    'herr|frau|dr|prof|professor|präsident|präsidentin|kanzler|kanzlerin|minister|ministerin|vorstandschef|vorstand|geschäftsführer|geschäftsführerin|manager|unternehmer|bankier|banker|chef|direktor|ex|bürgermeister|politiker|general|oberst|makler|händler|anwalt|richter|richterin|staatsanwalt|staatsanwältin|oberstaatsanwalt|sprecher|sprecherin|kommissar|finanzminister|innenminister|milliardär|aufsichtsratschef|gründer|investor|broker|angeklagte|angeklagter|arzt|zeuge|zeugin|opfer|rentner|rentnerin|pensionär|journalist|journalistin|juwelier|unternehmerin|händlerin|rechtsanwältin|rechtsanwalt|verteidiger|verteidigerin|zeugen|buchhalter|angeklagten|angeklagte|beschuldigte|verdächtige|schleuser|hacker|dealer|betrüger|terrorist|ingenieur|landrat|abgeordneter|abgeordnete|senator|senatorin|bischof|pfarrer|lehrer|lehrerin|trainer|schauspieler|sänger|kunsthändler|bauunternehmer|mandanten|mandant|ermittler|beamter|konzernchef|ehemann|ehefrau|bruder|sohn|tochter|vater|mutter|witwe',
  officialTitles:
    'richter|richterin|staatsanwalt|staatsanwältin|oberstaatsanwalt|oberstaatsanwältin|anwalt|anwältin|sprecher|sprecherin|kommissar|rechtsanwalt|verteidiger|rechtsanwältin|verteidigerin|pressesprecher|pressesprecherin|polizeisprecher|polizeisprecherin|ermittler|polizeipräsident|anwalt|anwälte|gutachter|gutachterin|experte|expertin|strafverteidiger|bundesanwalt|amtsrichter|kommissarin|hauptkommissar',
  organisationWords:
    'ag|gmbh|kg|se|bank|sparkasse|gruppe|holding|verlag|versicherung|verein|stiftung|universität|werke|bau|energie|immobilien|konzern|partei|gewerkschaft|ministerium|amt|behörde|gericht|landgericht|amtsgericht|polizei|staatsanwaltschaft|bundeskriminalamt|zoll|reederei|handels|logistik|klinikum|klinik|privatbank|fondshaus|volksbank|landesbank|kasse|verband|institut|handel|gesellschaft|airline|brauerei|pharma|technik|verkehrsbetriebe|stadtwerke|kanzlei',
  authorities:
    'gericht|landgericht|amtsgericht|oberlandesgericht|bundesgerichtshof|polizei|staatsanwaltschaft|bundesanwaltschaft|ministerium|bundeskriminalamt|zoll|amt|behörde|bafin|bka|dpa|europol|interpol|finanzamt',
  particles: 'von|van|zu|zur|vom|der|den|de|di|und',
  ordinary:
    'der|die|das|ein|eine|er|sie|es|wir|ich|in|im|am|an|auf|bei|nach|vor|wegen|gegen|mit|und|aber|auch|als|wenn|dass|laut|seit|zwei|drei|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|deutsche|deutschen|deutscher|euro|millionen|milliarden|jahre|jahren|uhr|gericht|polizei|mann|männer|frau|frauen|geld|dieser|diese|nun|zudem|unterdessen|inzwischen|deshalb|trotz|beim|zum|zur|vom|für|unbekannte|ermittler|betrüger|anwälte|richter|nur|mehr|mehrere|viele|einen|einer|einem|eines|sein|seine|ihr|ihre',
  boundaries: 'dass|weil|während|nachdem|bevor|obwohl|sagte|erklärte|teilte|;|:',
  testifying:
    'sagte ~ aus|zeuge|zeugin|als zeuge|sagte ~~ aus|ausgesagt|als zeuge ~ vernommen|im zeugenstand|belastete|schilderte als zeuge',
  titleEndings:
    'unternehmer|unternehmerin|händler|händlerin|minister|ministerin|chef|chefin|meister|meisterin|anwalt|anwältin|richter|richterin|leiter|leiterin|direktor|direktorin|sprecher|sprecherin|politiker|politikerin|vorstand|vorsitzende|vorsitzender|präsident|präsidentin|manager|managerin|berater|beraterin|boss|banker|rentner|rentnerin|journalist|journalistin|sänger|trainer|spieler|angestellte|angestellter|beamter|beamte|rat|rätin|inhaber|inhaberin|dealer|schleuser|betrüger|mörder|lehrer|student|ingenieur|kassierer|buchhalter|prokurist|makler|wirt|bauer|juwelier|ermittler|anwärter',
  suffered:
    'ermordet|getötet|erschossen|erstochen|entführt|verschleppt|überfallen|ausgeraubt|beraubt|raubten ~ aus|betrogen worden|bestohlen|erpresst worden|vergewaltigt|opfer von|wurde opfer|zum opfer gefallen|fiel ~ zum opfer|hereingefallen|erbeuteten von|erbeuteten|gestohlen|geprellt|lahm|legte ~ lahm|wurde ~ getötet|wurde ~ betrogen|attackiert|misshandelt|gefoltert',
  sufferedBy:
    'mord an|mordes an|ermordung von|tötung von|entführung von|anschlag auf|angriff auf|überfall auf|raub an|opfer|betrug an|erpressung von|attentat auf|vergewaltigung von',
  detained:
    'festgenommen|verhaftet|nimmt ~ fest|nahm ~ fest|nahmen ~ fest|untersuchungshaft|haftbefehl gegen|angeklagt|anklage gegen|festnahme von|verhaftung von|auslieferung von|auslieferung des|auslieferung der|der angeklagte|die angeklagte|durchsuchten|durchsuchte|durchsucht|durchsuchung bei|razzia bei|haftbefehl|muss sich ~~ verantworten|muss sich vor|gefahndet|fahndet nach|fahndung nach|auf der flucht|flüchtigen|flüchtige|untergetaucht|sitzt in haft|stellten ~~ sicher|stellte ~~ sicher|auf der anklagebank|unter hausarrest|ausgeliefert|fordert ~ jahre haft für|forderte ~ jahre haft für|beantragte ~ haft für|anklage|zur fahndung ausgeschrieben|vermögen ~~ eingefroren|konten ~~ eingefroren|konten von|ermittlungsverfahren gegen|leitete ermittlungen gegen|ermittelt gegen',
});
