import { plainLexicon } from './plain.ts';

/** Spanish. */
export const ES = plainLexicon({
  language: 'es',
  offences: {
    FRAUD:
      'fraude*|fraudulent*|estafa*|estafador*|malversación*|malversar|desfalco*|apropiación indebida|administración desleal|falsedad documental|timo|defraud*|falsificación contable|desvío de fondos|estafa*|estafó|falsificad*|facturas falsas|fraudulent*|desvío de fondos|desvió|apropiación indebida',
    CORRUPTION:
      'corrupción|corrupt*|soborno*|sobornar|cohecho|tráfico de influencias|prevaricación|comisiones ilegales|coimas|financiación ilegal|enriquecimiento ilícito|soborno*|comisiones ilegales|coimas|cohecho|prevaricación|malversación|mordida*|tráfico de influencias|enriquecimiento ilícito',
    MONEY_LAUNDERING: 'blanqueo*|lavado de dinero|lavado de activos|blanquear|blanqueado|dinero negro|dinero sucio',
    DRUG_TRAFFICKING:
      'narcotráfico|narcotraficante*|tráfico de drogas|cocaína|heroína|cártel|estupefacientes|narco*|narcotrafic*|narcotráfico|drogas|estupefacientes',
    HUMAN_TRAFFICKING:
      'trata de personas|trata de seres humanos|tráfico de personas|esclavitud|trabajo forzoso|tráfico de migrantes',
    SEXUAL_EXPLOITATION:
      'violación|abuso* sexual*|agresión sexual|agresiones sexuales|pornografía infantil|proxenetismo|prostitución|violación|abuso sexual|agresión sexual|abusos sexuales',
    TERRORISM: 'terrorismo|terrorista*|atentado*|financiación del terrorismo|yihadista*',
    TAX_CRIME:
      'evasión fiscal|fraude fiscal|delito* fiscal*|evasión de impuestos|delito* contra la hacienda|defraudación tributaria|evasión fiscal|fraude fiscal|delito fiscal|delitos fiscales',
    CYBERCRIME: 'ciberdelito*|ciberdelincuencia|ciberataque*|pirateo|hackeo|ransomware|hacker*',
    SANCTIONS_EVASION: 'evasión de sanciones|violación ~ sanciones|eludir ~ sanciones|violar ~ embargo',
    MARKET_ABUSE:
      'información privilegiada|manipulación ~ mercado|manipulación ~ precios|abuso de mercado|información privilegiada|uso de información privilegiada',
    THEFT: 'robo*|hurto*|atraco*|ladrón|ladrones|robar|robado',
    SMUGGLING: 'contrabando|contrabandista*',
    COUNTERFEITING:
      'falsificación*|falsificador*|moneda falsa|billetes falsos|piratería|falsificado billetes|falsificar billetes|billetes falsos|falsificad* billetes',
    ENVIRONMENTAL_CRIME:
      'delito* ambiental*|delito* medioambiental*|pesca ilegal|tala ilegal|caza furtiva|vertido* ilegal*|delito ecológico',
    ORGANISED_CRIME:
      'crimen organizado|mafia|mafios*|organización criminal|banda criminal|asociación ilícita|delincuencia organizada',
    VIOLENCE:
      'asesinato*|homicidio*|asesin*|intento de homicidio|lesiones|feminicidio*|sicario*|homicidio|asesinato|mató|matar',
    EXTORTION: 'extorsión*|extorsion*|chantaje',
    KIDNAPPING: 'secuestro*|secuestr*|rapto|rehenes|rescate',
    ARMS_TRAFFICKING: 'tráfico de armas|traficante* de armas|contrabando de armas|traficaba con armas',
    WAR_CRIMES: 'crímenes de guerra|crimen de guerra|genocidio|lesa humanidad|tortura*',
    COMPETITION: 'pacto de precios|cartelización|fijación de precios|abuso de posición dominante',
    OTHER_CRIME:
      'delito*|delictiv*|espionaje|perjurio|ilegal*|escándalo|falso testimonio|obstrucción a la justicia|crimen|crímenes',
  },
  accused:
    'acusad*|acusa|acusó|imputad*|imputó|investigad*|procesad*|detenid*|arrestad*|sospechos*|denunciad*|querella contra|denuncia contra|juicio contra|investigación contra|cargos contra|orden de captura contra|orden de detención contra|prisión preventiva|extraditad*|encausad*|presunt*|niega|negó|implicad*|señalad*|buscad*|capturad*|acusan|acusados|imputa|imputan|le imputa|envió a prisión|envía a prisión|ingresó en prisión|ingresa en prisión|pidió ~ cárcel|pide ~ cárcel|pidió ~ prisión|pide ~ prisión|solicita ~ prisión|solicitó ~ cárcel|busca|buscan|detuvo|detuvieron|detiene|detienen|arrestó|arrestaron|capturó|capturaron|extraditaron|extraditó|extradición|según la acusación|habría|habrían|se atribuye|atribuye|se sentará|banquillo|arranca el juicio|juicio a|comienza el juicio|registraron|registró|registro de|allanaron|allanamiento|fuga|prófugo|prófuga|fugitivo|querella|causa contra|investiga|investigan|sospecha|sospechan|señala|vinculad*|relacionad*|cautelar|niegan|desmintió|rechaza|dimitió|habría ~ pagado|habría pagado|habría cobrado|habría desviado|comisiones',
  accusedAfter:
    'pidió ~ para|pide ~ para|solicitó ~ años ~ para|solicita ~ años ~ para|pidió ~ contra|reclamó ~ años para',
  convicted:
    'condenad*|condenó|declarado culpable|declarada culpable|se declaró culpable|culpable de|sentenciad*|multad*|encarcelad*|confesó|pena de prisión|años de prisión|años de cárcel|condena a|condena de|condena para|ratifican la condena|culpable|culpables|sentenció|multó|multa de|multa a|multaron|sancionad*|sancionó|años de prisión para|años para|admitió|admite|reconoció haber|confiesa|cumple condena|purga|inhabilitad*|pena de cárcel|pena de',
  cleared:
    'absuelt*|absolvió|absolución|archivad*|sobreseíd*|sobreseimiento|exonerad*|retiró los cargos|exculp*|absuelve|absuelven|archivó|archiva|causa ~~ archivada|desestimó|desestimad*|retiraron los cargos|retirad* los cargos|libre de cargos|inocente|sobreseyó|anuló la condena',
  negations: 'no|nunca|jamás|ningún|ninguna|ni|sin',
  titles:
    'señor|señora|sr|sra|don|doña|dr|doctor|presidente|presidenta|ministro|ministra|alcalde|alcaldesa|diputado|senador|general|coronel|juez|jueza|fiscal|abogado|abogada|empresario|empresaria|banquero|director|directora|exministro|expresidente|ex|portavoz|comisario|exalcalde|consejero|gobernador|jefe|líder|jubilado|jubilada|periodista|testigo|contable|contador|ganadero|agricultor|comerciante|cantante|futbolista|entrenador|concejal|concejala|narcotraficante|traficante|presunto|presunta|líder|capo|cabecilla|exconcejal|exdirector|exsenador|exdiputado|gerente|médico|policía|obispo|sacerdote|ingeniero|notario|constructor|promotor|viuda|hijo|hija|hermano|esposa|marido|vicepresidente|secretario|tesorero|exgobernador|magnate|financiero|diputada|senadora|magistrado|magistrada|sargento|capitán|comandante|ministros|eurodiputado|juez|acusado|acusada',
  officialTitles:
    'juez|jueza|fiscal|abogado|abogada|portavoz|comisario|magistrado|magistrada|perito|perita|experto|experta|inspector|inspectora|defensor|defensora|letrado|letrada|procurador|procuradora|vocero|vocera|subinspector',
  organisationWords:
    'sa|sl|banco|caja|grupo|compañía|empresa|fundación|universidad|asociación|partido|sindicato|ministerio|tribunal|audiencia|policía|fiscalía|guardia|corte|agencia|holding|seguros|inmobiliaria|constructora|energía|petróleos|aseguradora|cárnicas|transportes|construcciones|inversiones|industrias|laboratorios|clínica|hospital|logística|aerolínea|alimentos|meridional|textil',
  authorities:
    'tribunal|audiencia|policía|fiscalía|guardia|corte|ministerio|agencia|hacienda|efe|europol|interpol|juzgado|congreso|senado|gobierno|supremo',
  particles: 'de|del|la|las|los|y|van|von',
  ordinary:
    'el|la|los|las|un|una|unos|él|ella|ellos|en|de|del|al|a|para|por|con|según|tras|desde|pero|y|o|si|cuando|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|su|sus|este|esta|dos|tres|español|española|además|también|arranca|detienen|ratifican|extraditaron|llamado|llamada|piratas|agentes|seis|ocho|siete|cinco|cuatro|diez|condenan|condenado|condenada|detenido|detenida|acusado|absuelto|absuelta|fiscal|juez|policía',
  boundaries: 'que|porque|mientras|aunque|cuando|dijo|afirmó|declaró|;|:',
  testifying:
    'testificó|testigo|testigos|declaró como testigo|como testigo|prestó declaración como|declaró que|declaró ante',
  suffered:
    'fue asesinado|asesinado|asesinada|asesinados|asesinadas|secuestrado|secuestrada|secuestrados|secuestradas|robado|robada|robados|robadas|atracado|atracada|atracados|atracadas|estafado|estafada|estafados|estafadas|timado|timada|timados|timadas|víctima de|víctimas de|perdió sus ahorros|robaron|hackeado|hackeada|hackeados|hackeadas|apuñalado|apuñalada|apuñalados|apuñaladas|tiroteado|tiroteada|tiroteados|tiroteadas|violada por|extorsionado|extorsionada|extorsionados|extorsionadas|agredido|agredida|agredidos|agredidas|torturado|torturada|torturados|torturadas|baleado|baleada|muerto a|muerta a',
  sufferedBy:
    'asesinato de|homicidio de|secuestro de|muerte de|ataque contra|ataque a|atentado contra|robo a|estafa a|datos de|víctima|violación de|agresión a|crimen de',
  detained:
    'prisión preventiva|detenido por|detenida por|envió a prisión|envía a prisión|imputado por|procesado por|orden de captura contra|arrestado por|detuvo|detuvieron|detiene|detienen|arrestó|arrestaron|capturó|capturaron|extraditó|extraditaron|extradición de|detención de|redada contra|registró|registraron|registro de|registro en|allanaron|allanó|orden de búsqueda|busca al|busca a|buscan a|buscan al|prófugo|prófuga|fugitivo|fugitiva|se dio a la fuga|orden de captura|orden de arresto|alerta roja|arresto domiciliario|pidió ~ años|pide ~ años|solicitó ~ años|solicita ~ años|se sentará en el banquillo|abrió una investigación contra|abrió diligencias contra|imputó|imputada|imputado|procesado|procesada|congeló las cuentas|embargó|abatido por',
});
