import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ReadBox, VerificationDetail } from '../../../contract/dashboard/details.ts';
import { bytes, words } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { PictureViewer } from '../../ui/viewer.tsx';
import { boxesOf, boxWords, type Field } from './boxes.ts';

type File = VerificationDetail['files'][number];

interface PicturesProps {
  files: readonly File[];
  boxes: readonly ReadBox[];
  /** The side of the document that is shown. */
  side: File['kind'];
  onSide: (kind: File['kind']) => void;
  marked: Field | null;
  onMark: (field: Field | null) => void;
}

/** The document and the face beside one another; other sides and frames are a press away. */
export function Pictures({ files, boxes, side, onSide, marked, onMark }: PicturesProps) {
  const [frame, setFrame] = useState(0);
  const documents = files.filter(({ kind }) => kind === 'DOCUMENT_FRONT' || kind === 'DOCUMENT_BACK');
  const faces = files.filter(({ kind }) => kind === 'SELFIE' || kind === 'LIVENESS_FRAME');
  if (files.length === 0) {
    return (
      <Card>
        <Empty icon={ImageOff} title="No pictures">
          None were handed in yet, or they are gone: pictures are kept no longer than the retention under Settings says.
        </Empty>
      </Card>
    );
  }
  return (
    <div className={documents.length > 0 && faces.length > 0 ? 'pictures two' : 'pictures'}>
      <Pane
        label="Document"
        files={documents}
        at={documents.findIndex(({ kind }) => kind === side)}
        onAt={(at) => onSide(documents[at]?.kind ?? 'DOCUMENT_FRONT')}
        boxes={boxes}
        marked={marked}
        onMark={onMark}
      />
      <Pane label="Face" files={faces} at={frame} onAt={setFrame} />
    </div>
  );
}

interface PaneProps {
  label: string;
  files: readonly File[];
  at: number;
  onAt: (at: number) => void;
  boxes?: readonly ReadBox[];
  marked?: Field | null;
  onMark?: (field: Field | null) => void;
}

function Pane({ label, files, at, onAt, boxes = [], marked = null, onMark }: PaneProps) {
  const file = files[Math.max(0, Math.min(at, files.length - 1))];
  if (!file) return null;
  const read = marked === null ? [] : boxes.filter(({ side, field }) => side === file.kind && field === marked);
  return (
    <Card
      title={label}
      flush
      actions={
        files.length > 1 ? (
          <div className="segments" role="group" aria-label={`${label}: which picture`}>
            {files.map(({ fileId, kind }, index) => (
              <button
                key={fileId}
                type="button"
                aria-pressed={file.fileId === fileId}
                {...(file.fileId === fileId ? { 'data-selected': true } : {})}
                onClick={() => onAt(index)}
              >
                {kind === 'LIVENESS_FRAME' ? String(index) : words(kind).replace('Document ', '')}
              </button>
            ))}
          </div>
        ) : null
      }
    >
      <PictureViewer
        key={file.fileId}
        fileId={file.fileId}
        alt={words(file.kind)}
        boxes={boxesOf(boxes, file.kind)}
        marked={marked}
        onMark={(group) => onMark?.(group as Field | null)}
        caption={
          read.length > 0 ? (
            read.map((one) => (
              <span key={one.source} className="block">
                {boxWords(one)}
              </span>
            ))
          ) : (
            <span className="quiet">
              {words(file.kind)} · {bytes(file.size)}
            </span>
          )
        }
      />
    </Card>
  );
}
