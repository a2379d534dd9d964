import { combine, list } from './plain.ts';
import type { CueGroup } from './types.ts';

const PROCEEDING = 'indictment|indictments|charge sheet|arrest warrant|warrant|criminal complaint';
const BAR =
  'bar|bars|barred|barring|ban|bans|banned|banning|disqualify|disqualifies|disqualified|suspend|suspends|suspended|exclude|excluded|expel|expelled';
/** What one is kept from as a punishment, not as a rule for everybody. */
const FROM =
  'for life|from the industry|from the profession|from the exchange|from the securities industry|from acting|from practising|from practicing|from trading|from dealing|from serving|from holding|from exporting|from importing|from bidding|from government contracts|from public contracts|from doing business|from running|from managing|from selling securities|as a director|from public office|from office';
const AMOUNT_DUE =
  'fine|fines|in fines|penalty|penalties|in penalties|restitution|in restitution|civil penalty|disgorgement';

/** A settlement with a partner or a union is none. */
const WITH_WHOM =
  'settlement over|settlement to end|settlement to resolve|settlement to settle|settlement with regulators|settlement with prosecutors|settlement with authorities|settlement with federal|settlement with state|settlement with the justice|settlement with the department|settlement with the sec|settlement with the securities|settlement with the government|settlement with the state|settlement with the attorney|settlement with us|settlement with the ftc';

/** Events told by a noun, or by who acts: settlements, indictments, freezes, bans, fines with their amounts. */
export const EVENTS_EN: readonly CueGroup[] = [
  {
    form: 'SUBJECT',
    role: 'ACCUSED',
    strong: false,
    phrases: [
      // Of unions and lovers too: an offence has to be named.
      ...combine(
        'reach|reaches|reached|reaching|sign|signs|signed|agree to|agrees to|agreed to|enter|entered|entered into|announced|struck',
        '~~',
        WITH_WHOM,
      ),
      ...combine(
        'pay|pays|paid|paying|agreed to pay|agrees to pay|will pay',
        '~~',
        'to settle|to resolve|to end|in settlement of|in a settlement',
      ),
    ],
  },
  {
    form: 'OBJECT',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine(PROCEEDING, '~', 'names|named|naming|accuses|accused|charges|charged|identifies|identified'),
      ...combine('indictment|indictments|arraignment|extradition|deportation|detention', 'of'),
      ...combine(
        'impose|imposes|imposed|imposing|slap|slapped|announced|placed|put',
        '~',
        'asset freeze on|asset freezes on|freeze on the assets of|sanctions on|sanctions against|travel ban on|visa ban on',
      ),
      ...combine('freezing order|freezing injunction|restraint order|asset freeze|assets freeze', '~', 'against|on'),
      ...combine(
        'freeze|freezes|froze|freezing|frozen|seize|seizes|seized|confiscated|impounded',
        '~~',
        'belonging to|owned by|held by|registered to|controlled by|linked to',
      ),
      ...combine('freeze|freezes|froze|freezing|frozen|seize|seizes|seized', '~', 'assets of|accounts of|fortune of'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine('fine|fines|penalty|penalties', '~', 'imposed on|levied on|levied against|handed to|handed down to'),
    ],
  },
  { form: 'OBJECT', role: 'CONVICTED', strong: false, phrases: combine('verdict|verdicts', 'against') },
  {
    form: 'INSIDE',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine(BAR, '~~', FROM),
      ...combine(
        'hit|hits|slap|slaps|slapped|punish|punishes|punished|sanctioned',
        '~~',
        'with ~ fine|with ~ penalty|with ~ fines|with ~ ban',
      ),
      ...combine('order|orders|ordering', '~~', 'to pay ~ fine|to pay ~ penalty|to pay ~ restitution'),
    ],
  },
  {
    form: 'INSIDE',
    role: 'ACCUSED',
    strong: true,
    phrases: [
      ...combine('declare|declares|declared', '~~', 'wanted|a fugitive|a wanted man|a suspect'),
      ...combine('question|questions|questioned|interview|interviewed|interviewing', '~~', 'under caution'),
    ],
  },
  {
    form: 'PASSIVE',
    role: 'CONVICTED',
    strong: true,
    phrases: [
      ...combine('barred|banned|disqualified|suspended|excluded|expelled', FROM),
      ...combine('ordered|told', 'to pay', '~', AMOUNT_DUE),
      ...combine('hit|slapped|punished', 'with', '~', 'fine|fines|penalty|penalties'),
      ...list('struck off|disbarred|delicensed'),
    ],
  },
  {
    form: 'OBJECT',
    role: 'VICTIM',
    strong: true,
    phrases: combine('held up|holding up|robbed|robbing', '~', 'branch of|office of|shop of|home of|house of|store of'),
  },
];
