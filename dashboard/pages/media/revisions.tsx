import { useState } from 'react';
import type { MediaRevisions } from '../../../contract/dashboard/details.ts';
import { percent, plural } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Box, PictureViewer } from '../../ui/viewer.tsx';
import { OverSlider, PictureOver } from './laid-over.tsx';

type Change = MediaRevisions['changes'][number];
type Place = Change['places'][number];

/** A document that was saved more than once: each page that looks different, before and after, laid over each other. */
export function RevisionsCard({ revisions: { states, first, changes, leftOut } }: { revisions: MediaRevisions }) {
  const [at, setAt] = useState(0);
  const change = changes[Math.min(at, changes.length - 1)];
  return (
    <Card
      title="Earlier states"
      note={`The file holds ${plural(states, 'state')} of itself, saved one after another`}
      flush
    >
      {change ? (
        <>
          {changes.length > 1 ? (
            <div className="padded">
              <SelectField
                label="Page and states"
                value={String(at)}
                choices={changes.map((one, index) => ({ value: String(index), label: titleOf(one) }))}
                onChange={(next) => setAt(Number(next))}
              />
            </div>
          ) : null}
          <LaidOver key={`${change.page} ${change.to}`} change={change} />
        </>
      ) : (
        <Empty title="No page looks different">
          What was saved later changes nothing that is seen on a page: a signature, a tag, or the same once more.
        </Empty>
      )}
      {leftOut > 0 || first > 1 ? (
        <p className="small quiet padded">
          {leftOut > 0
            ? `${plural(leftOut, 'more page')} that may differ ${leftOut === 1 ? 'is' : 'are'} not drawn. `
            : ''}
          {first > 1 ? `States before ${first} are not compared. ` : ''}
          Drawing is bounded; open the file to see the rest.
        </p>
      ) : null}
    </Card>
  );
}

function LaidOver({ change }: { change: Change }) {
  const { page, from, to, before, after, places } = change;
  const [share, setShare] = useState(100);
  const both = before !== null && after !== null;
  const flip = (): void => setShare(share < 50 ? 100 : 0);
  useKeys(both ? [{ key: 'b', does: 'The page before or after', run: flip }] : []);
  const ground = before ?? after;
  if (!ground) return <Empty title="The pictures are gone">They are kept as long as the examined media.</Empty>;
  const boxes: Box[] = places.map((place, index) => ({
    key: String(index),
    label: `Differs: ${whereIs(place)}`,
    corners: cornersOf(place),
    group: 'changed',
  }));
  return (
    <>
      <PictureViewer
        fileId={ground.fileId}
        alt={both ? `Page ${page}, states ${from} and ${to} laid over each other` : `Page ${page}`}
        over={before && after ? <PictureOver fileId={after.fileId} share={share / 100} /> : null}
        boxes={both ? boxes : []}
        marked="changed"
        boxesLabel="Marks on what differs"
        caption={both ? `Shown: ${shownOf(share, from, to)}` : undefined}
        tall
      />
      {both ? (
        <div className="revision-bar">
          <div className="segments" role="group" aria-label="Which state">
            {[
              { state: from, value: 0 },
              { state: to, value: 100 },
            ].map(({ state, value }) => (
              <button
                key={state}
                type="button"
                aria-pressed={share === value}
                {...(share === value ? { 'data-selected': true } : {})}
                onClick={() => setShare(value)}
              >
                State {state}
              </button>
            ))}
          </div>
          <OverSlider
            value={share}
            onChange={setShare}
            label={`From state ${from} to state ${to}`}
            from="before"
            to="after"
          />
        </div>
      ) : null}
      <InWords change={change} />
    </>
  );
}

/** What the pictures show, said: for those who do not see them, and for the file. */
function InWords({ change }: { change: Change }) {
  const { page, from, to, before, after, places, share, texts } = change;
  if (!before || !after) {
    const came = after !== null;
    return (
      <p className="padded">
        {came
          ? `Page ${page} came with state ${to}; state ${from} has no such page.`
          : `Page ${page} of state ${from} was taken out: state ${to} has no such page.`}
      </p>
    );
  }
  const all = share === 1 && places.length === 1;
  return (
    <div className="padded stack tight revision-words">
      <p>
        {all
          ? `Page ${page} was made anew with state ${to}, in another size.`
          : `From state ${from} to state ${to}, page ${page} differs in ${plural(places.length, 'place')}, ${share < 0.001 ? 'less than 0.1%' : percent(share)} of its area: ${wheresOf(places)}.`}
      </p>
      {texts.length > 0 ? (
        <ul className="stack tight">
          {texts.map((text, index) => (
            // Pairs have no name of their own, and their order does not change.
            <li key={index}>{saidOf(text)}</li>
          ))}
        </ul>
      ) : (
        <p className="quiet">No text of the page differs: a picture, an area, a line or an annotation does.</p>
      )}
    </div>
  );
}

function saidOf({ before, after }: Change['texts'][number]) {
  const [was, is] = [before && <del>{before}</del>, after && <ins>{after}</ins>];
  if (was && is) {
    return (
      <>
        {was} became {is}
      </>
    );
  }
  if (is) return <>{is} was added</>;
  if (was) return <>{was} was taken away</>;
  return <>A text differs whose signs the file does not explain</>;
}

const titleOf = ({ page, from, to }: Change): string => `Page ${page}, state ${from} to ${to}`;

const shownOf = (share: number, from: number, to: number): string =>
  share === 0 ? `state ${from}` : share === 100 ? `state ${to}` : `states ${from} and ${to}, ${share} % of the later`;

const cornersOf = ({ x, y, width, height }: Place): Box['corners'] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

/** Where on the page, in thirds of it. */
function whereIs({ x, y, width, height }: Place): string {
  if (width * height > 0.6) return 'nearly all of it';
  const third = (at: number, names: readonly [string, string, string]): string =>
    names[at < 1 / 3 ? 0 : at < 2 / 3 ? 1 : 2];
  const row = third(y + height / 2, ['at the top', 'in the middle', 'at the bottom']);
  const column = third(x + width / 2, ['on the left', '', 'on the right']);
  return [row, column].filter(Boolean).join(', ');
}

/** Each part of the page once, with how often. */
function wheresOf(places: readonly Place[]): string {
  const counted = [...Map.groupBy(places, whereIs)].map(([where, those]) =>
    those.length === 1 ? where : `${where} (${those.length})`,
  );
  return counted.join('; ');
}
