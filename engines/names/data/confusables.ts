/** Letters of other scripts that are drawn like a Latin small letter. Chosen by shape; lower case only, since text is lowered first. */
const PAIRS =
  'аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw ӏl ьb вb кk мm нh тt ѵv ԍg пn гr зz ' +
  'οo αa ρp ντ νv υu κk ιi εe χx γy τt ηn βb μm ζz ϲc ωw ' +
  'օo ոn սu հh ցg ք?f զq տs ' +
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɡg ıi ɩi ʋv ' +
  'ꭰd ꭱr ꭲi ꮪs ꮃw ꭺa ꭻj ꭼe ꮇm ꮋh ꮲp ꮓz ꮯc ꮮl';

export const CONFUSABLE_TO_LATIN: ReadonlyMap<string, string> = new Map(
  PAIRS.split(' ')
    .map((pair) => [...pair])
    .filter((pair) => pair.length === 2 && pair[1] !== undefined && pair[1] >= 'a' && pair[1] <= 'z')
    .map((pair) => [pair[0] ?? '', pair[1] ?? '']),
);

/** Latin letters inside a Cyrillic word, put back. */
export const LATIN_TO_CYRILLIC: ReadonlyMap<string, string> = new Map(
  'aа eе oо pр cс xх yу iі jј sѕ hн bв kк mм tт'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
