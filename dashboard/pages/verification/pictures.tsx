import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { VerificationDetail } from '../../../contract/dashboard/details.ts';
import { bytes, words } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { PictureViewer } from '../../ui/viewer.tsx';

type File = VerificationDetail['files'][number];

/** The document and the face beside one another; other sides and frames are a press away. */
export function Pictures({ files }: { files: readonly File[] }) {
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
      <Pane label="Document" files={documents} />
      <Pane label="Face" files={faces} />
    </div>
  );
}

function Pane({ label, files }: { label: string; files: readonly File[] }) {
  const [at, setAt] = useState(0);
  const file = files[Math.min(at, files.length - 1)];
  if (!file) return null;
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
                onClick={() => setAt(index)}
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
        caption={
          <span className="quiet">
            {words(file.kind)} · {bytes(file.size)}
          </span>
        }
      />
    </Card>
  );
}
