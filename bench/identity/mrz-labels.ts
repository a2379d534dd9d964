/** Zones of specimen documents in the public data, transcribed by eye. `?` stands for a symbol outside the zone's alphabet. */
export interface Specimen {
  file: string;
  /** Empty where the image has no zone. */
  lines: readonly string[];
}

const A = 'image-js+mrz-detection/';
const B = 'konstantint+PassportEye/';
const C = 'konstantint+PassportEye/tests/data/';

const UTOPIA_TD3 = ['P<UTOERIKSSON<<ANNA<MARIA', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const UTOPIA_TD2 = ['I<UTOERIKSSON<<ANNA<MARIA', 'D231458907UTO7408122F1204159<<<<<<<6'];

function specimen(file: string, length: number, lines: readonly string[]): Specimen {
  return { file, lines: lines.map((line) => line.padEnd(length, '<')) };
}

export const SPECIMENS: readonly Specimen[] = [
  specimen(`${A}id1.jpg`, 36, ['IDFRABERTHIER', '9409923102854CORINNE<<<<<<<6512068F4']),
  specimen(`${A}id_fail.png`, 30, ['IDAUT000009993', '7109094F111231AUT<<<<<<<<<<<<0', 'MUSTERFRAU<<ISOLDE']),
  specimen(`${B}0_id-esp.png`, 30, [
    'IDESPAAA1000014<00000023T',
    '7212018F1101236ESP<<<<<<<<<<<8',
    'ESPA?OLA<ESPA?OLA<CARMEN',
  ]),
  specimen(`${B}0_pass-lva.jpg`, 44, ['PALVAMOHAMADA<<FARIDA', 'LT00000004XXC8605102F1210314111111<11648<<86']),
  specimen(`${B}100_id-che.jpg`, 30, ['IDCHES0002068<8', '8102287F1301014CHE<<<<<<<<<<<4', 'VADIS<<QUO']),
  specimen(`${B}100_id-mac.jpg`, 30, [
    'I<MAC12281507<0<<<<<<<<0212300',
    '6106225M1212307<<<<<<<<<<<<<<6',
    'CHONG<<KA<KEONG',
  ]),
  specimen(`${B}100_id-si.jpg`, 30, ['I<SI<09999100180706966505468', '6606079F0807276SI<<<<<<<<<<<<0', 'VZOREC<<TINA']),
  specimen(`${B}100_id-usa.jpg`, 30, [
    'IAUSA0000000033LIN1044750079',
    '5808175F1004027COD<<<<<<<<<<<7',
    'SPECIMEN<<TEST<VOID',
  ]),
  specimen(`${B}100_pass-bdr.jpg`, 44, ['P<BDRMUSTERMANN<<ERIKA', 'CA000000<4D<<6408125F1802212<<<<<<<<<<<<<<<6']),
  specimen(`${B}100_pass-cze.jpg`, 44, ['P<CZESPECIMEN<<VZOR', '99003853<1CZE1101018M1207046110101111<<<<<94']),
  specimen(`${B}100_pass-cze2.jpg`, 44, ['P<CZESPECIMEN<<VZOR', '99009054<4CZE6906229F16072996956220612<<<<74']),
  specimen(`${B}100_pass-fin.png`, 44, ['P<FINVIRTANEN<<MARIA<OLIVIA', 'XP82716024FIN7112214F1108213211271<426U<<<04']),
  specimen(`${B}100_pass-isl.png`, 44, [
    'P<ISLAEVARSDOTTIR<<THURIDUR<OESP',
    'A0000000<0ISL6612315F0905264311266<9539<<<32',
  ]),
  specimen(`${B}100_pass-ltu.jpg`, 44, ['P<LTUBASANAVICIENE<<BIRUTE', '00000000<0LTU5911239F120101145911231023<<<16']),
  specimen(`${B}100_pass-lux.jpg`, 44, ['P<LUXMAUS<<KETTY', 'S998527<<4LUX7806201F110808403060021041<<<96']),
  specimen(`${B}100_pass-polx.jpg`, 44, [
    'P<POLKOWALSKA<KWIATKOWSKA<<JOANNA',
    'AA00000000POL6002084F1412314<<<<<<<<<<<<<<<4',
  ]),
  specimen(`${B}100_pass-uto.jpg`, 44, UTOPIA_TD3),
  specimen(`${B}100_pass2-uto.jpg`, 36, UTOPIA_TD2),
  specimen(`${B}100_visa-polx.jpg`, 36, ['VCPOLKOWALSKA<KWIATKOWSKA<<BEATA', 'PL00000008POL6002084F0505011<<<<<<<0']),
  specimen(`${B}100_visa-usa.jpg`, 44, ['VIUSATRAVELER<<HAPPYPERSON', '555123ABC6GBR6502056F0412236IFLND00AMS803085']),
  specimen(`${B}25_pass-uto.jpg`, 44, UTOPIA_TD3),
  specimen(`${B}27_pass-gbr.jpg`, 44, [
    'P<GBRUNITED<KINGDOM<TWENTY<SIX<<JODIE<PIPPA',
    '1071828900GBR8501178F1601312<<<<<<<<<<<<<<06',
  ]),
  specimen(`${B}43_pass-fra.jpg`, 44, ['P<FRAULYSSE<<CHRISTOPHE', '08CD503380FRA6004103M1806058<<<<<<<<<<<<<<06']),
  specimen(`${B}43_pass-twn.jpg`, 44, ['P<TWNLIN<<CHIEN<SHENG', 'M000004264TWN6803029M9801048F122187664<<<<66']),
  specimen(`${B}53_id-d.jpg`, 30, ['IDD<<T220001293', '6408125<2010315D<<<<<<<<<<<<<4', 'MUSTERMANN<<ERIKA']),
  specimen(`${B}62_pass-aus.png`, 44, ['P<AUSCITIZEN<<JANE', 'PA09404097AUS8406077F1903212<17331334P<<<<08']),
  specimen(`${B}62_pass-pol.png`, 44, ['P<POLKOWALSKA<<ANNA', 'ZS00001774POL7203305F1607130<<<<<<<<<<<<<<08']),
  specimen(`${B}77_card-cmw.png`, 30, ['IDCMW<512849702', '6104128M1402209CMW<<<<<<<<<<<1', 'PUBLIC<<JON']),
  specimen(`${B}79_pass-hun.png`, 44, ['P<HUNHANDRA<<ROZALIA<IRMA', 'BD00020282HUN7802225F2203012<<<<<<<<<<<<<<06']),
  specimen(`${B}98_pass-nld.jpg`, 44, [
    'P<NLDMEULENDIJK<<LOES<ALBERTINE',
    'XA00000148NLD7110195F0604121123456782<<<<<02',
  ]),
  specimen(`${C}passport-td2.png`, 36, UTOPIA_TD2),
  specimen(`${C}passport-td3.jpg`, 44, UTOPIA_TD3),
  specimen(`${C}passport-td3.png`, 44, UTOPIA_TD3),
  { file: `${C}tesseract-test1.jpg`, lines: [] },
  { file: `${C}tesseract-test2.png`, lines: [] },
];
