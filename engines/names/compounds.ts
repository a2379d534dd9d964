import type { Reading } from './romanize/index.ts';

/**
 * Names made with "of the faith" and "of God": Jalal al-Din, Jalaluddin, Jalal Uddin, Jalaleddine and جلال الدين are one
 * name, and so are Nasr Allah, Nasrallah and Nasrullah. Each is read as one word with one ending.
 */
const FAITH = /^(?:d(?:in|een|ine|ien|yn)|(?:[aeu]d|[aeu]l)d(?:in|een|ine|ien|yn))$/;
const ARTICLE = /^(?:[aeu][ld]|l|d)$/;
const GOD = /^(?:allah|ullah|ollah|ellah|allh|llh)$/;
const WITH_FAITH = /^([a-z]{2,}?)(?:[aeu]d|[aeu]l)d(?:in|een|ine|ien|yn)$/;
/** With one d, as Malay writes it; long, for "Baudin" is another name. */
const WITH_FAITH_SHORT = /^([a-z]{4,}?)ud(?:in|een|ine|ien)$/;
/** With one d and double letters before it (Nourredine): behind a consonant, for "Claudine" is another name. */
const WITH_FAITH_ONCE = /^([a-z]{2,}[^aeiou])[aeu]l?d(?:ine|een|ien)$/;
const WITH_GOD = /^([a-z]{3,}?)(?:[aeou]llah|allh)$/;

function ofFaith(text: string): string | null {
  const found =
    WITH_FAITH.exec(text) ?? WITH_FAITH_SHORT.exec(text) ?? WITH_FAITH_ONCE.exec(text.replace(/([^aeiou])\1/g, '$1'));
  return found === null ? null : `${found[1] ?? ''}uddin`;
}

function ofGod(text: string): string | null {
  const found = text.startsWith('abd') ? null : WITH_GOD.exec(text);
  return found === null ? null : `${found[1] ?? ''}ullah`;
}

/** The pieces of a person's name with such names put together, each ending written in one way. */
export function joinCompounds(pieces: readonly Reading[], isName: (piece: Reading) => boolean): Reading[] {
  const out: Reading[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Reading;
    if (piece.fidelity === 'd' || piece.fidelity === 'e') {
      out.push(piece);
      continue;
    }
    const behind = ARTICLE.test(pieces[i + 1]?.text ?? '') ? i + 2 : i + 1;
    const next = pieces[behind];
    const able = next !== undefined && piece.text.length >= 2 && next.fidelity === piece.fidelity && isName(piece);
    if (able && FAITH.test(next.text)) {
      out.push({ text: `${piece.text}uddin`, fidelity: piece.fidelity });
      i = behind;
    } else if (able && behind === i + 1 && piece.text.length >= 3 && GOD.test(next.text)) {
      out.push({ text: `${piece.text}ullah`, fidelity: piece.fidelity });
      i = behind;
    } else {
      const text = ofFaith(piece.text) ?? ofGod(piece.text);
      out.push(text === null ? piece : { text, fidelity: piece.fidelity });
    }
  }
  return out;
}
