import { foldWord } from '../fold.ts';

/** Common given names of many languages, without diacritics and in small letters: a hint that a name is a person's. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron abdul abdullah abraham adam adrian agnes ahmad ahmed aidan aisha alain alan albert alberto alejandro aleksandr alex alexander alexandra alexei
  alexis alfonse alfred alfredo ali alice alicia alison allan allen ambrose amanda amin amir amy ana anastasia anatoly anders andre andrea andreas andrei andres
  andrew andy angel angela angelo ann anna anne annette anthony antoine anton antonio antonia ari armand armando arnold arthur arturo ashraf august augusto
  barbara barry beatrice ben benedict benjamin bernard bernardo bernd bernhard bert beth bettina betty bill billy bjorn bob bobby boris boyd brad bradley brandon
  brenda brendan brent brian brigitte bruce bruno burt burton byron camille carl carla carlo carlos carmen carol caroline casimir caspar catherine cecil
  cecilia cedric cesar chad charles charlie charlotte chen chris christian christina christine christoph christophe christopher chuck cindy claire clara claude claudia claudio
  clayton clement cliff clifford clinton clive colin colleen conrad constantin corazon craig cristina curt curtis cyril dale damian dan daniel daniela daniele danny
  darius darren dave david dawn dean deborah debra denis denise dennis derek desi diana diane dick diego dieter dimitri dirk dmitry dominic dominique
  don donald donna dorothy doug douglas duncan dustin dwight earl eberhard ed eddie edgar edmund eduard eduardo edward edwin egon eileen elaine eleanor elena elias
  elizabeth ellen elliott emil emilio emily emma emmanuel enrico enrique eric erich erik erika ernest ernesto ernst ethan eugen eugene eva evan evelyn fabio fabrice
  faisal fatima fawn felipe felix ferdinand fernando fidel fiona firoz florence florian francesca francesco francis francisco franck francois frank frans franz fred freddy frederic frederick
  frederik friedrich fritz gabriel gabriela gareth gary gaston gavin gene geoff geoffrey george georg georges georgia gerald gerard gerd gerhard gianni gilbert giles gilles
  gina gino giorgio giovanni giulio giuseppe gladys glen glenn gloria gordon grace graeme graham grant greg gregor gregory greta guenther guido guillaume guillermo gunter
  gustav gustavo guy hamid hannah hans harald harold harriet harrison harry harvey hassan heather hector heidi heinrich heinz helen helena helene helmut hendrik henk henri henrik henry herbert
  herman hermann hernan hillary hiroshi horst howard hubert hugh hugo hussein ian ibrahim ignacio igor ilya imran ines ingrid irene iris isaac isabel isabella israel ivan
  jack jackie jackson jacob jacqueline jacques jaime jake james jamie jan jane janet janice jared jason javier jay jean jeff jeffrey jennifer jens jeremy jerome
  jerry jesse jessica jesus jill jim jimmy joachim joan joao joe joel joern johan johann johanna johannes john johnny jon jonas jonathan jordan jorge jose josef joseph joshua
  josip joyce juan juanita judith judy juergen julia julian julie julien juliet julio julius june jurgen justin kamal kamel karen karim karin karl karla kate katherine kathleen kathryn katja
  keith kelly ken kenichi kenneth kenzaburo kenji kerry kevin khalid khalifa kim kirk kiyoshi klaus konrad konstantin kristen kristina kurt kyle lamar lance larry lars laura lauren laurence laurent
  lawrence lee leo leon leonard leonardo leonid leopold leroy leslie lester lewis liam lillian linda lionel lisa lloyd lorenzo louis louise luc luca lucas lucia luciano
  lucy ludwig luigi luis luisa luiz luke lyle lynn mahmoud manfred manuel marc marcel marcello marco marcos marcus margaret margarita maria mariano marie marilyn marina mario marion
  marissa mark markus marlin marshall martha martin martina marvin mary masao mathias mathieu matt matteo matthew matthias maurice mauricio mauro max maxim maximilian maya megan melanie
  melissa mercedes michael michel michele michelle mick miguel mike mikhail milan milton miriam mitchell mohamed mohammad mohammed moises monica monika morley moses muhammad murray mustafa nadia nahum nancy
  naomi natalia natalie natasha nathan neil nelson nicholas nick nicola nicolas nicole niels nigel nikita nikolai nikolaus nils nina nizar noah noel nora norbert norman olaf oleg olga
  oliver olivia olivier omar orlando oscar osama oswald otto owen pablo pamela paola paolo pascal pat patricia patrick paul paula paulo pavel pedro peggy penny percy perry pete peter
  petra phil philip philipp philippe phillip pierre pierro piers pik piotr prudence rachel rafael ralf ralph ramon ramzi randall randy raoul raphael rashid raul ray raymond rebecca regina reinhard
  rene renate renato rene ricardo riccardo richard rick rita robert roberta roberto robin rod roderick rodney rodolfo rodrigo roger roland rolf roman romano ron ronald ronny rosa rosario
  rose ross roy ruben rudolf rudolph rupert russell ruth ryan sabine saddam said sally salvador salvatore sam samantha samir samuel sandra sara sarah scott sean sebastian sergei
  sergey sergio seth shane shannon sharon sheila shirley sidney siegfried silvia silvio simon simone sofia sonia sophie stacy stan stanislav stanley stefan stefano stella stephan stephane
  stephanie stephen steve steven stewart stuart sue susan susanna susanne suzanne svetlana sven sylvia tamara tania tanya tariq tatiana ted terence teresa terry thabo theo theodor theodore theresa therese
  thierry thomas tiffany tim timothy tina tobias todd tom tommy tony tracy trevor troy udo ulrich umberto ursula uwe valentin valerie vanessa vera vernon veronica victor victoria viktor
  vincent vincenzo viola virginia vito vittorio vladimir waldemar wallace walter warren wayne wei wendy werner wesley whitman wilfried wilhelm will willem william willy winston wolfgang woo xavier
  yasser yitzhak yolanda youssef yuri yusuf yves yvonne zachary eyad kivutha geraldine gerry ernie tommaso raffaele pasquale gennaro antonino sergio bruno luca pieter joost maarten jeroen wouter kees joris sander
  ivana oksana irina dmitri yevgeny evgeny gennady viktoria andriy mykola oleksandr petro taras bogdan mircea ion nicolae traian gheorghe zoltan laszlo istvan ferenc attila janos sandor
  jaroslav vaclav jiri zdenek tomasz jerzy lech marek krzysztof wojciech stanislaw pawel grzegorz agnieszka katarzyna malgorzata sundar rajiv sanjay vijay anil sunil ashok ravi rahul amit priya indira
  иван сергей алексей андрей дмитрий владимир александр михаил николай виктор олег игорь юрий павел анатолий борис вадим валерий василий григорий евгений константин леонид максим петр роман
  мария анна елена ольга наталья татьяна ирина светлана людмила галина екатерина юлия`
    .split(/\s+/)
    .filter((name) => name !== '')
    .map(foldWord),
);
