/**
 * More families of names, in the form of given-names.ts: names of the faith as they are written from Dakar to Jakarta, names
 * of the Bible as they are written in Hebrew, Slavic names in western spellings, and family names of South Asia that one
 * family writes in several ways. Facts of usage.
 */
export const NAMES_OF_THE_WORLD = `
muhammad mohammed mohamed mohammad mahomed maxamed muxamed|mahamadou mohammadou mouhamadou mouhamed
ahmad ahmed axmed akhmed ahamed ahammad|ahmadou amadou ahmadu
hussein hussain husayn houcine hocine xuseen xusein huseyn hussin hussayn
hassan hasan xasan hassane|lassana lassane alhassan alassane
abubakar abubakr abubaker aboubakr|aboubacar aboubakar boubacar boubakar abobakar
uthman osman othman osmane cusmaan cismaan usmaan|ousmane
suleiman sulaiman saleban saleebaan suleman|souleymane solomon salomon shlomo
musa moussa mousa|moses moshe moise moises mose
isa issa eisa essa ciise iisa
najib najeeb necip nejib nadjib
anwar enver anouar anwer
rashid rasheed rachid resit raschid
abdullah abdallah abdulla|abdoulaye abdillahi cabdullahi cabdilaahi
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
yitzhak itzhak izhak yitzchak itzik|isaac isak
chaim haim hayim hyam chayim
hannah hana chana channah hanna
yehuda jehuda yehudah|judah juda
yaakov yakov jakov|jacob jakob
`;
