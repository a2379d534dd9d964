/**
 * Countries as lists name them: `alpha-2 alpha-3|English name|other names and demonyms …`, one a line.
 * Codes are ISO 3166-1, with the withdrawn SU, YU, CS, DD and AN, which birth places and old records need, and the
 * user-assigned XK. The other names are those found in the lists read here. Regions without a code stand with the
 * country they belong to under international law.
 */
export const COUNTRY_TABLE = String.raw`
AD AND|Andorra|Andorran
AE ARE|United Arab Emirates|Emirati|Emirian|UAE|Emirates
AF AFG|Afghanistan|Afghan|Afgan|Afghani|Islamic Republic of Afghanistan
AG ATG|Antigua and Barbuda|Antiguan
AI AIA|Anguilla
AL ALB|Albania|Albanian
AM ARM|Armenia|Armenian
AN ANT|Netherlands Antilles
AO AGO|Angola|Angolan
AQ ATA|Antarctica
AR ARG|Argentina|Argentine|Argentinian|Argentinean
AS ASM|American Samoa
AT AUT|Austria|Austrian
AU AUS|Australia|Australian
AW ABW|Aruba
AX ALA|Åland Islands
AZ AZE|Azerbaijan|Azerbaijani|Azeri
BA BIH|Bosnia and Herzegovina|Bosnian|Bosnian and Herzegovinian|Bosnia|Bosnia & Herzegovina|BiH|Herzegovina
BB BRB|Barbados|Barbadian
BD BGD|Bangladesh|Bangladeshi
BE BEL|Belgium|Belgian
BF BFA|Burkina Faso|Burkinabe|Burkinese
BG BGR|Bulgaria|Bulgarian
BH BHR|Bahrain|Bahraini
BI BDI|Burundi|Burundian
BJ BEN|Benin|Beninese
BL BLM|Saint Barthélemy
BM BMU|Bermuda
BN BRN|Brunei|Bruneian|Brunei Darussalam
BO BOL|Bolivia|Bolivian|Plurinational State of Bolivia|Bolivia (Plurinational State of)
BQ BES|Caribbean Netherlands|Bonaire, Sint Eustatius and Saba
BR BRA|Brazil|Brazilian
BS BHS|Bahamas|Bahamian|Bahamas
BT BTN|Bhutan|Bhutanese
BV BVT|Bouvet Island
BW BWA|Botswana|Botswanan|Motswana
BY BLR|Belarus|Belarusian|Belarussian|Byelorussian|Republic of Belarus|Byelorussia|Belorussia
BZ BLZ|Belize|Belizean
CA CAN|Canada|Canadian
CC CCK|Cocos (Keeling) Islands
CD COD|Democratic Republic of the Congo|Democratic Republic of the Congo|Congo, Democratic Republic of the|DRC|DR Congo|Zaire|Congo (DRC)|Congo, The Democratic Republic of the|Congo-Kinshasa
CF CAF|Central African Republic|Central African|CAR
CG COG|Republic of the Congo|Republic of the Congo|Congo, Republic of the|Congo|Congo-Brazzaville|Congo (Republic)
CH CHE|Switzerland|Swiss
CI CIV|Côte d'Ivoire|Ivorian|Cote d'Ivoire|Ivory Coast|Cote d Ivoire
CK COK|Cook Islands
CL CHL|Chile|Chilean
CM CMR|Cameroon|Cameroonian
CN CHN|China|Chinese|People's Republic of China|PRC|Mainland China|China, People's Republic of
CO COL|Colombia|Colombian
CR CRI|Costa Rica|Costa Rican
CS SCG|Serbia and Montenegro|Serbia and Montenegro
CU CUB|Cuba|Cuban
CV CPV|Cape Verde|Cape Verdean|Cabo Verde|Cape Verde
CW CUW|Curaçao
CX CXR|Christmas Island
CY CYP|Cyprus|Cypriot|Republic of Cyprus|Northern Cyprus
CZ CZE|Czechia|Czech|Czech Republic|Czechia
DD DDR|East Germany|East Germany|German Democratic Republic
DE DEU|Germany|German|Federal Republic of Germany|West Germany
DJ DJI|Djibouti|Djiboutian
DK DNK|Denmark|Danish|Dane
DM DMA|Dominica
DO DOM|Dominican Republic|Dominican Rep.
DZ DZA|Algeria|Algerian
EC ECU|Ecuador|Ecuadorian|Ecuadorean
EE EST|Estonia|Estonian
EG EGY|Egypt|Egyptian
EH ESH|Western Sahara|Sahrawi Republic
ER ERI|Eritrea|Eritrean
ES ESP|Spain|Spanish|Spaniard
ET ETH|Ethiopia|Ethiopian
FI FIN|Finland|Finnish|Finn
FJ FJI|Fiji|Fijian
FK FLK|Falkland Islands|Falkland Islands (Malvinas)
FM FSM|Micronesia|Federated States of Micronesia|Micronesia (Federated States of)|Micronesia
FO FRO|Faroe Islands
FR FRA|France|French
GA GAB|Gabon|Gabonese
GB GBR|United Kingdom|British|Briton|English|Scottish|Welsh|United Kingdom|UK|U.K.|Great Britain|England|Scotland|Wales|Northern Ireland|Britain|United Kingdom of Great Britain and Northern Ireland
GD GRD|Grenada|Grenadian
GE GEO|Georgia|Georgian|Republic of Georgia|Abkhazia|South Ossetia
GF GUF|French Guiana
GG GGY|Guernsey
GH GHA|Ghana|Ghanaian
GI GIB|Gibraltar
GL GRL|Greenland
GM GMB|Gambia|Gambian|The Gambia|Gambia
GN GIN|Guinea|Guinean
GP GLP|Guadeloupe
GQ GNQ|Equatorial Guinea|Equatorial Guinean|Equatoguinean
GR GRC|Greece|Greek
GS SGS|South Georgia and South Sandwich Islands
GT GTM|Guatemala|Guatemalan
GU GUM|Guam
GW GNB|Guinea-Bissau|Bissau-Guinean|Republic of Guinea-Bissau
GY GUY|Guyana|Guyanese
HK HKG|Hong Kong|Hong Kong|China, Hong Kong Special Administrative Region|Hong Kong SAR|China (Hong Kong)
HM HMD|Heard and McDonald Islands
HN HND|Honduras|Honduran
HR HRV|Croatia|Croatian|Croat
HT HTI|Haiti|Haitian
HU HUN|Hungary|Hungarian
ID IDN|Indonesia|Indonesian
IE IRL|Ireland|Irish
IL ISR|Israel|Israeli
IM IMN|Isle of Man|Man, Isle of
IN IND|India|Indian
IO IOT|British Indian Ocean Territory
IQ IRQ|Iraq|Iraqi
IR IRN|Iran|Iranian|Persian|Islamic Republic of Iran|Iran (Islamic Republic of)|Iran, Islamic Republic of
IS ISL|Iceland|Icelandic
IT ITA|Italy|Italian
JE JEY|Jersey
JM JAM|Jamaica|Jamaican
JO JOR|Jordan|Jordanian
JP JPN|Japan|Japanese
KE KEN|Kenya|Kenyan
KG KGZ|Kyrgyzstan|Kyrgyz|Kyrgyzstani|Kirghiz|Kyrgyz Republic|Kirghizia
KH KHM|Cambodia|Cambodian
KI KIR|Kiribati
KM COM|Comoros|Comoran|Comorian|Union of the Comoros
KN KNA|Saint Kitts and Nevis|St. Kitts & Nevis|Saint Kitts and Nevis|St Kitts-Nevis
KP PRK|North Korea|North Korean|Korea, North|DPRK|Democratic People's Republic of Korea|North Korea (Democratic People's Republic of Korea)|Korea, Democratic People's Republic of|Democratic Peoples Republic of Korea|D.P.R.K.|D.P.R. of Korea
KR KOR|South Korea|South Korean|Korea, South|Republic of Korea|Korea, Republic of
KW KWT|Kuwait|Kuwaiti
KY CYM|Cayman Islands
KZ KAZ|Kazakhstan|Kazakh|Kazakhstani
LA LAO|Laos|Lao|Laotian|Lao People's Democratic Republic|Lao PDR
LB LBN|Lebanon|Lebanese
LC LCA|Saint Lucia|Saint Lucia
LI LIE|Liechtenstein|Liechtensteiner
LK LKA|Sri Lanka|Sri Lankan
LR LBR|Liberia|Liberian
LS LSO|Lesotho
LT LTU|Lithuania|Lithuanian
LU LUX|Luxembourg|Luxembourger
LV LVA|Latvia|Latvian
LY LBY|Libya|Libyan|Libyan Arab Jamahiriya|Libyan Arab Jamahirya|State of Libya
MA MAR|Morocco|Moroccan
MC MCO|Monaco|Monegasque
MD MDA|Moldova|Moldovan|Republic of Moldova|Moldova, Republic of|Transnistria|Pridnestrovian Moldavian Republic
ME MNE|Montenegro|Montenegrin
MF MAF|Saint Martin|Saint Martin (French part)
MG MDG|Madagascar|Malagasy
MH MHL|Marshall Islands|Marshallese
MK MKD|North Macedonia|Macedonian|North Macedonian|North Macedonia, The Republic of|Republic of North Macedonia|Macedonia|Former Yugoslav Republic of Macedonia|FYROM|Macedonia, The Former Yugoslav Republic of
ML MLI|Mali|Malian
MM MMR|Myanmar|Burmese|Myanma|Burma|Myanmar (Burma)|Union of Myanmar
MN MNG|Mongolia|Mongolian
MO MAC|Macao|Macau|Macao|China, Macao Special Administrative Region|Macau SAR
MP MNP|Northern Mariana Islands
MQ MTQ|Martinique
MR MRT|Mauritania|Mauritanian
MS MSR|Montserrat
MT MLT|Malta|Maltese
MU MUS|Mauritius|Mauritian
MV MDV|Maldives|Maldivian
MW MWI|Malawi|Malawian
MX MEX|Mexico|Mexican
MY MYS|Malaysia|Malaysian
MZ MOZ|Mozambique|Mozambican
NA NAM|Namibia|Namibian
NC NCL|New Caledonia
NE NER|Niger|Nigerien
NF NFK|Norfolk Island
NG NGA|Nigeria|Nigerian
NI NIC|Nicaragua|Nicaraguan
NL NLD|Netherlands|Dutch|The Netherlands|Holland|Kingdom of the Netherlands
NO NOR|Norway|Norwegian
NP NPL|Nepal|Nepalese|Nepali
NR NRU|Nauru
NU NIU|Niue
NZ NZL|New Zealand|New Zealander
OM OMN|Oman|Omani
PA PAN|Panama|Panamanian
PE PER|Peru|Peruvian
PF PYF|French Polynesia
PG PNG|Papua New Guinea|Papua New Guinean
PH PHL|Philippines|Filipino|Philippine|Filipina|The Philippines|Republic of the Philippines
PK PAK|Pakistan|Pakistani
PL POL|Poland|Polish|Pole
PM SPM|Saint Pierre and Miquelon
PN PCN|Pitcairn Islands
PR PRI|Puerto Rico
PS PSE|Palestine|Palestinian|Palestinian|Palestine|State of Palestine|Palestinian Territories|Occupied Palestinian Territory|Palestinian Territory, Occupied|Gaza|Gaza Strip|West Bank|Region: Gaza|Region: West Bank|Northern Gaza|North Gaza|West Bank and Gaza
PT PRT|Portugal|Portuguese
PW PLW|Palau
PY PRY|Paraguay|Paraguayan
QA QAT|Qatar|Qatari
RE REU|Réunion|Reunion
RO ROU|Romania|Romanian
RS SRB|Serbia|Serbian|Serb|Republic of Serbia
RU RUS|Russia|Russian|Russian Federation|The Russian Federation
RW RWA|Rwanda|Rwandan
SA SAU|Saudi Arabia|Saudi|Saudi Arabian|Kingdom of Saudi Arabia|KSA
SB SLB|Solomon Islands
SC SYC|Seychelles|Seychellois
SD SDN|Sudan|Sudanese
SE SWE|Sweden|Swedish|Swede
SG SGP|Singapore|Singaporean
SH SHN|Saint Helena|Saint Helena, Ascension and Tristan da Cunha
SI SVN|Slovenia|Slovenian|Slovene
SJ SJM|Svalbard and Jan Mayen
SK SVK|Slovakia|Slovak|Slovakian|Slovak Republic
SL SLE|Sierra Leone|Sierra Leonean
SM SMR|San Marino
SN SEN|Senegal|Senegalese
SO SOM|Somalia|Somali|Somalian
SR SUR|Suriname|Surinamese
SS SSD|South Sudan|South Sudanese
ST STP|São Tomé and Príncipe|Sao Tome and Principe
SU SUN|Soviet Union|Soviet|Soviet Union|USSR|U.S.S.R.|Union of Soviet Socialist Republics|former USSR|former Soviet Union
SV SLV|El Salvador|Salvadoran|Salvadorian
SX SXM|Sint Maarten
SY SYR|Syria|Syrian|Syrian Arab Republic
SZ SWZ|Eswatini|Swazi|Swaziland
TC TCA|Turks and Caicos Islands
TD TCD|Chad|Chadian
TF ATF|French Southern Territories
TG TGO|Togo|Togolese
TH THA|Thailand|Thai
TJ TJK|Tajikistan|Tajik|Tajikistani
TK TKL|Tokelau
TL TLS|Timor-Leste|Timorese|East Timorese|East Timor|Timor-Leste
TM TKM|Turkmenistan|Turkmen
TN TUN|Tunisia|Tunisian
TO TON|Tonga
TR TUR|Türkiye|Turkish|Turk|Turkiye|Turkey|Republic of Turkey
TT TTO|Trinidad and Tobago|Trinidadian|Trinidadian and Tobagonian
TV TUV|Tuvalu
TW TWN|Taiwan|Taiwanese|Taiwan, Province of China|Chinese Taipei|Republic of China
TZ TZA|Tanzania|Tanzanian|United Republic of Tanzania|Tanzania, United Republic of
UA UKR|Ukraine|Ukrainian|Crimea|Region: Crimea|Donetsk People's Republic|Luhansk People's Republic|Lugansk People's Republic|Crimea (Ukraine)
UG UGA|Uganda|Ugandan
UM UMI|U.S. Outlying Islands
US USA|United States|American|United States of America|USA|U.S.A.|U.S.|US national/citizen|America
UY URY|Uruguay|Uruguayan
UZ UZB|Uzbekistan|Uzbek|Uzbekistani
VA VAT|Vatican City|Holy See|Vatican|Vatican City State
VC VCT|Saint Vincent and Grenadines|St. Vincent & the Grenadines
VE VEN|Venezuela|Venezuelan|Bolivarian Republic of Venezuela|Venezuela (Bolivarian Republic of)|Venezuela, Bolivarian Republic of
VG VGB|British Virgin Islands|Virgin Islands, British
VI VIR|U.S. Virgin Islands|Virgin Islands, U.S.|Virgin Islands (U.S.)|US Virgin Islands
VN VNM|Vietnam|Vietnamese|Viet Nam|Socialist Republic of Vietnam
VU VUT|Vanuatu
WF WLF|Wallis and Futuna
WS WSM|Samoa
XK XKX|Kosovo|Kosovan|Kosovar|Republic of Kosovo
YE YEM|Yemen|Yemeni|Yemenite|Republic of Yemen
YT MYT|Mayotte
YU YUG|Yugoslavia|Yugoslav|Yugoslavian|Yugoslavia|former Yugoslavia|Federal Republic of Yugoslavia|SFR Yugoslavia
ZA ZAF|South Africa|South African
ZM ZMB|Zambia|Zambian
ZW ZWE|Zimbabwe|Zimbabwean
`;
