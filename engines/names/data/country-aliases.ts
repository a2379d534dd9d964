/** Country names and three-letter codes beside those that Unicode's English names give. */
export const COUNTRY_ALIASES = `
ru: Russian Federation, rus, ussr, soviet union
cd: Democratic Republic of the Congo, drc, zaire, congo democratic republic of the, cod
cg: Congo, congo republic, cog
kp: North Korea, Democratic People's Republic of Korea, dprk, korea north, Korea Democratic People's Republic of, prk
kr: South Korea, Republic of Korea, korea south, korea, kor
ir: Iran, Islamic Republic of Iran, Iran Islamic Republic of, irn
sy: Syria, Syrian Arab Republic, syr
ve: Venezuela, Bolivarian Republic of Venezuela, Venezuela Bolivarian Republic of, ven
bo: Bolivia, Plurinational State of Bolivia, bol
tz: Tanzania, United Republic of Tanzania, tza
mm: Burma, Myanmar, mmr
ps: Palestine, Palestinian, Region Gaza, West Bank, State of Palestine, Palestinian Territories, pse
tw: Taiwan, Taiwan Province of China, twn
ci: Ivory Coast, Cote d Ivoire, civ
gb: United Kingdom, Great Britain, England, Scotland, Wales, gbr, United Kingdom of Great Britain and Northern Ireland
us: United States, United States of America, usa, america
ae: United Arab Emirates, uae, are
cz: Czech Republic, Czechia, cze
mk: Macedonia, North Macedonia, mkd
md: Moldova, Republic of Moldova, mda
la: Laos, Lao People's Democratic Republic, lao
vn: Vietnam, Viet Nam, vnm
tr: Turkey, Turkiye, tur
ba: Bosnia and Herzegovina, bosnia, bih
xk: Kosovo
cn: China, People's Republic of China, chn, mainland china
hk: Hong Kong, hkg
mo: Macau, Macao, mac
cv: Cape Verde, cpv
sz: Swaziland, swz
tl: East Timor, tls
va: Vatican, Holy See, vat
de: deu, ger, federal republic germany
it: ita
es: esp
pk: pak
af: afg
iq: irq
lb: lbn
ly: lby, libyan arab jamahiriya
sa: sau
ye: yem
so: som
sd: sdn
ss: ssd
eg: egy
dz: dza
ma: mar
tn: tun
ua: ukr
by: blr
rs: srb
co: col
mx: mex
cu: cub
ng: nga
ke: ken
ug: uga
rw: rwa
in: ind
id: idn
my: mys
ph: phl
th: tha
jp: jpn
jo: jor
il: isr
kw: kwt
qa: qat
bh: bhr
om: omn
ca: can
au: aus
br: bra
ar: arg
pa: pan
zw: zwe
za: zaf
`;
