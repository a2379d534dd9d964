/**
 * More families of names, in the form of given-names.ts: names of the faith as they are written from Dakar to Jakarta, names
 * of the Bible as they are written in Hebrew, names of Europe that cross borders, and family names that one family writes in
 * several ways. Facts of usage.
 */
export const NAMES_OF_THE_WORLD = `
muhammad mohammed mohamed mohammad mahomed mahomet maxamed muxamed|mahamadou mohammadou mouhamadou mouhamed mamadou
ahmad ahmed ahmet axmed akhmed ahamed ahammad|ahmadou amadou ahmadu hamadou
hussein hussain husayn houcine hocine xuseen xusein huseyn hussin hussayn
hassan hasan xasan hassane|lassana lassane alhassan alassane
abubakar abubakr abubaker aboubakr|aboubacar aboubakar boubacar boubakar abobakar
uthman osman othman osmane cusmaan cismaan usmaan|ousmane
suleiman sulaiman saleban saleebaan suleman soleiman suleyman|souleymane solomon salomon shlomo
musa moussa mousa|moses moshe moise moises mose
isa issa eisa essa ciise iisa
najib najeeb necip nejib nadjib
anwar enver anouar anwer
rashid rasheed rachid resit raschid
abdullah abdallah abdulla abdala|abdoulaye abdillahi cabdullahi cabdilaahi
fatima fatma fatimah faadumo faduma|fatimatou fatimata fadimatou
aisha aicha aishah caasha ayse ayesha|aissatou aissata aisatou
khadija khadijah hatice khadeeja|kadidiatou kadiatou khadidiatou kadidia hadiza
zainab zaynab zeinab zeynep zineb zaineb zeyneb
amina aminah emine amineh|aminata aminatou
zakaria zakariya zakariyya zekeriya zakariah zekeria
yahya yahia yehia yehya jahja
idris idriss driss edris
reza rida ridha riza redha
mahdi mehdi mehdy
muhsin mohsin mohsen mohcine mouhsine
rajab ragab recep rajeb
ramadan ramadhan ramazan romdhane ramzan
osama usama usamah oussama ousama ossama usame
jamaluddin djamaluddin gamaluddin cemalettin cemaleddin
jalaluddin djalaluddin celalettin celaleddin
muhyiuddin muhyuddin mohiuddin mohyuddin muhiuddin muhittin muhyettin
shamsuddin chamsuddin semsettin semseddin
salahuddin saladin selahattin selahaddin selahettin
saifuddin sayfuddin seyfettin seyfeddin
burhanuddin borhanuddin burhanettin
tajuddin tacettin tacuddin
nuruddin nurettin nureddin
najmuddin necmettin
fakhruddin fahrettin
izzuddin izzettin
sadruddin sadrettin sadettin
husamuddin husamettin
alauddin alaattin alaettin
kamaluddin kemalettin
nasruddin nasrettin
zaynuddin zainuddin zeynettin
jawad cevat cevad javad
jamil cemil djamil gamil
khalil halil khaleel
khaldun haldun
yaqub yakup yakub yaqoob
shaban saban chaabane shaaban
yevgeny evgeny evgeniy evgueni evguenii jewgeni jewgenij jewgenii yauhen
ivan ioann iwan
georgy georgiy georgii heorhiy heorhii
pavel pavol pawel pavlo
yekaterina ekaterina jekaterina katya katia katja
yulia julia juliya julija iuliia yuliia yuliya
yuri yuriy yury iurii jurij youri
louis lodewijk lode
francisco paco pancho curro
jose pepe pepito
lakshmi laxmi luxmi lakshmy
chaudhry chaudhary choudhury choudhary chowdhury chaudhuri chaudhri
bandyopadhyay banerjee banerji
mukherjee mukherji mookerjee mukhopadhyay
chattopadhyay chatterjee chatterji
bhattacharya bhattacharyya bhattacharjee
sayed sayyid sayyed syed saiyed saiyid
yitzhak itzhak izhak yitzchak itzik|isaac isak isaak ishaq ishak
chaim haim hayim hyam chayim
hannah hana chana channah hanna
yehuda jehuda yehudah|judah juda
yaakov yakov jakov|jacob jakob
alfonso alfons alphonse alphonso alfonse
alan alain
alexander alexandr
aurel aurelio aurelius aurele
bartosz bartek bartolomeo
casimir kazimierz kazimir casimiro kazimieras
daoud dawood dawud daud
edgar edgardo edgard edgars
edith edyta edit editha
emil emile emilio emiel
gottfried godfrey goffredo godofredo
gregory gergely
hedwig jadwiga hedvig edwige
isidore isidro isidor isidoro
monica monique
murat murad mourad
octavio ottavio octave octavius
pascal pasquale pascual paschal
patrick patrice
salvador salvatore
sofiane sufyan sufian sofian soufiane
stephen stjepan
theodor tudor
tibor tiberiu tiberio tiberius
wojciech vojtech
ximena jimena
yacine yassine yasin yassin
younes yunus younis
abdu abdo abdou abduh
brown browne
christophe kristof kristoff christof
clark clarke
cyril kirill kiryl kyryl
elisabeth elisabete elizabete
emanuele emmanouil
eric eirik erick
espinosa espinoza
eugene ievgen yevgeni evgenii jewgeni
fred fredi fredy freddy
george georg georgii georgiy gheorghe gyorgy heorhii
gert gerd
grigori grigor grigory grigorii hrihoriy hryhorii ryhor
jacob jakob yaqub yakub yacoub yakoub hakob
jeremiah ieremia
john johnny jonny johnnie
joseph josef yosef yousif yusif
khadija khadidja kadidia
klein kline cline
maja maya
mateus mattheus matheus
matthias mattias mathias matas
mikola mykola mikolaj
pierce pearce peirce
reilly riley reily
reynaldo rinaldo reinaldo
rudolph rodolphe rudolf rodolfo
schneider snyder snider
theresa teresa tereza theresia
thomas tomaz tomasz tuomas toomas
vasilios vasileios
yuri yurii yuriy yury iuri iurii iuriy youri juri jury jurij yurij
zakariya zakariyya zakaria zakariah zaccaria
`;
