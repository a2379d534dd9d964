import { plainLexicon } from './plain.ts';

/** Spanish. */
export const ES = plainLexicon({
  language: 'es',
  offences: {
    FRAUD:
      'fraude*|fraudulent*|estafa*|estafador*|malversación*|malversar|desfalco*|apropiación indebida|administración desleal|falsedad documental|timo|defraud*|falsificación contable|desvío de fondos',
    CORRUPTION:
      'corrupción|corrupt*|soborno*|sobornar|cohecho|tráfico de influencias|prevaricación|comisiones ilegales|coimas|financiación ilegal|enriquecimiento ilícito',
    MONEY_LAUNDERING: 'blanqueo*|lavado de dinero|lavado de activos|blanquear|blanqueado|dinero negro|dinero sucio',
    DRUG_TRAFFICKING: 'narcotráfico|narcotraficante*|tráfico de drogas|cocaína|heroína|cártel|estupefacientes|narco*',
    HUMAN_TRAFFICKING:
      'trata de personas|trata de seres humanos|tráfico de personas|esclavitud|trabajo forzoso|tráfico de migrantes',
    SEXUAL_EXPLOITATION:
      'violación|abuso* sexual*|agresión sexual|agresiones sexuales|pornografía infantil|proxenetismo|prostitución',
    TERRORISM: 'terrorismo|terrorista*|atentado*|financiación del terrorismo|yihadista*',
    TAX_CRIME:
      'evasión fiscal|fraude fiscal|delito* fiscal*|evasión de impuestos|delito* contra la hacienda|defraudación tributaria',
    CYBERCRIME: 'ciberdelito*|ciberdelincuencia|ciberataque*|pirateo|hackeo|ransomware|hacker*',
    SANCTIONS_EVASION: 'evasión de sanciones|violación ~ sanciones|eludir ~ sanciones|violar ~ embargo',
    MARKET_ABUSE: 'información privilegiada|manipulación ~ mercado|manipulación ~ precios|abuso de mercado',
    THEFT: 'robo*|hurto*|atraco*|ladrón|ladrones|robar|robado',
    SMUGGLING: 'contrabando|contrabandista*',
    COUNTERFEITING: 'falsificación*|falsificador*|moneda falsa|billetes falsos|piratería',
    ENVIRONMENTAL_CRIME:
      'delito* ambiental*|delito* medioambiental*|pesca ilegal|tala ilegal|caza furtiva|vertido* ilegal*|delito ecológico',
    ORGANISED_CRIME:
      'crimen organizado|mafia|mafios*|organización criminal|banda criminal|asociación ilícita|delincuencia organizada',
    VIOLENCE: 'asesinato*|homicidio*|asesin*|intento de homicidio|lesiones|feminicidio*|sicario*',
    EXTORTION: 'extorsión*|extorsion*|chantaje',
    KIDNAPPING: 'secuestro*|secuestr*|rapto|rehenes|rescate',
    ARMS_TRAFFICKING: 'tráfico de armas|traficante* de armas|contrabando de armas',
    WAR_CRIMES: 'crímenes de guerra|crimen de guerra|genocidio|lesa humanidad|tortura*',
    COMPETITION: 'pacto de precios|cartelización|fijación de precios|abuso de posición dominante',
    OTHER_CRIME:
      'delito*|delictiv*|espionaje|perjurio|ilegal*|escándalo|falso testimonio|obstrucción a la justicia|crimen|crímenes',
  },
  accused:
    'acusad*|acusa|acusó|imputad*|imputó|investigad*|procesad*|detenid*|arrestad*|sospechos*|denunciad*|querella contra|denuncia contra|juicio contra|investigación contra|cargos contra|orden de captura contra|orden de detención contra|prisión preventiva|extraditad*|encausad*|presunt*|niega|negó|implicad*|señalad*|buscad*|capturad*',
  convicted:
    'condenad*|condenó|declarado culpable|declarada culpable|se declaró culpable|culpable de|sentenciad*|multad*|encarcelad*|confesó|pena de prisión|años de prisión|años de cárcel',
  cleared: 'absuelt*|absolvió|absolución|archivad*|sobreseíd*|sobreseimiento|exonerad*|retiró los cargos',
  negations: 'no|nunca|jamás|ningún|ninguna|ni|sin',
  titles:
    'señor|señora|sr|sra|don|doña|dr|doctor|presidente|presidenta|ministro|ministra|alcalde|alcaldesa|diputado|senador|general|coronel|juez|jueza|fiscal|abogado|abogada|empresario|empresaria|banquero|director|directora|exministro|expresidente|ex|portavoz|comisario|exalcalde|consejero|gobernador|jefe|líder',
  officialTitles: 'juez|jueza|fiscal|abogado|abogada|portavoz|comisario|magistrado|magistrada|ministro|ministra',
  organisationWords:
    'sa|sl|banco|caja|grupo|compañía|empresa|fundación|universidad|asociación|partido|sindicato|ministerio|tribunal|audiencia|policía|fiscalía|guardia|corte|agencia|holding|seguros|inmobiliaria|constructora|energía|petróleos',
  authorities:
    'tribunal|audiencia|policía|fiscalía|guardia|corte|ministerio|agencia|hacienda|efe|europol|interpol|juzgado|congreso|senado|gobierno|supremo',
  particles: 'de|del|la|las|los|y|van|von',
  ordinary:
    'el|la|los|las|un|una|unos|él|ella|ellos|en|de|del|al|a|para|por|con|según|tras|desde|pero|y|o|si|cuando|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|su|sus|este|esta|dos|tres|español|española|además|también',
  boundaries: 'que|porque|mientras|aunque|cuando|dijo|afirmó|declaró|;|:',
  testifying: 'testificó|testigo|testigos|declaró como testigo',
});
