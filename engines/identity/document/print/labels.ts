import type { DocumentField } from '../types.ts';
import { fold } from './dates.ts';

/** Words by which documents name their fields, capitals without accents; facts of common documents, many languages; a bar between them. */
const LABELS: Readonly<Partial<Record<DocumentField | 'birthPlace' | 'authority' | 'other', string>>> = {
  lastName: `
    SURNAME | SURNAMES | LAST NAME | FAMILY NAME | NOM | NOMS | APELLIDOS | APELLIDO | PRIMER APELLIDO | APELIDO |
    APELIDOS | COGNOME | NACHNAME | FAMILIENNAME | EFTERNAMN | ETTERNAVN | EFTERNAVN | SUKUNIMI | NAZWISKO |
    PRIJMENI | PRIEZVISKO | PREZIME | PRIIMEK | NUME | CSALADI NEV | VEZETEKNEV | ACHTERNAAM | NAAM | SOYADI | SOYAD
    | UZVARDS | PAVARDE | PEREKONNANIMI | KENNINAFN | ΕΠΩΝΥΜΟ | MBIEMRI | KUNYE | 姓`,
  firstName: `
    GIVEN NAMES | GIVEN NAME | FIRST NAME | FIRST NAMES | FORENAMES | FORENAME | PRENOM | PRENOMS | NOMBRE | NOMBRES
    | NOME | NOMES | PRENOMI | VORNAME | VORNAMEN | FORNAMN | FORNAVN | FORNAVNE | ETUNIMET | IMIE | IMIONA | JMENO
    | MENO | IME | PRENUME | UTONEV | VOORNAMEN | VOORNAAM | ADI | VARDS | VARDAS | EESNIMED | EESNIMI | EIGINNAFN |
    ΟΝΟΜΑ | EMRI | 名`,
  dateOfBirth: `
    DATE OF BIRTH | BIRTH DATE | BIRTHDATE | DOB | DATE DE NAISSANCE | NE LE | NEE LE | NE E LE | FECHA DE
    NACIMIENTO | FECHA NACIMIENTO | DATA DE NASCIMENTO | DATA NASCIMENTO | DATA DI NASCITA | NATO IL | GEBURTSDATUM
    | GEBURTSTAG | FODELSEDATUM | FODSELSDATO | SYNTYMAAIKA | DATA URODZENIA | DATUM NAROZENI | DATUM NARODENIA |
    DATUM RODENJA | DATUM ROJSTVA | ROJSTNI DATUM | DATA NASTERII | SZULETESI IDO | SZULETESI DATUM | GEBOORTEDATUM
    | DOGUM TARIHI | DZIMSANAS DATUMS | GIMIMO DATA | SUNNIAEG | FAEDINGARDAGUR | ΗΜΕΡΟΜΗΝΙΑ ΓΕΝΝΗΣΗΣ | DATELINDJA |
    出生日期 | TARIKH LAHIR | TANGGAL LAHIR`,
  dateOfExpiry: `
    DATE OF EXPIRY | DATE OF EXPIRATION | EXPIRY DATE | EXPIRATION DATE | EXPIRES ON | EXPIRES | VALID UNTIL | VALABLE
    JUSQU AU | DATE D EXPIRATION | DATE D EXPIRY | FECHA DE CADUCIDAD | FECHA CADUCIDAD | FECHA DE VENCIMIENTO | FECHA DE EXPIRACION
    | VALIDO HASTA | VALIDEZ | DATA DE VALIDADE | VALIDO ATE | DATA DI SCADENZA | SCADENZA | GULTIG BIS |
    ABLAUFDATUM | GILTIG TILL | GYLDIG TIL | UDLOBSDATO | UTLOPSDATO | VIIMEINEN VOIMASSAOLOPAIVA | DATA UPLYWU
    TERMINU WAZNOSCI | DATA WAZNOSCI | TERMIN WAZNOSCI | PLATNOST DO | DATUM SKONCENIA PLATNOSTI | VRIJEDI DO |
    VELJA DO | DATA EXPIRARII | ERVENYESSEGI IDO | LEJARAT | GELDIG TOT | SON GECERLILIK | DERIGA LIDZ | GALIOJA IKI
    | KEHTIV KUNI | ΗΜΕΡΟΜΗΝΙΑ ΛΗΞΗΣ | 效期截止日期`,
  dateOfIssue: `
    DATE OF ISSUE | ISSUE DATE | ISSUED ON | DATE DE DELIVRANCE | DELIVRE LE | DELIVREE LE | FECHA DE EXPEDICION | FECHA DE
    EMISION | FECHA EXPEDICION | DATA DE EMISSAO | DATA DI RILASCIO | AUSSTELLUNGSDATUM | AUSGESTELLT AM |
    UTFARDAD | UTSTEDELSESDATO | UDSTEDELSESDATO | MYONTAMISPAIVA | DATA WYDANIA | DATUM VYDANI | DATUM VYDANIA |
    DATUM IZDAVANJA | DATUM IZDAJE | DATA EMITERII | KIALLITAS | DATUM VAN AFGIFTE | DATUM AFGIFTE | VERILIS TARIHI
    | IZDOSANAS DATUMS | ISDAVIMO DATA | ISSUE DATA | UTGAFUDAGUR | ΗΜΕΡΟΜΗΝΙΑ ΕΚΔΟΣΗΣ | 發照日期`,
  documentNumber: `
    DOCUMENT NO | DOCUMENT NUMBER | PASSPORT NO | PASSPORT NUMBER | PASSEPORT NO | NO DU PASSEPORT | N DU PASSEPORT
    | NUMERO DE PASSEPORT | PASAPORTE NO | NO DE PASAPORTE | NUMERO DE PASAPORTE | PASSAPORTE NO | PASSAPORTO N |
    PASS NR | PASSNR | REISEPASS NR | PASSNUMMER | PASI NUMERO | NUMER PASZPORTU | CISLO PASU | CISLO DOKLADU | BROJ
    PUTOVNICE | STEVILKA POTNEGA LISTA | CARD NO | CARD NUMBER | IDENTITY CARD NO | ID CARD NO | DOCUMENTNUMMER |
    DOCUMENT NR | DOKUMENTENNUMMER | NO DU DOCUMENT | NUM SOPORTE | LICENCE NO | LICENSE NO | NO DE DOCUMENT |
    ASIAKIRJAN NUMERO | PASAPORT NO | PASES NR | UTLEVEL SZAMA | ΑΡ ΔΙΑΒΑΤΗΡΙΟΥ | CARTE NATIONALE D IDENTITE N`,
  sex: `
    SEX | SEXE | SEXO | SESSO | GESCHLECHT | KON | KJONN | SUKUPUOLI | PLEC | POHLAVI | POHLAVIE | SPOL | NEM |
    GESLACHT | CINSIYET | DZIMUMS | LYTIS | SUGU | KYN | ΦΥΛΟ | 性別 | 性别`,
  nationality: `
    NATIONALITY | NATIONALITE | NACIONALIDAD | NACIONALIDADE | CITTADINANZA | NATIONALITAT | STAATSANGEHORIGKEIT |
    MEDBORGARSKAP | STATSBORGERSKAP | NATIONALITET | KANSALAISUUS | OBYWATELSTWO | STATNI OBCANSTVI | STATNA
    PRISLUSNOST | DRZAVLJANSTVO | CETATENIE | ALLAMPOLGARSAG | NATIONALITEIT | UYRUGU | PILSONIBA | PILIETYBE |
    KODAKONDSUS | ΙΘΑΓΕΝΕΙΑ`,
  personalNumber: `
    PERSONAL NO | PERSONAL NUMBER | PERSONAL CODE | NO PERSONNEL | N PERSONNEL | NUMERO PERSONNEL | RODNE CISLO |
    PESEL | NUMER PESEL | PERSONNR | PERSONNUMMER | HENKILOTUNNUS | PERSONAS KODS | ASMENS KODAS | ISIKUKOOD | CNP |
    EMSO | OIB | JMBG | IDENTITY NO | NATIONAL ID NO | NUMERO PERSONAL | CODICE FISCALE | BURGERSERVICENUMMER | BSN`,
  address: `
    ADDRESS | ADRESSE | DOMICILIO | DIRECCION | INDIRIZZO | RESIDENZA | ANSCHRIFT | WOHNORT | ADRES | MORADA |
    ENDERECO | ALAMAT`,
  birthPlace: `
    PLACE OF BIRTH | BIRTHPLACE | LIEU DE NAISSANCE | LUGAR DE NACIMIENTO | LUOGO DI NASCITA | GEBURTSORT | MIEJSCE
    URODZENIA | MISTO NAROZENI | FODELSEORT | FODESTED | NATURALIDADE | GEBOORTEPLAATS | SYNTYMAPAIKKA | DOGUM YERI
    | 出生地`,
  authority: `
    AUTHORITY | AUTORITE | AUTORIDAD | AUTORIDADE | AUTORITA | BEHORDE | MYNDIGHET | MYNDIGHED | ORGAN WYDAJACY |
    PAS VYDAL | ISSUED BY | ISSUING AUTHORITY | VIRANOMAINEN | AUTORITEIT | INSTANTIE | KIALLITO`,
};

