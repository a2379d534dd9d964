import { foldWord } from '../fold.ts';

/** Countries, regions and big cities, in small letters without diacritics: capitalised, but no party. */
export const PLACES: ReadonlySet<string> = new Set(
  `afghanistan albania algeria angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh barbados belarus belgium belize bermuda bolivia
  bosnia botswana brazil britain bulgaria burma cambodia cameroon canada cayman ceylon chad chile china colombia congo croatia cuba cyprus czechoslovakia denmark
  dominica ecuador egypt england eritrea estonia ethiopia fiji finland france gabon gambia georgia germany ghana gibraltar greece grenada guatemala guernsey guinea guyana haiti honduras
  hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jersey jordan kazakhstan kenya korea kosovo kuwait laos latvia lebanon liberia libya
  liechtenstein lithuania luxembourg macedonia madagascar malawi malaysia mali malta mauritius mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands
  nicaragua niger nigeria norway oman pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda samoa senegal serbia singapore slovakia
  slovenia somalia spain sudan surinam suriname sweden switzerland syria taiwan tanzania thailand togo tunisia turkey uganda ukraine uruguay uzbekistan vatican venezuela vietnam yemen yugoslavia
  zaire zambia zimbabwe holland scotland wales ulster catalonia chechnya crimea kurdistan tibet punjab kashmir bavaria saxony sicily sardinia corsica siberia mindanao luzon java sumatra bali borneo
  alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan
  minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming ontario quebec alberta manitoba
  queensland tasmania victoria yorkshire lancashire kent surrey essex
  london paris berlin frankfurt bonn munich hamburg cologne dusseldorf stuttgart wolfsburg brunswick hanover vienna zurich geneva basel bern brussels antwerp amsterdam rotterdam hague copenhagen
  oslo stockholm helsinki dublin belfast edinburgh glasgow manchester liverpool birmingham leeds madrid barcelona lisbon rome milan turin naples palermo venice florence genoa athens istanbul ankara moscow leningrad
  kiev kyiv warsaw prague budapest bucharest sofia belgrade zagreb sarajevo jerusalem beirut damascus baghdad tehran riyadh jeddah dubai doha cairo tripoli tunis algiers rabat casablanca lagos nairobi
  kampala johannesburg pretoria soweto durban harare lusaka kinshasa khartoum mogadishu tokyo osaka kobe kyoto nagoya seoul pyongyang beijing peking shanghai taipei manila bangkok
  hanoi saigon jakarta delhi bombay mumbai calcutta karachi islamabad dhaka colombo kabul sydney melbourne brisbane perth adelaide darwin canberra hobart auckland wellington washington chicago boston
  philadelphia detroit cleveland cincinnati pittsburgh dallas houston austin denver phoenix seattle miami atlanta baltimore toronto montreal vancouver ottawa havana caracas bogota lima santiago
  quito brasilia tampa tulsa memphis manhattan brooklyn bronx hollywood monterey hawthorne pentagon kremlin westminster strasbourg taranto cosenza chandigarh amritsar hongkong gaza bahia durham deutschland osterreich schweiz frankreich italien spanien russland espana
  francia italia alemania brasil portugalia nederland belgie duitsland frankrijk rusland россия москва украина киев беларусь минск петербург сша германия франция лондон европа
  calif mass conn tenn penn fla tex ill mich ohio wis minn colo ariz okla ala ark ky va md del n.j n.y n.c westphalia rhineland pacific atlantic mediterranean caribbean gulf`
    .split(/\s+/)
    .filter((name) => name !== '')
    .map(foldWord),
);

/** Places of more than one word, joined by one blank. */
export const LONG_PLACES: ReadonlySet<string> = new Set(
  `united states|soviet union|west germany|east germany|united kingdom|great britain|northern ireland|rhine westphalia|south korea|north korea|saudi arabia|south africa|sri lanka|new zealand|hong kong|
new york|los angeles|san francisco|san diego|las vegas|new jersey|new mexico|new hampshire|north carolina|south carolina|north dakota|south dakota|rhode island|west virginia|puerto rico|costa rica|
el salvador|sierra leone|ivory coast|burkina faso|cape town|tel aviv|buenos aires|rio de janeiro|sao paulo|mexico city|panama city|middle east|far east|wall street|west bank|new south wales|western australia|
south australia|northern territory|new delhi|kuala lumpur|papua new guinea|united arab emirates|abu dhabi|cayman islands|north sea|persian gulf|latin america|south america|north america|central america|
southeast asia|world trade center|capitol hill|fort lauderdale|salt lake city|st petersburg|st louis|st paul|white house|eastern europe|western europe|north rhine westphalia|british columbia|north queensland|far north|estados unidos|etats unis|stati uniti|vereinigte staaten|vereinigten staaten|verenigde staten|reino unido|royaume uni|regno unito|arabia saudi|arabie saoudite|coree du sud|corea del sur|corea del sud|sudafrica|nueva york|nova york|nuova york|gran bretana|gra bretanha|grande bretagne|gran bretagna|pays bas|paises bajos|paesi bassi|costa de marfil|el cairo|la haya|la haye|den haag|ciudad de mexico|cidade do mexico`
    .split('|')
    .map((name) => name.trim()),
);
