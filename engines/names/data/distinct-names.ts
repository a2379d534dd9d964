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

/**
 * Given names of Europe and the Americas that are a letter or two from another (facts of usage): each is a name of its own
 * where both are in the list.
 */
export const DISTINCT_GIVEN_ELSEWHERE = `
alana alba alda alina alma alva amalia amanda anabel andrea angela anika anita anna annika antonia ariana arina astrid aurelia aurora
bella blanca brenda brigitta camila carla carmen carol carola celia celina cecilia chiara clara claudia clelia cora corina cornelia dagmar dana
dalia daria delia diana dina dora doris edith elena elisa ella elsa emilia emma erica erika erna esther eva fabia fabiola fania fiona flavia flora
gala gemma gerda gina gisela gloria greta hanna heidi helena helga hilda ida ilona ilse inga ingrid irena irina iris irma isabel jana jane janet janice
janine jean jeanne jenny jessica joan joana judith julia juliana june karen karin karla kira klara lara larisa laura lauren
leila lena leona lidia liliana lina linda lisa livia lola lora lorena lorna louisa lucia luciana lucila ludmila luisa lydia lyudmila magda maja
malina mara marcela marcia margot maria mariana marika marina marion marisa marlene marta martha martina maya melina melinda melissa mercedes
mila milena mina mira miranda monica monika muriel nadia nancy natalia natasha nela nella nena nerea nicole nina nora norma olga olivia paloma
pamela patricia paula paulina petra pia pilar polina ramona rebecca regina renata rita roberta rosa rosalia rosana rosaria roxana ruth sabina sabrina
sandra sara selina selma serena silvana silvia simona sofia sonia sonja stella susana svetlana sylvia tamara tania tara tatiana teresa tina ulrika
ursula valentina valeria vanessa vera verena verica veronica victoria viola violeta virginia vivian wanda yana yelena yolanda zoya
adam adolfo adrian alain alan albano alban alberto aldo alejo alexis alfonso alfredo alonso alvaro alvin amadeo andre angel angelo anton
arkady arman armando armin arnold arsen arsenio artem arthur arturo august aurel aurelio axel basil benito benno berto bogdan boris borislav branko
brent brett brian bruno byron carl carlo carlos carmelo cecil cedric celso cesar ciro clark claude claudio clayton clifford clifton clinton clive colin
conrad craig curtis dale damian damir damon daniel dano danilo darian dario darko darren davor dean dejan denis derek diego dieter dimitar dino
donald drago dragan dragomir duncan dusan dustin earl edgar edmund eduardo edwin egon eldar elias elio elmar elmer emil emilio enzo erich erik ernst
ervin erwin ethan eugen fabian fabio fausto felix fernando fidel flavio florian franco franz gabriel gary gaston gavin geoffrey gerald gerard gerhard
gilbert gilles gino goran gordon graham gregor guido gunnar gustav gustavo guy hans harald harold hector helmut henrik herbert herman hermann
hernan hilario horacio horst howard hubert hugo ignacio igor ilya ivan ivano ivar ivica ivo jan jared jarek jari jaroslav jason jens
jeremy jerome jesper joel joerg jonas jonathan jordan jorge josef juan julian julio jurgen justin kamil karel karl karol kelvin kenneth kevin kiril klaus
kurt kyle lars laszlo leif leo leon leonard leonid leopold leroy leslie lester lionel lloyd lorenzo lothar lucas lucio luigi luis luka lutz manfred
manuel marcel marcelo marcin marco marian mariano marin marino mario marius marko marlon martin marvin mateo mauricio maurice mauro max maxim melvin
milan milorad milos milton miro miroslav mirko murat marat murray nelson nenad neil nestor nicolas nigel nils noel norbert norman oleg olof omer oscar oskar
otto pablo pascal patricio pavel pedro perry petar pierre predrag quentin radek rado radovan rafael ralf ramiro ramon randall raul raymond reinhard
reinhold rene reynaldo rinat rino robin rodolfo rodrigo roger roland rolando rolf roman romano romeo ronald ross roy ruben rudolf rufus rupert ruslan
russell rustam ryan salvador samuel sandor sandro santiago saul scott sean sergio seth sidney silvio simon slobodan stanislav stanislaw stanley stefan
sven sylvester tadeusz teodor terence theo theodor tibor timo timur tobias todd tom tomas tonino travis trevor tristan ulf ulrich uwe vadim valentin
valentino valeri valery vasil velimir victor vidal vilmos vincent viktor vito vladan vladimir vladislav vojislav walter warren wayne werner wilfred
wilhelm willem wolfgang xavier yann yannick yegor yves zdenek zdravko zeljko zlatan zoltan zoran
`;

/**
 * The same of family names of the English-speaking world and Japan. A given name that a slip makes a family name of (David,
 * Davis) is a slip.
 */
