import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldRow, ReadBox } from '../../../contract/dashboard/details.ts';
import { calendarDay, country, words } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Field } from './boxes.ts';

const AGREEMENT = {
  AGREES: { icon: Check, text: 'Agree', tone: 'good' },
  DIFFERS: { icon: X, text: 'Differ', tone: 'bad' },
  MISSING: { icon: Minus, text: 'Nothing to compare', tone: 'faint' },
} as const;

const COUNTRIES = new Set<FieldRow['field']>(['nationality', 'issuingCountry']);

function shown(field: FieldRow['field'], value: string | null): ReactNode {
  if (value === null || value === '') return <span className="faint">–</span>;
  if (field.startsWith('date')) return calendarDay(value);
  if (COUNTRIES.has(field)) return `${country(value)} (${value})`;
  if (field === 'documentType') return words(value);
  return field === 'documentNumber' || field === 'personalNumber' ? <span className="code">{value}</span> : value;
}

interface FieldsProps {
  fields: readonly FieldRow[];
  mrz: readonly string[] | null;
  boxes: readonly ReadBox[];
  marked: Field | null;
  onMark: (field: Field | null) => void;
  /** Shows the side of the document where it stands. */
  onShow: (field: Field) => void;
}

/**
 * Every field in a row: as it is printed, as its zone or bar code says it, as the customer gave it, and what was taken
 * for true. A row that is pointed at, or reached by keys, marks its boxes on the picture.
 */
export function FieldsTable({ fields, mrz, boxes, marked, onMark, onShow }: FieldsProps) {
  const framed = new Set(boxes.map(({ field }) => field));
  const known = fields.filter(
    ({ read, printed, machineReadable, given }) =>
      read !== null || printed !== null || machineReadable !== null || given !== null,
  );
  // Of a simulated record, or one that was made before they were kept, there is nothing to show of these.
  const hasPrinted = known.some(({ printed }) => printed !== null);
  const hasZone = known.some(({ machineReadable }) => machineReadable !== null);
  return (
    <Card
      title="What was read"
      note={
        boxes.length > 0
          ? 'Point at a row, or go to it by keys, and its place is marked on the picture'
          : 'As it is printed, in the machine-readable zone or bar code, and as your customer gave it'
      }
      flush
    >
      {known.length === 0 ? (
        <Empty title="Nothing was read yet">Fields stand here once the document was examined.</Empty>
      ) : (
        <div className="table-room" tabIndex={0} role="region" aria-label="Fields">
          <table className="table fields-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                {hasPrinted ? <th scope="col">Printed</th> : null}
                {hasZone ? <th scope="col">Machine-readable</th> : null}
                <th scope="col">Given</th>
                <th scope="col">Taken for true</th>
                <th scope="col">
                  <span className="hidden">Whether they agree</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {known.map((row) => {
                const { icon: Icon, text, tone } = AGREEMENT[row.agreement];
                return (
                  <tr
                    key={row.field}
                    className={`${row.agreement === 'DIFFERS' ? 'differs' : ''} ${marked === row.field ? 'marked' : ''}`}
                    onPointerEnter={() => framed.has(row.field) && onMark(row.field)}
                    onPointerLeave={() => onMark(null)}
                  >
                    <th scope="row" className="quiet">
                      {framed.has(row.field) ? (
                        <button
                          type="button"
                          className="link"
                          aria-label={`${words(row.field)}: show it on the picture`}
                          onFocus={() => onMark(row.field)}
                          onBlur={() => onMark(null)}
                          onClick={() => onShow(row.field)}
                        >
                          {words(row.field)}
                        </button>
                      ) : (
                        words(row.field)
                      )}
                    </th>
                    {hasPrinted ? <td>{shown(row.field, row.printed)}</td> : null}
                    {hasZone ? <td>{shown(row.field, row.machineReadable)}</td> : null}
                    <td>{shown(row.field, row.given)}</td>
                    <td>{shown(row.field, row.read)}</td>
                    <td>
                      <span className={`agreement ${tone}`} title={text}>
                        <Icon size={16} aria-hidden="true" />
                        <span className="hidden">{text}</span>
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {mrz && mrz.length > 0 ? (
        <pre className="code-block mrz" aria-label="Machine-readable zone" tabIndex={0}>
          {mrz.join('\n')}
        </pre>
      ) : null}
    </Card>
  );
}
