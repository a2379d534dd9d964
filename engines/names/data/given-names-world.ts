/**
 * More families of names, in the form of given-names.ts: names of the faith as they are written from Dakar to Jakarta, names
 * of the Bible as they are written in Hebrew, Slavic names in western spellings, and family names of South Asia that one
 * family writes in several ways. Facts of usage.
 */
export const NAMES_OF_THE_WORLD = `
muhammad mohammed mohamed mohammad mahomed mahamadou mohammadou mouhamadou maxamed mouhamed muxamed
ahmad ahmed axmed ahmadou amadou akhmed ahamed ahammad ahmadu
hussein hussain husayn houcine hocine xuseen xusein huseyn hussin hussayn
hassan hasan xasan hassane lassana lassane alhassan alassane
abubakar aboubacar aboubakar boubacar boubakar abubakr abubaker aboubakr abobakar
uthman osman othman ousmane osmane cusmaan cismaan usmaan
suleiman sulaiman souleymane saleban saleebaan suleman|solomon salomon shlomo
musa moussa mousa|moses moshe moise moises mose
isa issa eisa essa ciise iisa
najib najeeb necip nejib nadjib
anwar enver anouar anwer
rashid rasheed rachid resit raschid
abdullah abdallah abdulla abdoulaye abdillahi cabdullahi cabdilaahi
fatima fatma fatimah fatimatou faadumo faduma fatimata fadimatou
aisha aicha aishah aissatou aissata caasha ayse aisatou ayesha
khadija khadijah hatice kadidiatou kadiatou khadidiatou kadidia khadeeja hadiza
zainab zaynab zeinab zeynep zineb zaineb zeyneb
amina aminah emine aminata aminatou amineh
zakaria zakariya zakariyya zekeriya zakariah zekeria
yahya yahia yehia yehya jahja
idris idriss driss edris
reza rida ridha riza redha
mahdi mehdi mehdy
muhsin mohsin mohsen mohcine mouhsine
rajab ragab recep rajeb
ramadan ramadhan ramazan romdhane ramzan
osama usama usamah oussama ousama ossama usame
jamaluddin cemaluddin djamaluddin gamaluddin
jalaluddin celaluddin djalaluddin
muhyiuddin muhyuddin muhuddin mohiuddin mohyuddin muhiuddin
shamsuddin semsuddin chamsuddin
salahuddin saladin selahuddin
saifuddin sayfuddin seyfuddin
burhanuddin borhanuddin
tajuddin tacuddin
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