export const DISTINCT_FAMILY_NAMES = `
adams allan allen allison andrews armstrong ashton atkins austin bailey baker baldwin banks barber barker barlow barnes barnett barrett barron
barry barton bates baxter beck becker bell bender bennett benson benton berger berry bishop black blackburn blake bolton booth bowen bowman boyd bradford
bradley brady brandt bray brennan brewer bridges briggs britton brock brooks bruce bryan bryant buck buckley burke burnett burns burton bush butler byrd
cain caldwell callahan cameron camp campbell cannon carey carlson carney carpenter carr carroll carson carter carver casey castillo castro chandler
chaney chapman chase clay clements cline cobb cochran coffey cohen cole coleman collier collins combs conley conner conway cook cooper
copeland corbett cortez costa cowan cox craft crane crawford crosby cross cruz cummings cunningham curry dalton daniels davenport
davidson davies davis dawson day decker dennis dickerson dickson dillard dillon dixon dodson donaldson donovan dotson dougherty doyle drake dudley
duffy dunlap dunn durham dyer eaton edwards elliott ellis ellison emerson english erickson espinoza evans farley farmer farrell faulkner ferguson
fields finch finley fischer fisher fitzgerald fleming fletcher flores flowers flynn foley forbes ford foreman foster fowler fox francis frank
franklin frazier freeman french frost fry fuentes fuller fulton gaines gallagher gallegos galloway gamble garcia gardner garner garrett garrison garza gates
gay gentry gibbs gibson giles gill gillespie gilmore glass glenn glover goff golden gomez gonzales good goodman goodwin gould
graves gray greene greer griffin griffith grimes gross guerra guerrero gutierrez guzman hahn hale hall hamilton hammond hampton hancock hanson harding
hardin hardy harmon harper harrell harrington harris harrison hart hartman harvey haskins hatfield hawkins hawks hayden hayes haynes heath hebert
henderson hendricks henry hensley henson herring hess hester hewitt hickman hicks higgins hill hines hinton hobbs hodge hodges hoffman hogan holden
holder holland holloway holmes holt hood hooper hoover hopkins hopper horn horton house houston howell hubbard hudson huff huffman hughes
hull humphrey hunt hunter hurley hurst hutchinson hyde ingram irwin jackson jacobs jacobson james jarvis jefferson jenkins jennings jensen jimenez johns
johnson johnston jones joseph joyce juarez kane kaufman keith keller kelley kemp kennedy kent kerr key kidd king kinney kirby kirk klein kline knapp
knight knowles knox koch lamb lambert lancaster landry lane lang langley larsen lawson leach leblanc levine levy
lewis lindsay lindsey little livingston logan long lopez love lowe lowery luna lynch lynn lyons mack madden maddox maldonado malone
mann manning marks marquez marsh marshall martinez mason massey matthews maxwell may mayer maynard mayo mays mccall mccarthy mccormick
mccoy mccullough mcdaniel mcdonald mcdowell mcfadden mcfarland mcgee mcgowan mcguire mcintosh mcintyre mckay mckee mckenzie mckinney mcknight mclaughlin
mclean mcleod mcmahon mcmillan mcneil mcpherson meadows medina melton mendez mendoza mercado mercer merrill merritt meyer michael middleton miles
miller mills mitchell molina monroe montgomery montoya moody moon mooney moore morales moran moreno morgan morin morris morrison morrow morse
morton moses moss mueller mullen mullins munoz murphy myers nash navarro neal newman newton nichols nicholson nielsen nixon noble nolan
norris norton obrien ochoa oconnor odom odonnell oliver olsen orr ortega ortiz osborne owen owens pace pacheco padilla page
palmer park parker parks parrish parsons pate patrick patterson patton paul payne pearson peck pena pennington perez perkins peters peterson petty
phelps phillips pickett pierce pittman pitts pollard poole pope porter potter potts powell powers pratt preston price prince pruitt puckett pugh quinn
ramirez ramos ramsey randolph rasmussen ratliff ray reese reeves reilly reyes reynolds rhodes rice rich richard richards richardson
richmond riddle riggs riley rios rivas rivera rivers roach robbins roberson roberts robertson robinson robles rocha rodriguez rogers rojas rollins
romero rosales rosario rose roth rowe rubio ruiz rush russo rutledge salas salazar salinas sampson sanchez sanders
sandoval sanford santana santos sargent savage sawyer schmidt schneider schroeder schultz schwartz sears sellers serrano sexton
shaffer shannon sharp shaw shelton shepherd sheppard sherman shields short silva simmons simpson sims singleton skinner slater sloan small
smith snider snow snyder solis solomon sosa soto sparks spears spence spencer stafford stanton stark steele stein stephens stephenson stevens
stevenson stokes stone stout strickland strong suarez sullivan summers sutton swanson sweeney sweet sykes talley tanner tate taylor terrell terry
thomas thornton tillman torres townsend tran trevino trujillo tucker turner tyler tyson underwood valdez valencia valentine vance vargas
vasquez vaughan vazquez vega velasquez velez villarreal vinson wade wagner walker wall wallace waller walls walsh walters walton
ward ware warner washington waters watkins watson watts weaver webb weber webster weeks weiss welch wells west wheeler whitaker whitehead
whitfield whitley whitmarsh whitney wiggins wilcox wilder wiley wilkerson wilkins wilkinson willis wilson winters wise witt wolfe wong woodard woods
woodward wooten workman wyatt wynn yates york young zimmerman
abe aoki arai endo fujii fujita fukuda goto hara harada hasegawa hashimoto hayashi hirano hoshino iida ikeda imai inoue ishida ishihara ishii ishikawa ito
iwasaki iwata kaneko kato kawaguchi kawakami kawamoto kawamura kawasaki kikuchi kimura kinoshita kobayashi kojima kondo kono kubo kudo kuroda maeda maruyama
matsuda matsui matsumoto matsumura matsuo miura miyamoto miyazaki mizuno mori morimoto morita murakami murata nagai nagata nakagawa nakajima nakamura nakano
nakayama nishida nishimura noda noguchi nomura ogawa okada okamoto ono onishi ota otani oyama saito sakai sakamoto sakurai sano sasaki sato shibata shimada
shimizu sugawara sugimoto sugiyama suzuki tachibana takada takagi takahashi takeda takeuchi tamura tanabe tanaka taniguchi tsuchiya tsuda uchida ueda ueno
wada watanabe yamada yamaguchi yamamoto yamanaka yamasaki yamashita yamauchi yano yokota yokoyama yoshida yoshikawa yoshimura
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
