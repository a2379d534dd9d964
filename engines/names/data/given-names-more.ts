/**
 * More families of given names, in the form of given-names.ts: names in Latin (as in scholarly writing and encyclopaedias),
 * the Celtic and the Baltic forms, and short forms used every day in many languages. Facts of usage.
 */
export const MORE_GIVEN_NAMES = `
john jack johnny|ioannes iohannes johannes ioannis eoin sean shane iain ion jon ian juozas jonas janis jahn jens giovanni gianni hovhannes
james jim jimmy jamie|iacobus jacobus hamish seamus seumas jakub jokubas jekabs iago diego giacomo jacopo hakob
paul|paulus paulius pauls pol pablo pavel pawel pauli paolo pal paavo pavlo
peter pete|petrus peadar petras peteris pedro pietro petr piotr petar pierre petros petru peder per pekka
william will bill billy willie willy liam wills|gulielmus guilielmus vilhelmus guillelmus willelmus wilhelm guillaume guillermo guglielmo guilherme uilliam gwilym viljams vilius vilhelms vilem vilhelm willem
richard rick dick rich richie ricky|ricardus richardus risteard ricards ricardas ricardo riccardo ryszard
robert rob bob bobby robbie bert|robertus riobard raibeart roibeard roberts robertas roberto rupert ruprecht
edward ed eddie ted ned|eduardus edwardus eadbhard eideard eduards edvardas eduardo edoardo eduard
george georgie geordie|georgius seoirse deorsa jurgis georgs georg jorge giorgio jiri jerzy georges georgi gheorghe gjergj juri yuri iurii gevorg jordi
henry harry hal hank|henricus anrai eanraig henrikas henriks indrikis heinrich henri enrique enrico henrique henryk hendrik henrik
charles charlie chuck|carolus searlas tearlach karolis karlis carles
thomas tom tommy|tomas tomos tamas tuomas toms tommaso tomasz
philip phil pip phillip|philippus pilib filib filips pilypas felipe filippo philippe filip filipe
stephen steve steven stevie steph|stephanus stiofan steafan stepons stefans steponas esteban etienne stefan stefano estevao stepan szczepan istvan stepanos
edmund ed eddie ted|edmundus eamon eamonn edmunds
gregory greg|gregorius greagoir griogair gregors grigalius gregorio gregor grzegorz grigory hryhoriy krikor grigor
christopher chris kit|christophorus christoforus criostoir cristoforo kristaps kristupas kristof krzysztof
jonathan jon jonny nathan|ionathan ionatan yonatan jonathas
nicholas nick nicky nic nico colin klaus|nicolaus nicholaus nioclas neacal niklavs mikalojus nikolajs niko niklas nicolas nicola mikolaj miklos nikolaos nikolay mykola nikola nicolae claus
malcolm mal|milcolumbus calum colum
alan al allan|alanus ailean
norman norm|normannus tormod
hilary hil|hilarius hilarion hilario ilario ilariy
jeremy jerry jem|ieremias ieremia jeremias geremia jeremie jarmo
alexander alex alec sandy|alistair ailig alasdair aleksandrs aleksandras
alex sandy|ailig
david dave davy|daibhidh daibhi dafydd dewi davids dovydas taavetti
simon si simeon|siomon sim simonas simons simone szymon ximo semyon
gerald gerry jerry ger|geraldus gearoid gearalt gerallt geraldo gerhard gerardus
gerard gerry ger|gerardus gearoid gerardo gerhard gellert
joseph joe joey jos|iosephus josephus seosamh ioseph juozapas jazeps jozef jose giuseppe josep josip yosef yusuf jozsef
michael mike mick micky mickey mikey|michaelus micheal michel mikelis mykolas mihkel miguel michele michal mikael mihail mikhail mykhailo mihaly
patrick pat paddy patsy pad|patricius padraig padraic patricio patrizio patryk patriks
daniel dan danny|daniels danielius donal daniil
donal donald|domhnall donaldus domhnal
timothy tim timmy|timotheus tadhg timo timoteo timofei tymofiy
andrew andy drew|andreas aindreas aindriu andrius andrejs anndra
anthony tony|antonius antoin antanas antons antain
martin marty|martinus mairtin martins martynas marcin martino marton maarten morten
matthew matt matty|matthaeus mattheus maitiu mata matiss matas mateo matteo mateusz matej mathieu matthieu matthias matti
mark marcus|marcus marcas marks markus marco marek marc marko
luke|lucas luka luc lukas lukasz luca
francis frank frankie fran|franciscus proinsias frangan francesco francisco franz francois franciszek frans ferenc pranas
frederick fred freddie fredrick|fridericus fredericus friedrich federico frederic frederico fryderyk bedrich
lawrence larry laurie laurence|laurentius labhras lorenzo laurent lorenz lars lauri laurynas lavrentiy
leo leon|leonius lev leone
louis lou lewis louie|ludovicus aloysius luis luigi ludwig lluis lajos ludvik
ludovica|louise luisa luise ludwika
genevieve jenny gen|genovefa genoveva
jenny jennifer jen jenn|guinevere
elizabeth liz beth betty lizzie eliza bess libby lisbeth|elisabetha eilis ealasaid elzbieta elisabete elizabete erzsebet jelizaveta alzbeta isabel
mary molly polly mamie|maire mairi mari maria marija mariam miriam maryam marie
margaret maggie meg peggy madge marge margie|margarita mairead maighread margareta margarete malgorzata marguerite margherita greta margit marketa
catherine kate cathy|caitlin catriona caitriona catharina katharina catalina
edna|eithne ethna
una|oonagh winifred
bridget bridie biddy|brigid brid brigitte brigitta brigida birgit
sheila|sile julia celia
eugene gene|eoghan eugenius eugenio yevgeny evgeny eugen ievgen evgeni eugeniusz jeno
owen|eoin eoghan audoenus owain
hugh hughie|aodh hugo ugo aoidh hugues
maurice morris|muiris mauritius mauricio maurizio moritz
morris|mauritius
dermot|diarmuid diarmaid jeremiah
jeremiah jerry|diarmuid jeremias
duncan|donnchadh donnchad
pearse|piaras piers
piers|piaras pierce
eamon eamonn|edmund
kevin kev|caoimhin kevinas coemgen
brendan bren|breandan brendanus
brian bryan|briain brianus
conor connor|conchobhar conchubhar conchur
cormac|cormacus
dominic dom|dominicus damhnaic domingo domhnach
denis den|dionysius donnchadh donncha
enda|endeus eanna
fergus|fearghas
finbarr barry|fionnbharra
ronan|ronanus
rory roderick|ruairi ruaidhri rodericus
roderick rod rory roddy|rodrigo rodericus
terence terry|toirdhealbhach terentius
vincent vince vinny|vincentius uinseann vicente vincenzo vincas vinzenz
gordon|gordan gordons
ruth|rut ruta
joan|siobhan jeanne johanna iohanna giovanna juana joana seonaid
jane janie|sine iohanna jana jean
jacqueline jackie jacqui
walter walt wally|gualterus valter walther gualtiero valters
wallace wal wally
leslie les lesley
percival percy perce
clarence clarrie clarry clary
reginald reg reggie|reinhold rinaldo reinaldo reginaldus
raymond ray|raimundus raimundo raimondo reamonn
ralph rafe|radulphus raoul raul
rudolf rudy rudi|rodolfo rudolphus rodolphe
roger rodge|rogerius rogelio rudiger ruggero
ronald ron ronnie
russell russ rusty
samuel sam sammy|samuelus somhairle samuele samuil
sidney sid sydney syd
stanley stan
stuart stu stewart
theodore ted teddy theo|theodorus teodoro fedor fyodor teodor
tobias toby|tobia
victor vic vick|victorius vittorio viktor viktors wiktor
vernon vern
wesley wes
zachary zac zack zach zak|zacharias zaccaria zakaria
bartholomew bart bertel|bartholomaeus bartolomeo parthalan
bertel|bartholomaeus
christian chris|christianus kristjan kristians kristionas
christine chris chrissie tina stina|christina cristina krystyna
ulrike ulla ulli rike uli|ulrica ulrika
ulrich uli ulli ulf|ulricus
nikolaus niko klaus nico nick nik nikki
sebastian basti seb bastian wastl|sebastianus sebastiano sebastien
josef sepp pepi seppi jupp beppo
johann hans hannes hansi
johannes hans hannes jan john johan jannes hennes
franz franzl franzi
friedrich fritz fredi
heinrich heinz heiner heini
wolfgang wolf wolfi
gunter gunther guenter guenther
leopold poldi leo
maximilian max maxi
matthias hias matze mathias
georg schorsch jorg juergen joerg jurgen
elisabeth sissi lisl lisa elsa else ilse lisbeth betty elli
margarete grete gretel gretl
magdalena lena leni magda
theresia resi theres therese
anton toni
alfons fonsi
ferdinand ferdi|fernando ferdinando nandor
gaston gast
emmanuel manu manny|manuel imanuel emanuele
dominique dom domi
alexandre alex sacha
francois fanfan
frederic fred fredo
guillaume gui guigui
jacques jacky jacquot
nathalie nath
stephane steph
sylvie syl
veronique vero
giovanni gianni nanni vanni
giuseppe peppe beppe pino peppino
salvatore toto turi salvo
francesco franco cecco ciccio
luigi gigi gino
domenico mimmo memmo menico
vincenzo enzo vinni
lorenzo enzo renzo
antonio tonino nino toni tony
alessandro sandro ale
gaetano tano
raffaele lello raf
manuel manolo manu lolo
jose pepe
francisco paco pancho curro fran kiko fco chico
josemaria chema
ignacio nacho inaki
eduardo lalo edu
guadalupe lupe
dolores lola
concepcion concha conchita
mercedes merche
ascension asun
encarnacion encarna
rosario charo
josefa pepa josefina pepita
francisca paca paqui
antonia tona tonia
enrique quique kike
joaquin quino ximo
agustin tin
luis lucho
jesus chus chucho
jorge coque
alfonso poncho foncho
alfredo fredy
arturo turo
bartolome bartolo
cristobal tobal
domingo mingo
federico fede
felipe pipe
gregorio goyo
gerardo lalo
gustavo tavo
hugo huguito
isidro chilo
jaime jimmy
juan juancho juanito
leopoldo polo
lorenzo lencho
marcelo chelo
mauricio mau
nicolas nico
pablo pablito
rodolfo fito rodo
rodrigo rigo
sebastian seba
tomas tommy
joao
jose ze
edson edinho
paulo paulinho
fernando fernandinho nando
carlos carlinhos cacau
roberto beto betinho
antonio toninho tonico
francisco chico
joaquim quim
manuel manel nelo
jan jasiek janusz johan
jerzy jurek
wojciech wojtek
tomasz tomek
pawel pawelek
piotr piotrek
andrzej jedrek
malgorzata gosia malgosia
katarzyna kasia
elzbieta ela
agnieszka aga
joanna asia
aleksandra ola
magdalena magda
barbara basia
jiri jirka jura
jan honza
josef pepa
frantisek franta fanda
vaclav vasek vaclavek
stanislav standa stas slava
ladislav lada laco
tomas tomasek tomko
istvan pista isti
jozsef joska joci
ferenc feri
laszlo laci
gyorgy gyuri
janos jani jancsi
mihaly misi miska
andras andris bandi
sandor sanyi
erzsebet bozsi zsoka
ion ionel nelu
gheorghe gigi gicu george
constantin costel dinu costica
vasile vasilica
alexandru sandu alecu
konstantinos kostas dinos costas
dimitrios dimitris mitsos takis jimmy
georgios giorgos yorgos george yiorgos
ioannis giannis yannis yiannis john
nikolaos nikos nick
panagiotis panos takis
vasileios vasilis vassilis bill vasileos
athanasios thanasis thanos nasos
evangelos vangelis vaggelis
christos chris xristos
theodoros thodoris theo
stavros stavrakis
spyridon spyros spiros
emmanouil manolis manos
michail michalis mihalis
apostolos tolis apostolis
anastasios tasos anastasis
aristeidis aris
charalampos babis haris lampis
eleftherios lefteris
gerasimos makis
efstathios stathis
eleni lena elena helen
aikaterini katerina
vasiliki vaso vicky
paraskevi vivi evi
mehmet memo memed
mustafa mustik
ibrahim ibo
hasan haso
huseyin huso
ahmet ahmo
suleyman sulo
kemal kemo
abdullah apo
osman osi
thokozile thoko
nkosazana nkosi
sipho siphiwe
zwelinzima zweli
mosiuoa terror
makhosi khosi
themba thembinkosi
bongani bonga
mbhazima sam
mohamed medo hamada
mahmoud houda
moustafa darsh
abdelrahman abdo
abdullah abdo
ibrahim hima bob
rajendra raj rajen rajinder
surendra suren surinder
narendra naren narinder
mahendra mahen mohinder
ravindra ravi ravinder
jayalalithaa jaya
laxman lakshman lax
krishnan krish krishna
venkatesh venky venkat venkata
subramaniam subra subbu mani subramanian subramaniyam
balasubramanian bala
ramachandran ram chandran
thirunavukkarasu arasu
karunarathna karu karunaratne
mahinda mahi
vladimir volodya vova vladi
aleksandr sasha shura sanya
aleksei alyosha lyosha
yevgeny zhenya
dmitry dima
mikhail misha
nikolai kolya
sergei seryozha seryoga
ivan vanya
pavel pasha
konstantin kostya
viktor vitya
viacheslav slava vyacheslav
vsevolod seva
yaroslav slava yarik
svyatoslav slava
grigory grisha
georgy gosha zhora
yuri yura
anatoly tolya
gennady gena
leonid lyonya
valery valera
vasily vasya
volodymyr vova volodia volodya vladimir
oleksandr sashko
oleksii lyosha
mykola kolya
mykhailo misha
petro petya
pavlo pasha
andrii andriyko
rahul rahool
muhammadu
olusegun segun
oluwaseun seun
olufemi femi
babatunde tunde
adebayo bayo
oluwole wole
olusola sola
ngozi
chukwuemeka emeka chukwudi
emeka chukwuemeka
ifeanyi ify
obinna obi
nnamdi zik
kwabena kobina
budi budiman
sukarno soekarno
suharto soeharto
yudhoyono yudoyono
susilo soesilo
junico nico
enrico rico nico|henry
federico rico
ricardo rico
americo rico
domenico nico
rosalinda rosa linda
esperanza espe
valentina vale valya
alejandra ale
oleg aleh oleh|oleg
sergei sergey serhii siarhei sergiy siarhiej syarhei sergej serhiy|serge sergio sergiu serhij sarkis
nikolai nikolay mikalai mykola mikola|nikola nicolae
vladimir uladzimir volodymyr wladimir vladimer|waldemar
yevgeny yevgeni evgeny evgeniy yauhen yevhen jewgeni evgenii|eugene eugen
dmitry dzmitry dmytro dmitri dmitriy dzmitriy dmitrii dimitry
olga volha olha|helga
natalia natallia natalya nataliya natalija natalja nataliia|nathalie natalie
svetlana sviatlana svitlana swetlana
tatiana tatsiana tetiana tatyana tetyana tatjana
ekaterina yekaterina katsiaryna kateryna jekaterina
igor ihor ihar
viktor victor viktar wiktor
grigory ryhor hryhorii grigoriy hryhoriy grigori
vyacheslav viachaslau vyachaslau viacheslav vyachaslav wjatscheslaw
oksana aksana oxana
vadim vadzim vadym wadim
gennady henadz henadzi hennadii gennadiy gennadi guennadi
leonid leanid
artem artyom artsiom artsem artiom
konstantin kanstantsin kostiantyn kanstantin constantin konstantyn
stepan stsiapan stsyapan|stephan
roman raman
fyodor fedor fiodor fjodor|theodor
semyon semen semion|simeon
pyotr petr piotr petro pjotr|peter
boris barys borys
kirill kiryl kyrylo kyryl
denis dzianis dzyanis denys
valentin valiantsin valentyn
aleksei aliaksei oleksii alexei alexey aleksey
yuri yury yuriy yurii iuri iurii jurij youri
angelika anzhalika anzhelika
siraj sirajuddin seraj serajuddin
jalal jalaluddin|celal
ismael ismail ismaeel ismayil esmail
`;
