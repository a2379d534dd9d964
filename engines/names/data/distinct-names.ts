/**
 * Given names that are names of their own though one letter makes another of them (facts of usage). With the given names of
 * given-names.ts they tell a slip of the finger from another person: Takashi is not a misspelling of Takeshi.
 */
export const DISTINCT_NAMES = `
akira akiko akemi asuka atsushi atsuko ayako ayumi chieko chiyo daichi daiki eiji eiko emiko fumiko fumio hajime haruka haruki haruko hideki hideko hideo
hiroki hiroko hiromi hiroshi hiroto hitomi hitoshi ichiro jiro junko junichi kaori katsuo kazuki kazuko kazuo kazuya keiji keiko keita kenji kenta kiyoko
kiyoshi koichi koji kumiko kyoko makiko makoto manabu mariko masaki masako masao masaru masashi megumi michiko mika mikio misaki mitsuko mitsuo miyuki naoki
naoko naomi natsuki natsuko noboru nobuko nobuo noriko norio osamu reiko rieko rika ryoko ryota sachiko saori satoko satomi satoshi sayuri seiichi seiji seiko
shigeko shigeo shigeru shinichi shinji shizuko shoji shota sumiko susumu tadao tadashi taichi takahiro takako takao takashi takeo takeshi takuya tamiko taro
tatsuo tatsuya tetsuo tetsuya tomoko tomomi toru toshiko toshio tsutomu yasuko yasuo yoko yoshiko yoshio yuichi yuji yuka yukari yuki yukiko yukio yuko yumi
yumiko yusuke yutaka yuya
ajay ajit akash akhil amar amit amitabh anand anil anita anjali anup anurag arjun arun aruna arvind ashok asha balaji bharat bhavna chandra deepa deepak
devendra dilip dinesh divya ganesh gaurav geeta girish gopal govind harish hemant indira jagdish jatin jayant jayesh jyoti kamal kapil karan kavita kiran
kishore krishna lalit lata madhu mahendra mahesh manish manisha manoj meena mohan mohit mukesh nandini narayan narendra naresh naveen neha nilesh nisha nitin
pankaj pooja prabhakar pradeep prakash pramod pranav prasad prashant pravin preeti priya rahul raj raja rajan rajendra rajesh rajiv rajni rakesh rama raman
ramesh rani ravi ravindra rekha ritu rohan rohit roshan sachin sandeep sangeeta sanjay sanjeev santosh sarita satish seema shankar shanti sharad sheela shilpa
shiv shobha shyam sita sonal sonia subhash sudha sudhir sujata suman sunil sunita surendra suresh sushil sushma swati tarun uma umesh usha vandana varun vidya
vijay vikas vikram vimal vinay vinod virendra vishal vivek yash yogesh
abbas abid adil adnan akram amal amani amin amir amira anas anwar arif asad asghar ashraf asif asma atif awad ayman aziza badr bilal bushra dalal dalia faisal
faris fahd fahim farah faraj farid farouk fatin fawzi firas ghada ghassan habib hadi hala halim hana hanan hani hassan hatim hiba hind huda hussein idris imad iman imran isra jabir jafar
jamal jamil jawad kamal kamil karam karim khalid khalil laila latif lina lubna mahir majed majid malik mansour marwan mazen mona mourad mubarak munir murad
musa nabil nada nadia nadim nadir naim najib nasir nawal nazim nazir nida nizar noor nour omar osama qasim rabab rabia rafiq rahim rajab ramzi rana rania rashad
rashid rasha rauf rida riyad rukaya saad sabir sabri sadiq safa safwan sahar salah salam salem salim salma salman samar sami samir samira sana sara shadi shakir
shams sharif suha suleiman sultan taha tahir talal tarek tariq waheed walid wasim widad yahya yasin yasir yasmin youssef zahir zaid zain zaki zayd ziad zuhair
agus ahmad anwar bambang budi dedi dewi dian didi edi eko endang hadi hari hartono hendra heru iwan joko kartini slamet santoso susanto sri sugeng sugiarto
sugiono suharto suhartono sukarno sumarno suparman suprapto supriadi supriyanto suryanto susilo sutrisno teguh wahyu widodo wati yanti yanto yudi yuli yusuf
`;

/** What is put behind the name of a man, or stands for its end, in the name of a woman. */
export const FEMININE_ENDINGS: readonly (readonly [man: string, woman: string])[] = [
  ['', 'a'],
  ['', 'ia'],
  ['', 'iya'],
  ['', 'ina'],
  ['', 'ela'],
  ['', 'le'],
  ['o', 'a'],
  ['e', 'a'],
  ['iy', 'iya'],
  ['y', 'ia'],
  ['y', 'iya'],
  ['i', 'ia'],
];
