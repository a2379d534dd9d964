import { plainLexicon } from './plain.ts';

/** Portuguese. */
export const PT = plainLexicon({
  language: 'pt',
  offences: {
    FRAUD:
      'fraude*|fraudulent*|burla*|burlão|estelionato|peculato|desvio de verbas|desvio de dinheiro|desvio de fundos|apropriação indébita|abuso de confiança|falsificação de documentos|golpe|gestão danosa',
    CORRUPTION:
      'corrupção|corrupt*|suborno*|propina*|tráfico de influência*|prevaricação|caixa dois|enriquecimento ilícito|recebimento indevido',
    MONEY_LAUNDERING: 'lavagem de dinheiro|branqueamento de capitais|branqueamento|lavagem de capitais|dinheiro sujo',
    DRUG_TRAFFICKING:
      'tráfico de drogas|narcotráfico|narcotraficante*|traficante*|cocaína|heroína|tráfico de droga|estupefacientes',
    HUMAN_TRAFFICKING:
      'tráfico de pessoas|tráfico humano|tráfico de seres humanos|trabalho escravo|escravidão|auxílio à imigração ilegal',
    SEXUAL_EXPLOITATION: 'estupro*|violação|abuso* sexua*|pornografia infantil|exploração sexual|lenocínio',
    TERRORISM: 'terrorismo|terrorista*|atentado*|financiamento do terrorismo',
    TAX_CRIME: 'sonegação*|evasão fiscal|fraude fiscal|crime* fiscal|crimes fiscais|crime* tributário*',
    CYBERCRIME: 'cibercrime*|crime* cibernético*|ataque* cibernético*|hacker*|ransomware|pirataria informática',
    SANCTIONS_EVASION: 'evasão de sanções|violação ~ sanções|contornar ~ sanções|violação ~ embargo',
    MARKET_ABUSE:
      'informação privilegiada|informações privilegiadas|manipulação de mercado|manipulação do mercado|abuso de mercado',
    THEFT: 'furto*|roubo*|assalto*|ladrão|ladrões|roubar|roubado',
    SMUGGLING: 'contrabando|contrabandista*|descaminho',
    COUNTERFEITING: 'falsificação*|contrafação|moeda falsa|notas falsas|falsificador*',
    ENVIRONMENTAL_CRIME: 'crime* ambienta*|desmatamento ilegal|pesca ilegal|caça ilegal|garimpo ilegal|caça furtiva',
    ORGANISED_CRIME:
      'crime organizado|máfia|mafios*|organização criminosa|associação criminosa|milícia*|quadrilha|facção criminosa',
    VIOLENCE: 'assassinato*|homicídio*|assassin*|tentativa de homicídio|lesão corporal|feminicídio*',
    EXTORTION: 'extorsão|extorqui*|chantagem',
    KIDNAPPING: 'sequestro*|sequestr*|rapto|cárcere privado|refém|reféns',
    ARMS_TRAFFICKING: 'tráfico de armas|contrabando de armas|traficante* de armas',
    WAR_CRIMES: 'crime* de guerra|genocídio|crimes contra a humanidade|tortura*',
    COMPETITION: 'cartel|cartelização|fixação de preços|abuso de posição dominante',
    OTHER_CRIME:
      'crime*|criminos*|delito*|espionagem|perjúrio|ilegal*|escândalo|falso testemunho|obstrução à justiça|obstrução de justiça',
  },
  accused:
    'acusad*|acusou|acusa|denunciad*|denunciou|indiciad*|investigad*|detid*|preso|presa|presos|arguid*|suspeit*|réu|ré|processad*|inquérito contra|denúncia contra|acusação contra|queixa contra|mandado de prisão contra|prisão preventiva|extraditad*|nega|negou|envolvid*|procurad*|constituíd* arguid*|alvo de',
  convicted:
    'condenad*|condenou|considerado culpado|considerada culpada|declarou se culpad*|culpado de|sentenciad*|multad*|confessou|pena de prisão|anos de prisão',
  cleared: 'absolvid*|absolveu|absolvição|ilibad*|inocentad*|arquivad*|arquivou',
  negations: 'não|nunca|jamais|nenhum|nenhuma|nem|sem',
  titles:
    'senhor|senhora|sr|sra|dr|dra|doutor|presidente|ministro|ministra|prefeito|prefeita|deputado|deputada|senador|senadora|general|coronel|juiz|juíza|procurador|procuradora|promotor|advogado|advogada|empresário|empresária|banqueiro|diretor|diretora|ex-presidente|ex|porta-voz|delegado|governador|chefe|líder|doleiro',
  officialTitles:
    'juiz|juíza|procurador|procuradora|promotor|promotora|advogado|advogada|porta-voz|delegado|delegada|ministro|ministra|desembargador',
  organisationWords:
    'sa|ltda|banco|caixa|grupo|companhia|empresa|fundação|universidade|associação|partido|sindicato|ministério|tribunal|polícia|procuradoria|agência|holding|seguros|construtora|energia|petróleo',
  authorities:
    'tribunal|polícia|procuradoria|ministério|agência|receita|supremo|congresso|senado|governo|lusa|europol|interpol|câmara|gnr|psp',
  particles: 'de|do|da|dos|das|e|van|von',
  ordinary:
    'o|a|os|as|um|uma|ele|ela|eles|em|no|na|nos|nas|de|do|da|ao|à|para|por|com|segundo|após|desde|mas|e|ou|se|quando|segunda|terça|quarta|quinta|sexta|sábado|domingo|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|seu|sua|este|esta|dois|duas|três|também|já',
  boundaries: 'que|porque|enquanto|embora|quando|disse|afirmou|declarou|;|:',
  testifying: 'testemunhou|testemunha|testemunhas|depôs como testemunha',
});
