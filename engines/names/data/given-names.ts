/**
 * Families of given names. Each line is one name: spellings and short forms before the bar are used for the same
 * person every day; those after the bar are the same name in another language.
 */
export const GIVEN_NAME_FAMILIES = `
aaron ron ronnie arron|aron haroun harun
abigail abby gail abbie
abraham abe bram|ibrahim avraham avram abram ebrahim ibraheem brahim
adam|adem
adrian|adrien adriano hadrian adrianus
adriana|adrienne adrianna
agnes aggie|agnieszka ines inez agnese
albert al bert bertie|alberto adalbert albrecht
alan allan allen alun
alexander alex alec sandy xander lex sasha sacha aleks|alexandre alejandro alessandro aleksandr oleksandr aleksander alexandros alexandru aleksandar iskander iskandar sikandar alistair alasdair aliaksandr olexandr sandro
alexandra sandra lexi alex sasha alexa|alejandra alessandra aleksandra oleksandra
alexis alexei aleksei alexey aleksey alexej oleksiy oleksii alyosha alexi
alfred al alf alfie fred freddie|alfredo
alice ali_|alicia alisa alix
alison ally allison alyson
amanda mandy
amelia millie|amelie emilia_
anastasia nastya stacy|anastasiya anastasija
andrew andy drew|andrea_ andre andreas andres andrei andrey andrii andriy andrej andrzej anders andras ondrej andreu andria
angela angie|angele angelika
ann anne anna annie nan nancy|ana hannah hanna anya anja anita
anthony tony anton ant|antonio antoine antonius antonios antoni antonin toni antanas
antonia toni|antoinette antonina
arthur art artie|arturo artur arturs
augustus gus august|augusto agustin augustin augustine
barbara barb babs barbie|varvara
bartholomew bart|bartolomeo bartolome bartlomiej
benedict ben|benedikt benedicto benoit benito
benjamin ben benny benji|binyamin benyamin veniamin
bernard bernie|bernardo bernhard bernat
bradley brad
caroline carol carrie carolyn|carolina karolina
casey kc
catherine cathy kathy kate katie kathryn katherine kit kitty katharine cath cat katy kathleen|catalina katarina ekaterina yekaterina catarina katarzyna caterina kateryna katerina ecaterina katalin catrin kaisa
charles charlie chuck chas|carlos carlo karl carl karel karol karoly charlot siarl
charlotte lottie charlie|carlotta carlota
christina chris tina christine kristin christie|cristina kristina khristina kristine
christopher chris kit topher kris|cristobal cristoforo christophe christoph kristoffer christoffer krzysztof christos hristo khristofor krystof cristovao
christian chris|cristian kristian krystian cristiano
clement clem|clemente klement kliment
constantine costas kostas gus dinos|konstantin constantin kostiantyn konstantinos constantino kostyantyn
cynthia cindy
cyril|kirill kyrylo cyrille kiril kyrill
daniel dan danny dani|daniil danilo daniele danylo danyal danilov
david dave davey davy|davide dawid davit daud dawud dawood davud taavi dafydd
deborah deb debbie debra
dennis denny denis|dionisio denys dionysios
diana di diane
dmitry dima mitya|dmitri dmitrii dmitriy dmytro dimitri dimitrios dimitar dimitris demetrius dzmitry
dominic dom nick_|dominique domingo domenico dominik
donald don donny donnie
dorothy dot dottie dolly|dorothea dorota doroteya
douglas doug
edmund ed eddie ned ted|edmond edmundo
edward ed eddie ted teddy ned|eduardo edouard eduard edvard edoardo edvards
edwin ed eddie|edvin
eleanor ellie nora nell lenore elinor|leonor eleonora eleni
elias|ilyas elijah eli ilya ilia illia ilie elie
elizabeth liz lizzie beth betty eliza bess libby betsy lisa elisabeth elsie liza|isabel isabella elisabetta elisaveta yelizaveta elizaveta elzbieta isabelle elise ilse erzsebet alzbeta
emily em millie|emilie emilia
emmanuel manny|emanuel manuel emanuele manolis immanuel
eric rick erik ric|erich eirik erico
ernest ernie|ernesto ernst
eugene gene|evgeny yevgeny evgeni evgenii yevgeni evgeniy eugenio eugen evgenios yevhen yauhen eugeniusz
eva eve evie|yeva ewa
evelyn eve
felix|feliks
florence flo flora|fiorenza florencia
frances fran fanny frankie|francesca francisca franziska francoise franciszka
francis frank fran frankie|francisco francesco francois franz franciszek frantisek frans ferenc francesc
frederick fred freddie freddy fritz rick|federico frederic friedrich fredrik frederik fryderyk fadrique
gabriel gabe|gabriele gavriil gavril jibril jabril
genevieve jenny|genoveva
geoffrey jeff geoff jeffrey jeffery|jofre gottfried_ godofredo
george geo georgie|jorge georges georg giorgio georgi georgios giorgos georgy georgiy iuri_ yorgos gheorghe jerzy jiri jordi yrjo giorgi heorhii juraj
gerald gerry jerry gerard|gerardo gerhard gerardus geraldo
gertrude trudy gert|gertrud gertrudis
gilbert gil bert|gilberto
gregory greg gregg|gregorio gregoire grigory grigori grigoriy grigorii gregor grzegorz grigorios hryhorii hrihoriy krikor
gustav gus|gustavo gustave gustaf kustaa
harold hal harry|harald haroldo
harriet hattie harry|enriqueta
helen nell nellie ellen|elena helena helene yelena olena eleni ilona jelena alena
henry hank harry hal|enrique henri heinrich enrico henrik hendrik henrique henryk jindrich heikki
hugh hughie huw|hugo ugo
ignatius iggy|ignacio ignazio ignacy
irene rene|irina irena iryna eirini
isaac ike zac|isak ishaq itzhak yitzhak ishak isaak
jacob jake jack_|jakob jacobo giacomo yakov jakub yaakov yaqub yakup yaqoob jacobus
jacqueline jackie jacqui
james jim jimmy jamie jem|jaime jacques santiago diego jacobo seamus giacomo hamish diogo tiago jakobus
jane janey|jana giovanna juana joana jeanne
janet jan
jennifer jen jenny jenni|jenifer
jeremy jem jerry|jeremias jeremie jeremiah geremia
jerome jerry|jeronimo hieronymus girolamo geronimo
jessica jess jessie
joachim|joaquin joaquim gioacchino jokin
joan|joanna johanna jeanne juana giovanna ioanna
john jack johnny jon jackie jock|juan jean giovanni johann johannes jan ivan ian sean joao hans yahya yuhanna ioannis yannis giannis jovan janos ion ioan evan shaun shawn iain hovhannes joan_ juhan jens johan yohannes youhanna jani juho
jonathan jon jonny johnathan|yonatan jonatan
joseph joe joey jo|jose giuseppe josef jozef yusuf yousef youssef yosef iosif josip jozsef yousuf yusef yossi osip josep hovsep yusif
josephine jo josie|josefina giuseppina josefa
joshua josh|yehoshua josue giosue jeshua
judith judy jude|judit yehudit
julia julie jules|giulia yulia iuliia yuliya julija
julian jules|giuliano julien yulian juliano
julius jules|julio giulio jules iulii yuliy
kenneth ken kenny
kevin kev
kimberly kim
laura laurie lori|lora
lawrence larry laurie laurence lars_ lawrie|lorenzo laurent lorenz lavrentiy lavrenti laurens lars
leo|leon lev leone
leonard len lenny leo|leonardo leonhard leonid_
leopold leo|leopoldo
lewis lew|louis luis luigi ludwig luiz lluis lajos ludovic aloysius luca_
louis lou louie|luis luigi ludwig luiz lluis lajos ludvik ludovico
louise lou|luisa luise
lucas luke|luca lukas loukas lukasz luc lucian_
lucy lou_|lucia lucie luz lucija
manuel manny manolo
marcus mark marc|marco marcos marek markus marko markos marcel_
margaret maggie meg peggy marge margie greta madge peg daisy|margarita margherita marguerite margarete malgorzata margarida marhareta rita
maria mary marie mia|mariya maryam miriam mariam maryna_ marija mari maire mariia maritza
martha marty|marta
martin marty|martino martinus marten
matilda tilly mattie|mathilde
matthew matt matty|mateo matteo matthias mathieu matthieu mateusz matvei matvey matti matej mateus mathew matthaus mats mattias
maurice mo morris|mauricio maurizio moritz mauro_
maximilian max|maximiliano maksim maxim maksym massimiliano maxime
michael mike mick mickey mikey mikael|miguel michel michele mikhail mykhailo mihail mihai michal mikhael mikael mihaly mikel michail mihajlo mikayel mikaeil mikail mihkel
michelle shelly|micheline
mohammed muhammad mohamed mohammad muhammed mohamad mohd muhamad muhamed mohamud mohamoud muhammet mehmet mehmed mohamet mahomet mohammod mohamet mokhammad magomed mamadou mahamat mehmood_ md mukhammad moham mhd mohamm muhammadu makhmad mahammad mohammadi_ mohamed
ahmad ahmed ahmet achmad akhmad akhmed ahmadu ahmat amadou
mahmoud mahmud mehmood mahmood mahmut makhmud mamoudou
hussein husayn hussain husain hossein hosein husein huseyn huseyin houssein hussin hoseyn khusein khusain
hassan hasan hasson hassane hasaan khasan hacen
ali aly alli
abdullah abdallah abdulla abdalla abdollah abdoulaye abdulah abdellah abdula
abdulrahman abdelrahman abdurrahman abdurahman abderrahman abderrahmane abdulrehman abdirahman abdramane abdrakhman
abdulaziz abdelaziz abdulazeez abdolaziz abdelazziz abdiaziz
abdulkarim abdelkarim abdolkarim abdelkrim abdikarim
abdulqadir abdelkader abdulkadir abdulqader abdelkadir abdikadir abdolqader abdulkader abdulkadeer
omar umar omer umer
othman osman uthman usman ousmane othmane osmane
yusuf youssef yousef yusef yousuf yousif youssouf yousaf
ibrahim ebrahim ibraheem brahim ibrahima ibragim
ismail ismael esmail ismaeel ismaila esmaeil ismayil
khalid khaled khalit halid halit khalled
saeed said saied saeid sayeed sayid_
mustafa mostafa moustafa mustapha mustaffa moustapha mostapha
jamal gamal djamal jamaal cemal dzhamal djamel
jafar jaafar jaffar gaafar dzhafar cafer djaafar
qasim kasim qassem kassem kassim qassim gasim kacem ghasem
tariq tarek tarik tareq tarique
faisal faysal feisal faycal feysal
rashid rasheed rachid rashed rasheid
said saeed sayed_
salih saleh salah_ salleh salih
suleiman sulaiman soleiman suleyman suliman sulayman souleymane solomon_ soliman
yasin yassin yaseen yassine yasseen
zayd zaid zeid zaed
fatima fatma fatimah fatemeh fatimata fatoumata fathima fatme
aisha ayesha aicha aysha aishah ayse
khadija khadijah khadeeja hatice khadidja
maryam mariam meryem maryem
hamza hamzah hamzeh
hamid hamed hameed
habib habeeb
jalal galal djalal celal
latif lateef
majid majeed magid
munir mounir muneer
nasir naser nasser nassir nasr_
nur noor nour
rahim raheem rahimi_
samir sameer
sharif sherif shareef cherif charif serif
walid waleed oualid
wahid waheed
yaqub yakub yaqoob yacoub yakoub
nicholas nick nicky nico klaus claus colin_|nicolas nikolai nikolay nikolaus nicola niccolo mykola nikola nikolaos nikos mikolaj miklos niels nils nicolae nikolas nikolaj mikalai nicolai
olga olya|helga olha
oliver ollie|olivier oliviero
olivia liv livvy
oscar|oskar oskars
pamela pam
patricia pat patty tricia trish
patrick pat paddy|patricio patrizio padraig padraic patrik
paul paulie|pablo paolo pavel pauli paulo pavlo pal pavlos pawel bulus boulos pal_
paula|paola pavla
penelope penny|pinelopi
peter pete|pedro pierre pietro petr pyotr petro petar piotr petros butrus boutros pieter peder petter pjotr petri petru pere_ petre peeter
philip phil phillip pip philippe|felipe filippo philipp filip filipe philippos filippos
pius|pio
rachel rach|raquel rachele rahel
ralph|raul rolf_ raoul
raphael rafe|rafael raffaele rafail rafal
raymond ray|raimundo ramon raimondo raimund
rebecca becky becca|rebeca rivka rebekah
reginald reg reggie rex
richard rick dick ricky richie rich dickie|ricardo riccardo richart ryszard rikard
robert bob rob bobby robbie bert robin|roberto ruprecht rupert
roderick rod roddy|rodrigo rodric ruaridh
roger rog|rogelio ruggero rogerio rodger
roland rollo|orlando rolando
ronald ron ronnie|ronaldo ronan_
rose rosie rosa|roza rosalia
rosemary rosie
rudolf rudy rudolph|rodolfo
samuel sam sammy|samuele shmuel
sarah sally sara sadie|sarai
sebastian seb bastian|sebastien sebastiano sebastiao
sergei sergey serge|sergio serhii serhiy sergej siarhei serghei sergii sergiy
simon si|simeon semyon simone shimon semen szymon simao
sophia sophie|sofia zofia sofya zsofia
stanley stan
stanislav stas stan|stanislaw stanislaus estanislao stanislas
stephen steve steven stevie steph stephan|esteban stefan stefano etienne istvan stepan stefanos szczepan stevan estevan stephane
stephanie steph|estefania stefania
susan sue susie suzy|susana susanna suzanne zuzana
teodor ted|theodore teodoro fyodor fedor theodoros fedir theodor teodoras
theodore ted theo teddy|teodor teodoro fyodor fedor theodoros
teresa terry tess theresa tessa|terezia tereza therese teresita
terence terry terrence|terencio
thomas tom tommy thom|tomas tommaso tomasz tomaz toma foma thoma
timothy tim timmy|timoteo timofey timofei timothee
valentine val|valentin valentino valentyn
valery val|valeri valeriy valerii valerio valerie_
vasily vasya|vasili vassily vasil vasyl basil vasilios vasile wasil vasiliy vasilii vassilis vasilis basilio
victor vic|viktor vittorio vitor wiktor viktar
victoria vicky vic tori|viktoria viktoriya vittoria wiktoria
vincent vince vinnie|vicente vincenzo vincenz
vladimir vova volodya vlad|volodymyr wladimir vladimiro uladzimir wlodzimierz vladimer
vladislav vlad|wladyslaw ladislaus vladyslav laszlo ladislav
vyacheslav slava|viacheslav wieslaw vjaceslav viatcheslav
walter walt wally|gualterio gualtiero valter
wilfred wilf fred|wilfried wilfredo
william bill billy will willy liam wills|wilhelm guillermo guillaume guglielmo willem guilherme vilhelm vilem viljo gwilym
winston win winnie
yuri|iurii yuriy yurii jurij yury iouri juri jury iuriy yurij
zachary zach zack|zacharias zakaria zakariya zakhar zechariah zacharie
gennady|gennadi gennadiy gennadii hennadii gennadij
igor|ihor
arkady|arkadi arkadiy arkadii
anatoly tolya|anatoli anatoliy anatolii anatolij anatole
vitaly|vitali vitaliy vitalii vital
oleg|oleh
leonid|leonyd
mikhail misha
nikita mykyta
ivan vanya
natalia natasha|natalya nataliya nataliia nathalie natalie
tatiana tanya|tatyana tetiana tetyana
svetlana sveta|svitlana
lyudmila lyuda|ludmila liudmila liudmyla lyudmyla
ekaterina katya
maria masha
larisa lara|larissa
galina galya|halyna
boris borya|borys barys
roman|romain romano
ruslan|rouslan
denis|denys dionisio
francisco paco pancho chico kiko
jose pepe ze
ignacio nacho
guadalupe lupe
antonio tono
dolores lola
concepcion concha
enrique quique kike
luis lucho
manuel manolo
rafael rafa
jesus chucho chuy
alejandro ale
giuseppe beppe peppe pino
giovanni gianni nanni
luigi gigi
francesco franco cecco
johannes hannes hans
sebastian basti
heinrich heinz
friedrich fritz
josef sepp jupp
johann hansi
gerhard gerd
dietrich dieter
mehmet memo
mustafa mustu
sergei seryozha serezha seryoga
nikolai kolya
evgeny yevgeny evgeni evgenii yevgeni zhenya
vladimir volodia
alexei alexey aleksei lyosha lesha
alexander aleksandr sanya shura
dmitri dmitriy mitya
mikhail mishka
pavel pasha
konstantin kostya
andrei andrey andryusha
viktor vitya
vyacheslav slavik
yuri yura
grigory grisha
leonid lyonya
lev lyova
pyotr petya
semyon syoma
stepan styopa
timofey tima
valery valera
vasily vasia
vitaly vitalik
fyodor fedya
ilya ilyusha
maxim maksim max maks
roman roma
stanislav stasik
anna anya nyura
anastasia nastia asya
elena yelena lena alyona
irina ira
ksenia ksyusha oksana
lyubov lyuba
nadezhda nadia nadya
olga olya olia
svetlana lana
tatiana tania
valentina valya
yulia yuliya julia yulya
roberto beto
guillermo memo
alberto beto
eduardo lalo edu
gonzalo gonza
javier javi xavier
jorge coque
rafael rafi fael
salvador chava
sergio checho
vicente chente
ricardo richi
santiago santi chago
fernando nando fer
hernando nando
armando mando
leonardo leo nardo
bernardo nardo
gabriel gabi
daniel dani
david davi
miguel migue
pedro perico
ramon moncho
tomas tomy
rosario charo
mercedes meche
isabel chabela isa
consuelo chelo
graciela chela
pilar pili
teresa tere
veronica vero
patricia paty
jose joselito pepito
joao joaozinho
luiz lula luizinho
antonio tonho
abdullah abdu
mohammed hamada hamoudi mo
ibrahim brahim ibo
mustafa mustapha tafa
hussein hussain husseini hoss
hassan hasanein
yusuf yousef joe
karim kareem
nasser nasr
kazimierz kazik
zbigniew zbyszek
stanislaw staszek
wladyslaw wladek
tadeusz tadek
jan janek
jozef jozek
krzysztof krzysiek
`;