export type LabelKind = DocumentField | 'birthPlace' | 'authority' | 'other';

export interface FoundLabel {
  kind: LabelKind;
  /** Places in the line's text. */
  start: number;
  end: number;
}

const PHRASES: readonly { kind: LabelKind; words: readonly string[] }[] = Object.entries(LABELS)
  .flatMap(([kind, phrases]) =>
    phrases.split('|').map((phrase) => ({ kind: kind as LabelKind, words: phrase.trim().split(/\s+/) })),
  )
  .toSorted((a, b) => b.words.join(' ').length - a.words.join(' ').length);

const LONGEST_TEXT = 160;
/** Words from so many letters on may have one letter misread. */
const TOLERANT = 6;

/** Labels in a line of print, the longest phrases first, none over another. */
export function labelsIn(text: string): FoundLabel[] {
  const line = text.slice(0, LONGEST_TEXT);
  const words = [...line.matchAll(/[\p{L}]+/gu)].map((match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: FoundLabel[] = [];
  const taken = new Set<number>();
  for (const { kind, words: phrase } of PHRASES) {
    for (let at = 0; at + phrase.length <= words.length; at++) {
      if (phrase.some((wanted, i) => taken.has(at + i) || !near(words[at + i]?.word ?? '', wanted))) continue;
      phrase.forEach((_, i) => taken.add(at + i));
      found.push({ kind, start: words[at]?.start ?? 0, end: words[at + phrase.length - 1]?.end ?? 0 });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** In small print the one is read as the other. */
const joined = (word: string): string => word.replaceAll('RN', 'M');

/** Equal, or one letter replaced in a long word. */
function near(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  if (wanted.length >= TOLERANT && joined(word) === joined(wanted)) return true;
  if (wanted.length < TOLERANT || word.length !== wanted.length) return false;
  let unlike = 0;
  for (let i = 0; i < word.length; i++) if (word[i] !== wanted[i]) unlike++;
  return unlike <= 1;
}
