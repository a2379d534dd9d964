/** Words that stand in names without naming anyone. Romanised, lower case, no diacritics. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Titles and forms of address; dropped from the comparison. Several languages and scripts (as romanised here). */
export const HONORIFICS = words(`
mr mrs ms miss mister madam madame mme mlle monsieur sir dame lord lady dr doctor doktor prof professor profesor professeur
eng engr ing ingeniero engineer arch adv advocate atty attorney esq esquire hon honorable honourable rt rev reverend fr father
pastor bishop archbishop cardinal capt captain col colonel gen general brig brigadier maj major lt lieutenant sgt sergeant cmdr
commander adm admiral marshal cpl pvt pres president senator sen rep representative governor gov minister ambassador amb justice
judge herr frau don dona sr sra senor senora srta signor signora sig dott dottssa dottore avv mag dipl phd md mba llb llm bsc msc
kbe cbe obe mbe qc kc mp mep mla mlc jp frs hrh
sheikh shaikh shaykh sheik cheikh hajj haji hadji hajji alhaj alhaji elhadj hadj sayyid sayyed sayed syed seyyed seyed said_ maulana mawlana
mullah molla mulla mufti imam ayatollah hojatoleslam ustad ustaz ustadh emir amir_ hafiz qari maulvi moulvi janab begum sahib saheb
shri sri shrimati smt kumari thiru pandit swami acharya
dato datuk datin seri sri_ baron baroness viscount viscountess retd datoseri dato_sri tun tan_sri tansri tunku_ tengku_ pehin puan encik tuan raden
pan pani inz mgr judr mudr phdr rndr
gospodin gospozha tovarisch grazhdanin polkovnik
bey efendi hanim pasha agha
ong_ nai nang khun u_ daw_ phra luang
drs dra ir hj se sh st mm msi mkn mh sip sag spd mpd ssi skom shum ssos mmt mma mbl mhs msc_ skm mkes skep apt spog hum dsc csc
ksiadz dom frei padre fray hermano sor
sama xiansheng nushi
samdech oknha hojjatoleslam allameh ayatullah otunba mallam alhaja sheikha shaikha shaykha licenciado comandante almirante brigadeiro xeque cheik
dktwr mhnds shykh
`);

/** Marks of generation: they tell a father from his son, so they are compared and never dropped. */
export const GENERATION: ReadonlyMap<string, string> = new Map(
  'jr:2 sr:1 junior:2 jnr:2 filho:2 fils:2 hijo:2 neto:3 sobrinho:9 senior:1 snr:1 pere:1 padre_:1 ii:2 iii:3 iv:4 2nd:2 3rd:3 4th:4'
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
);

/** Particles of family names and filiation; they come and go between sources. */
export const PARTICLES = words(`
de da do dos das di del della delle dello dei degli du des la le les lo el los las y e i
van von vom zu zum zur ter ten den der het op af av of
al ul el ad as ash ar an az at am ath adh
bin ben ibn bint binti anak binte bent ibnu wal wa ould ait mac_ mc_ ap o_ st san_ santa_
abd_ abu_ umm_ bte a_l a_p s_o d_o
`);

/** Words after a father's name in Turkic languages ("Rza oglu"): the name before them is a patronymic. */
export const FILIATION = words('oglu ogly oghlu ugli ogli qizi kyzy gizi kizi qyzy kizy uulu uly ogli');

/** Words between two names of one person that both name ("also known as"). */
export const STOP_WORDS = words('aka nee born formerly alias fka dba');

