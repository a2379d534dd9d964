import { plainLexicon } from './plain.ts';

/** German. */
export const DE = plainLexicon({
  language: 'de',
  capitalNouns: true,
  offences: {
    FRAUD:
      'betrug*|betrüger*|untreue|veruntreu*|anlagebetrug*|bilanzfälschung*|bilanzskandal*|schwindel|insolvenzverschleppung|urkundenfälschung|falschaussage',
    CORRUPTION:
      'korruption*|korrupt*|bestech*|schmiergeld*|vorteilsannahme|vorteilsgewährung|amtsmissbrauch|schwarze kassen',
    MONEY_LAUNDERING: 'geldwäsch*|gewaschen* geld|schwarzgeld*',
    DRUG_TRAFFICKING:
      'drogenhandel*|drogenschmuggel*|rauschgift*|kokain*|heroin*|drogendealer*|drogenboss*|drogenkartell*|drogendelikt*',
    HUMAN_TRAFFICKING: 'menschenhandel*|menschenhändler*|schleuser*|zwangsarbeit|schlepper*|zwangsprostitution',
    SEXUAL_EXPLOITATION:
      'vergewaltig*|sexuell* missbrauch*|kindesmissbrauch*|kinderpornograf*|kinderpornograph*|sexuell* nötigung',
    TERRORISM: 'terror*|terrorfinanzierung|anschlag|anschläge|bombenanschlag*|attentat*|attentäter*',
    TAX_CRIME:
      'steuerhinterzieh*|steuerbetrug*|steuerbetrüger*|umsatzsteuerkarussell*|cum ex|steuerstraftat*|steuerdelikt*',
    CYBERCRIME:
      'cyberkriminal*|hackerangriff*|hacker|ransomware|datendiebstahl*|cyberangriff*|phishing|computerbetrug*',
    SANCTIONS_EVASION:
      'sanktionsumgehung*|embargoverstoß*|embargoverstöße*|außenwirtschaftsgesetz|verstoß* ~ sanktionen|verstöße ~ sanktionen|umgehung ~ sanktionen',
    MARKET_ABUSE: 'insiderhandel*|insidergeschäft*|marktmanipulation*|kursmanipulation*|marktmissbrauch*',
    THEFT: 'diebstahl*|diebstähle|raub|raubüberfall*|einbruch*|gestohlen*|hehlerei|unterschlagung*|unterschlagen',
    SMUGGLING: 'schmuggel*|schmuggler*|geschmuggelt',
    COUNTERFEITING: 'produktpiraterie|falschgeld|fälschung*|geldfälsch*|gefälscht*|markenpiraterie',
    ENVIRONMENTAL_CRIME:
      'umweltkriminalität|umweltverbrechen|wilderei|illegale rodung*|gewässerverunreinigung|illegale abfall*',
    ORGANISED_CRIME:
      'organisierte* kriminalität|organisierten verbrechen*|mafia|bandenkriminalität|kriminelle* vereinigung|clankriminalität',
    VIOLENCE: 'mord|mordes|mordversuch*|mordanschlag*|totschlag*|körperverletzung*|ermordet*|ermordung|tötung*|getötet',
    EXTORTION: 'erpress*|schutzgeld*|nötigung',
    KIDNAPPING: 'entführ*|geiselnahme*|freiheitsberaubung|lösegeld*',
    ARMS_TRAFFICKING: 'waffenhandel*|waffenschmuggel*|waffenhändler*|kriegswaffenkontrollgesetz*|illegale waffen*',
    WAR_CRIMES: 'kriegsverbrech*|völkermord*|verbrechen gegen die menschlichkeit|folter*',
    COMPETITION: 'preisabsprache*|kartellabsprache*|kartellverstoß*|kartellbildung',
    OTHER_CRIME:
      'straftat*|spionage|landesverrat|meineid|skandal*|illegal*|strafbar*|brandstiftung|verbrechen|justizbehinderung',
  },
  accused:
    'angeklagt*|anklage gegen|beschuldigt*|verdächtig*|tatverdacht*|unter verdacht|festgenommen*|verhaftet*|ermittelt gegen|ermittelt ~ gegen|ermittlungen gegen|ermittlungsverfahren gegen|vorgeworfen|wirft|werfen|untersuchungshaft|haftbefehl gegen|vor gericht|verklagt*|festgesetzt|soll|sollen|steht unter|im verdacht|auf der flucht|gesucht',
  convicted:
    'verurteilt*|schuldig gesprochen|für schuldig befunden|geständig|gestand|gestanden|haftstrafe|freiheitsstrafe|gefängnisstrafe|geldstrafe|bewährungsstrafe',
  cleared:
    'freigesprochen|freispruch|verfahren ~ eingestellt|ermittlungen ~ eingestellt|vom vorwurf ~ entlastet|unschuldig',
  negations: 'nicht|kein|keine|keinen|nie|niemals|ohne',
  titles:
    'herr|frau|dr|prof|professor|präsident|präsidentin|kanzler|kanzlerin|minister|ministerin|vorstandschef|vorstand|geschäftsführer|geschäftsführerin|manager|unternehmer|bankier|banker|chef|direktor|ex|bürgermeister|politiker|general|oberst|makler|händler|anwalt|richter|richterin|staatsanwalt|staatsanwältin|oberstaatsanwalt|sprecher|sprecherin|kommissar|finanzminister|innenminister|milliardär|aufsichtsratschef|gründer|investor|broker|angeklagte|angeklagter|arzt|zeuge|zeugin|opfer',
  officialTitles:
    'richter|richterin|staatsanwalt|staatsanwältin|oberstaatsanwalt|oberstaatsanwältin|anwalt|anwältin|sprecher|sprecherin|kommissar|minister|ministerin|rechtsanwalt|verteidiger',
  organisationWords:
    'ag|gmbh|kg|se|bank|sparkasse|gruppe|holding|verlag|versicherung|verein|stiftung|universität|werke|bau|energie|immobilien|konzern|partei|gewerkschaft|ministerium|amt|behörde|gericht|landgericht|amtsgericht|polizei|staatsanwaltschaft|bundeskriminalamt|zoll',
  authorities:
    'gericht|landgericht|amtsgericht|oberlandesgericht|bundesgerichtshof|polizei|staatsanwaltschaft|bundesanwaltschaft|ministerium|bundeskriminalamt|zoll|amt|behörde|bafin|bka|dpa|europol|interpol|finanzamt',
  particles: 'von|van|zu|zur|vom|der|den|de|di|und',
  ordinary:
    'der|die|das|ein|eine|er|sie|es|wir|ich|in|im|am|an|auf|bei|nach|vor|wegen|gegen|mit|und|aber|auch|als|wenn|dass|laut|seit|zwei|drei|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|deutsche|deutschen|deutscher|euro|millionen|milliarden|jahre|jahren|uhr|gericht|polizei|mann|männer|frau|frauen|geld',
  boundaries: 'dass|weil|während|nachdem|bevor|obwohl|sagte|erklärte|teilte|;|:',
  testifying: 'sagte ~ aus|zeuge|zeugin|als zeuge',
});
