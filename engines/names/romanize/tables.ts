/** Letter tables, `letter=latin` pairs; an empty right side drops the letter. Values are facts of the romanisation systems named. */
function table(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
}

/** BGN/PCGN for Russian, with the letters of Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian and Central Asia. */
export const CYRILLIC = table(`
а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch
ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ђ=dj ј=j љ=lj њ=nj ћ=c џ=dzh ѓ=gj ќ=kj ѕ=dz
ә=a ғ=gh қ=q ң=ng ө=o ұ=u ү=u һ=h җ=j ҳ=h ҷ=j ӣ=i ӯ=u ҹ=j ө=o ѝ=i ѐ=e ѣ=e ѳ=f ѵ=i ѫ=a ҡ=q ҙ=z ҫ=s ӑ=a ӗ=e ҟ=k ҕ=gh ӈ=n ҵ=ts`);

/** ISO 843 and ELOT 743 by letter; digraphs are handled apart. */
export const GREEK = table(`
α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=kh ψ=ps ω=o ϊ=i ϋ=y ϐ=v ϑ=th ϕ=f ϰ=k`);

/** Two letters for one sound; at the start of a word voiced stops have no nasal before them. */
export const GREEK_DIGRAPHS: readonly (readonly [RegExp, string])[] = [
  [/^γου(?=[αειηουω])/g, 'w'],
  [/^ου(?=[αειηοω])/g, 'w'],
  [/ντζ/g, 'j'],
  [/τζ/g, 'j'],
  [/τσ/g, 'ts'],
  [/^μπ/g, 'b'],
  [/^ντ/g, 'd'],
  [/^γκ/g, 'g'],
  [/μπ/g, 'mb'],
  [/ντ/g, 'nd'],
  [/γκ|γγ/g, 'ng'],
  [/γχ/g, 'nkh'],
  [/γξ/g, 'nx'],
  [/ου/g, 'ou'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
  [/ηυ/g, 'iv'],
  [/αι/g, 'e'],
  [/ει|οι|υι/g, 'i'],
];

/** Arabic, Persian, Urdu, Kurdish and Pashto consonants; vowel letters are kept as the vowel they most often stand for. */
export const ARABIC = table(`
ا=a أ=a إ=i آ=a ٱ=a ء= ؤ=u ئ=i ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع= غ=gh ف=f ق=q ك=k ک=k
ل=l م=m ن=n ه=h ة=a و=w ي=y ى=a ی=y پ=p چ=ch ژ=zh گ=g ڤ=v ۋ=v ڭ=ng ٹ=t ڈ=d ڑ=r ں=n ہ=h ھ=h ے=y ۀ=h ۆ=o ێ=e ە=e ڕ=r ڵ=l ټ=t ډ=d ړ=r ږ=g ښ=sh ځ=z څ=ts ګ=g ڼ=n ې=e ۍ=ai ۇ=u ڬ=g ڨ=g
َ=a ِ=i ُ=u ً=n ٍ=n ٌ=n ّ= ْ= ٰ=a ٓ= ٔ= ـ= ۂ=h ۃ=h`);

/** Hebrew; begadkefat letters take their more frequent value in names, the alignment knows the other. */
export const HEBREW = table(`
א=a ב=b ג=g ד=d ה=h ו=v ז=z ח=h ט=t י=y כ=k ך=kh ל=l מ=m ם=m נ=n ן=n ס=s ע= פ=p ף=f צ=ts ץ=ts ק=k ר=r ש=sh ת=t ײ=ay ױ=oy װ=v ǰ=j č=ch ž=zh`);

export const GEORGIAN = table(`
ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h ჲ=y ჳ=v ჴ=q ჵ=o ჶ=f`);

export const ARMENIAN = table(`
ա=a բ=b գ=g դ=d ե=e զ=z է=e ը=y թ=t ժ=zh ի=i լ=l խ=kh ծ=ts կ=k հ=h ձ=dz ղ=gh ճ=ch մ=m յ=y ն=n շ=sh ո=o չ=ch պ=p ջ=j ռ=r ս=s վ=v տ=t ր=r ց=ts ւ=v փ=p ք=k օ=o ֆ=f և=ev`);

/** Latin letters that Unicode does not decompose. */
export const LATIN_SPECIAL = table(`
ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ə=a ŋ=ng ħ=h ŧ=t ĸ=k ſ=s ɓ=b ɗ=d ɖ=d ƙ=k ɣ=g ƒ=f ɛ=e ɔ=o ǝ=e ƴ=y ŀ=l ŉ=n ȷ=j ʻ= ʼ= ɫ=l ȼ=c ɨ=i ʉ=u ɵ=o ɲ=n ᶻ=z ƶ=z ꝑ=p ⱥ=a`);