/** Legal forms: canonical class and its spellings (tokens joined by a space where several). */
const LEGAL = `
ltd: chamkat jamkat tnhh ltd limited ltda limitada pvt private pte pty sdn bhd berhad sendirian lda limitee
llc: llc lc ooo too odoo tov mchj
inc: inc incorporated
corp: corp corporation korporatsiya corporacion
co: borisat co company cie compagnie compania companhia kompaniya kampani sherkat
plc: plc
jsc: jsc ojsc cjsc pjsc ao oao zao pao aozt tao ad ead aktsionernoe obshchestvo akcionarsko drustvo ojsc pat prat jscb nao
gmbh: gmbh mbh gesellschaft ggmbh ug
ag: ag aktiengesellschaft se kgaa
kg: kg ohg gbr kommanditgesellschaft
sa: sa saa sab sau spa societe anonyme sociedad anonima societa azioni sociedade
sarl: sarl eurl srl sl slu sas sasu scs snc sagl
sdecv: cv rl
bv: bv nv vof bvba cvba besloten vennootschap
ab: ab aktiebolag as asa aps oy oyj oye hf ehf ohf
doo: doo dd dooel zrt kft nyrt bt rt sro zoo spzoo
as: anonim sirketi sti sanayi_ ticaret_ tas
kk: kk kabushiki kaisha gk yugen godo
pt: tbk
fze: fze fzco fzc fzllc dmcc wll bsc_ saoc psc est establishment anstalt
llp: llp lp lllp
eu: eu
ca: ca eirl
eood: eood ood ead
scs: scs sca gie asbl ev
fgup: fgup gup rup mup unitary
`;
export const LEGAL_FORMS: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  for (const line of LEGAL.trim().split('\n')) {
    const [form = '', rest = ''] = line.split(':');
    for (const word of rest.trim().split(/\s+/)) map.set(word, form);
  }
  return map;
})();

/** Words found in the names of many companies; they weigh little. */
export const GENERIC_WORDS = words(`
and the of for und et y e i de la le
international internacional internationale trading trade trader traders commerce commercial comercial comercializadora general global group gruppe
grupo groupe gruppa holding holdings industries industry industrial industria industriya enterprise enterprises empresa service services servicios
servis bank banco banque investment investments inversiones invest finance financial development system systems technology technologies
tehnologii tech technical engineering construction constructora stroy building production products proizvodstvo manufacturing import export
eksport importexport foreign shipping marine maritime navigation ship lines line transport transportation transportes transportadora logistics logistica
logistik cargo aviation airlines airways air aero energy petroleum oil gas petrochemical chemical chemicals steel metal metals mining
electronics electronic electric power center centre center_ institute institut university research scientific science association asociacion society
foundation fund charity organization organisation organizatsiya committee council ministry department agency office bureau national state
public private federal republic islamic united union first new great north south east west northern southern eastern western central
consulting consultants management solutions security defense defence aerospace agricultural agro agropecuaria equipment charitable foods food medical pharma pharmaceutical
company companies factory plant works zavod kombinat firm firma partnership partners brothers bros sons son
vessel mv mt ss motor tanker ship_ kompaniya
joint liability complex
jewelry gold exchange money market markets stock real estate properties inmobiliaria hotel hotels tourism travel media
`);

