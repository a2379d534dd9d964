import { plainLexicon } from './plain.ts';

/** Portuguese. */
export const PT = plainLexicon({
  language: 'pt',
  offences: {
    FRAUD:
      'fraude*|fraudulent*|burla*|burlão|estelionato|peculato|desvio de verbas|desvio de dinheiro|desvio de fundos|apropriação indébita|abuso de confiança|falsificação de documentos|golpe|gestão danosa|burla*|estelionato|notas falsas|faturas falsas|desviad*|desviou|fraudulent*|golpe*|golpista*|falsificad*',
    CORRUPTION:
      'corrupção|corrupt*|suborno*|propina*|tráfico de influência*|prevaricação|caixa dois|enriquecimento ilícito|recebimento indevido|propina*|suborn*|peculato|corrupção|dinheiro público|desviado dinheiro público|tráfico de influência*|enriquecimento ilícito',
    MONEY_LAUNDERING: 'lavagem de dinheiro|branqueamento de capitais|branqueamento|lavagem de capitais|dinheiro sujo',
    DRUG_TRAFFICKING:
      'tráfico de drogas|narcotráfico|narcotraficante*|traficante*|cocaína|heroína|tráfico de droga|estupefacientes',
    HUMAN_TRAFFICKING:
      'tráfico de pessoas|tráfico humano|tráfico de seres humanos|trabalho escravo|escravidão|auxílio à imigração ilegal|tráfico de pessoas',
    SEXUAL_EXPLOITATION:
      'estupro*|violação|abuso* sexua*|pornografia infantil|exploração sexual|lenocínio|violação|estupro|abuso sexual',
    TERRORISM: 'terrorismo|terrorista*|atentado*|financiamento do terrorismo',
    TAX_CRIME:
      'sonegação*|evasão fiscal|fraude fiscal|crime* fiscal|crimes fiscais|crime* tributário*|evasão fiscal|fraude fiscal|sonegação*',
    CYBERCRIME: 'cibercrime*|crime* cibernético*|ataque* cibernético*|hacker*|ransomware|pirataria informática',
    SANCTIONS_EVASION: 'evasão de sanções|violação ~ sanções|contornar ~ sanções|violação ~ embargo',
    MARKET_ABUSE:
      'informação privilegiada|informações privilegiadas|manipulação de mercado|manipulação do mercado|abuso de mercado|informação privilegiada',
    THEFT: 'furto*|roubo*|assalto*|ladrão|ladrões|roubar|roubado',
    SMUGGLING: 'contrabando|contrabandista*|descaminho|contrabando',
    COUNTERFEITING: 'falsificação*|contrafação|moeda falsa|notas falsas|falsificador*',
    ENVIRONMENTAL_CRIME: 'crime* ambienta*|desmatamento ilegal|pesca ilegal|caça ilegal|garimpo ilegal|caça furtiva',
    ORGANISED_CRIME:
      'crime organizado|máfia|mafios*|organização criminosa|associação criminosa|milícia*|quadrilha|facção criminosa',
    VIOLENCE:
      'assassinato*|homicídio*|assassin*|tentativa de homicídio|lesão corporal|feminicídio*|homicídio*|assassin*|matou|matar',
    EXTORTION: 'extorsão|extorqui*|chantagem',
    KIDNAPPING: 'sequestro*|sequestr*|rapto|cárcere privado|refém|reféns|sequestr*|rapto',
    ARMS_TRAFFICKING: 'tráfico de armas|contrabando de armas|traficante* de armas|traficava armas|tráfico de armas',
    WAR_CRIMES: 'crime* de guerra|genocídio|crimes contra a humanidade|tortura*',
    COMPETITION: 'cartel|cartelização|fixação de preços|abuso de posição dominante|formação de cartel|cartel',
    OTHER_CRIME:
      'crime*|criminos*|delito*|espionagem|perjúrio|ilegal*|escândalo|falso testemunho|obstrução à justiça|obstrução de justiça',
  },
  accused:
    'acusad*|acusou|acusa|denunciad*|denunciou|indiciad*|investigad*|investiga|investigam|investigou|detid*|preso|presa|presos|arguid*|suspeit*|réu|ré|processad*|inquérito contra|denúncia contra|acusação contra|queixa contra|mandado de prisão contra|prisão preventiva|extraditad*|nega|negou|envolvid*|procurad*|constituíd* arguid*|alvo de|acusam|pediu ~ prisão|pede ~ prisão|prendeu|prenderam|prende|prisão de|deteve|detiveram|detém|capturad*|capturou|capturaram|foragid*|fugitivo|em fuga|julgamento de|começou o julgamento|vai a julgamento|vai ser julgado|buscas na|buscas em|fez buscas|sob suspeita|por suspeita|suspeita de|teria|teriam|segundo a acusação|segundo o ministério público|réus|réu por|extradição|extraditou|negam|rejeita|desmente|imputad*|imputa|apontad*|apurad*|inquérito|renunciou|demitiu|ligad* a',
  accusedAfter: 'pediu ~ anos ~ para|pede ~ anos ~ para|pediu ~ prisão ~ de',
  convicted:
    'condenad*|condenou|considerado culpado|considerada culpada|declarou se culpad*|culpado de|sentenciad*|multad*|confessou|pena de prisão|anos de prisão|condena|condenação de|culpado|culpada|culpados|multou|multa de|multa a|anos de prisão para|anos de reclusão|admitiu|admite|confessa|cumpre pena|pena de|sancionad*|inabilitad*|a ~ anos de prisão|sentenciou',
  cleared:
    'absolvid*|absolveu|absolvição|ilibad*|inocentad*|arquivad*|arquivou|ilibou|inocentou|absolve|absolvem|processo ~~ arquivado|inquérito ~~ arquivado|arquivamento|livre das acusações|inocente|retirou a acusação|anulou a condenação',
  negations: 'não|nunca|jamais|nenhum|nenhuma|nem|sem',
  titles:
    'senhor|senhora|sr|sra|dr|dra|doutor|presidente|ministro|ministra|prefeito|prefeita|deputado|deputada|senador|senadora|general|coronel|juiz|juíza|procurador|procuradora|promotor|advogado|advogada|empresário|empresária|banqueiro|diretor|diretora|ex-presidente|ex|porta-voz|delegado|governador|chefe|líder|doleiro|aposentado|aposentada|reformado|jornalista|testemunha|contador|contabilista|fazendeiro|agricultor|comerciante|cantor|futebolista|treinador|vereador|vereadora|traficante|suposto|suposta|suspeito|suspeita|ex-deputado|ex-ministro|ex-prefeito|ex-governador|ex-diretor|gestor|gestora|médico|policial|bispo|padre|engenheiro|viúva|filho|filha|irmão|esposa|marido|vice-presidente|secretário|secretária|tesoureiro|magnata|autarca|administrador|administradora|operador|lobista|pastor|desembargador|inspetor|capitão|major|acusado|réu',
  officialTitles:
    'juiz|juíza|procurador|procuradora|promotor|promotora|advogado|advogada|porta-voz|delegado|delegada|desembargador|inspetor|inspetora|perito|perita|especialista|defensor|defensora|promotores|juízes|comandante|delegados|voz',
  organisationWords:
    'sa|ltda|banco|caixa|grupo|companhia|empresa|fundação|universidade|associação|partido|sindicato|ministério|tribunal|polícia|procuradoria|agência|holding|seguros|construtora|energia|petróleo|construções|operadora|seguradora|transportes|laboratório|laboratórios|investimentos|indústrias|clínica|hospital|logística|alimentos|litorâneo|lda|imobiliária',
  authorities:
    'tribunal|polícia|procuradoria|ministério|agência|receita|supremo|congresso|senado|governo|lusa|europol|interpol|câmara|gnr|psp',
  particles: 'de|do|da|dos|das|e|van|von',
  ordinary:
    'o|a|os|as|um|uma|ele|ela|eles|em|no|na|nos|nas|de|do|da|ao|à|para|por|com|segundo|após|desde|mas|e|ou|se|quando|segunda|terça|quarta|quinta|sexta|sábado|domingo|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|seu|sua|este|esta|dois|duas|três|também|já|começou|detido|detida|chamado|chamada|preso|presa|condenado|condenada|acusado|hackers|agentes|oito|seis|sete|cinco|quatro|dez|polícia|juiz',
  boundaries: 'que|porque|enquanto|embora|quando|disse|afirmou|declarou|;|:',
  testifying:
    'testemunhou|testemunha|testemunhas|depôs como testemunha|como testemunha|disse ao tribunal|depôs|prestou depoimento como',
  suffered:
    'foi assassinado|assassinado|assassinada|assassinados|assassinadas|morto a tiros|morta a tiros|sequestrado|sequestrada|sequestrados|sequestradas|raptado|raptada|raptados|raptadas|roubado|roubada|roubados|roubadas|assaltado|assaltada|assaltados|assaltadas|burlado|burlada|burlados|burladas|enganado|enganada|enganados|enganadas|vítima de|vítimas de|roubaram|hackeado|hackeada|hackeados|hackeadas|esfaqueado|esfaqueada|esfaqueados|esfaqueadas|baleado|baleada|baleados|baleadas|violada por|estuprado|estuprada|estuprados|estupradas|extorquido|extorquida|extorquidos|extorquidas|agredido|agredida|agredidos|agredidas|torturado|torturada|torturados|torturadas|foi morto|foi morta|perdeu ~ mil',
  sufferedBy:
    'homicídio de|assassinato de|assassínio de|morte de|sequestro de|rapto de|ataque a|ataque contra|atentado contra|roubo a|burla a|dados de|dados da|vítima|estupro de|violação de|agressão a',
  detained:
    'prisão preventiva|preso por|presa por|prendeu|mandado de prisão contra|arguido|arguida|indiciado por|prenderam|deteve|detiveram|capturou|capturaram|extraditou|extradição de|detenção de|prisão de|preso preventivamente|presa preventivamente|preso em|presa em|foi preso|foi presa|mandado de busca|mandado de prisão|busca e apreensão|cumpriu mandado|cumpriu mandados|foragido|foragida|prisão preventiva|prisão domiciliar|prisão domiciliária|buscas na casa|buscas em|alvo de|bloqueou os bens|denunciou|procurado|procurada|constituído arguido|constituída arguida|tornozeleira|difusão vermelha|extraditado|extraditada',
});