/** Spellings of the same word in company names, canonical first. */
const ORG_EQUIVALENTS = `
and: & und et y
brothers: bros
international: intl internat internacional internationale mezhdunarodnaya mezhdunarodnyi
trading: trade tradings torgovyi torgovaya torgovy bazargani bazergani maoyi ticaret
company: co sherkat shirkat sharikat sirket
group: grupo gruppe groupe gruppa grup gruppo
bank: banking banco banque banka banca bankasi
national: nacional nationale natsionalnyi natsionalnaya
center: centre tsentr centro zentrum markaz
shipping: navigation
department: dept
chemical: chemicals
charity: charitable khayriya khayriyah khayriyya khairiya
manufacturing: mfg
management: mgmt
university: univ universidad universite universitat universitet
institute: inst institut instituto institution enstitusu
technology: technologies tech tekhnologii tehnologii tekhnologiya tecnologia teknoloji keji
industries: industry industria industrie industrial
services: service servicios servis svcs
association: assn assoc asociacion society jamiyat jamiyyat anjoman anjuman cemiyeti verein
government: govt
saint: st
mount: mt
enterprise: enterprises ent predpriyatie predpriyatiye pidpryyemstvo
holding: holdings
development: dev
engineering: engr
transport: transportation transportes
systems: system sistemas
foundation: bonyad bunyad muassasat stichting stiftung fundacion fondation fondatsiya vakfi vakif fundacao fondazione yayasan
airlines: airways air aviakompaniya aviakampaniia havayollari
oil: petroleum
iran: iranian
korea: korean
organization: org organisation organizatsiya organizacion organizacao sazman sazeman munazzamat
exchange: sarafi sarrafi saraafi sarraf doviz
plant: zavod factory factories fabrika fabrica fabryka kombinat
scientific: nauchno nauchnyi nauchny nauchnaya
research: issledovatelskiy issledovatelski issledovatelskii
production: proizvodstvennoe proizvodstvennoye proizvodstvennyi proizvodstvennaya
state: gosudarstvennyi gosudarstvennoye gosudarstvennoe gosudarstvennaya
bureau: byuro buro
insurance: bimeh sigorta strakhovaya seguros versicherung assurances
import: ithalat
export: ihracat eksport
army: jaysh jaish jeish jaich
front: jabhat jabhah jebhat
party: partiya
brigade: brigades katiba katibat kataib kateeb battalion battalions liwa
islamic: islami islamique islamico eslami
hizballah: hezbollah hizbollah hizbullah hizbulla hezballah hezbullah
mujahidin: mujahideen mujahedin mujahedeen moudjahidine mojahedin mudjahedin
muhammad: mohammed mohammad mohamed muhammed mohamad mohamad
jihad: jehad djihad
tayyiba: taiba tayyibah toiba taibah tayba tayyaba
quds: qods kuds
quran: koran qoran
furqan: furkan furqaan
first: 1st
second: 2nd
third: 3rd
syria: syrian
china: chinese
russia: russian rossiyskaya rossiiskaya rossiyskiy
cuba: cuban
venezuela: venezuelan
iraq: iraqi
libya: libyan
sudan: sudanese
belarus: belarusian belorussian
`;
export const ORG_SYNONYMS: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  for (const line of ORG_EQUIVALENTS.trim().split('\n')) {
    const [canonical = '', rest = ''] = line.split(':');
    map.set(canonical, canonical);
    for (const word of rest.trim().split(/\s+/)) if (!map.has(word)) map.set(word, canonical);
  }
  return map;
})();

/** Words of trade cut short, as they stand in names ("Mfg. & Trdg. Corp."); too short to be looked for inside other words. */
export const ABBREVIATED: ReadonlyMap<string, string> = new Map(
  'trdg=trading trdng=trading mfrg=manufacturing mfr=manufacturing engg=engineering engrg=engineering constr=construction devt=development inds=industries assocn=association transp=transport svcs=services svc=services exch=exchange technol=technology chem=chemical pharm=pharmaceutical equip=equipment eqpt=equipment'
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);

/** Numbers written as words, and Roman numerals, to digits; used for organisations, vessels and aircraft. */
export const NUMERALS: ReadonlyMap<string, string> = new Map(
  'one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 first:1 second:2 third:3 fourth:4 fifth:5 ii:2 iii:3 iv:4 vi:6 vii:7 viii:8 ix:9 xi:11 xii:12 1st:1 2nd:2 3rd:3 4th:4 5th:5 6th:6 7th:7 8th:8 9th:9 10th:10 uno:1 dos:2 tres:3 un_:1 deux:2 trois:3 zwei:2 drei:3'
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
);

/** Of those, words of other languages: a word a letter away from one is more likely a name than a slip in it. */
export const FOREIGN_WORDS: ReadonlySet<string> = words(
  'sazman sazeman sarrafi saraafi sirket maoyi kataib katiba kateeb partiya',
);
