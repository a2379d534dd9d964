import { FileX } from 'lucide-react';
import { useState } from 'react';
import type { MediaDetail, StoredFile } from '../../../contract/dashboard/details.ts';
import { useFileLink } from '../../lib/file-link.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loading, Problem } from '../../ui/states.tsx';
import { PictureViewer } from '../../ui/viewer.tsx';
import { OverSlider, PictureOver } from './laid-over.tsx';
import { RevisionsCard } from './revisions.tsx';
import { TimelineDrawing } from './timeline-drawing.tsx';

/** The media themselves with what the detectors drew: laid over, beneath, or beside. */
export function EvidenceViewer({ detail }: { detail: MediaDetail }) {
  const { job, media, artefacts } = detail;
  const heat = artefacts.filter(({ kind, mediaType }) => kind === 'HEAT_MAP' && mediaType.startsWith('image/'));
  const spectra = artefacts.filter(({ kind, mediaType }) => kind === 'SPECTRUM' && mediaType.startsWith('image/'));
  const timeline = artefacts.find(({ kind, mediaType }) => kind === 'TIMELINE' && mediaType === 'application/json');
  const timelinePicture = artefacts.find(
    ({ kind, mediaType }) => kind === 'TIMELINE' && mediaType.startsWith('image/'),
  );
  if (!media && artefacts.length === 0) {
    return (
      <Card>
        <Empty icon={FileX} title="The media are not here">
          They were given by address, or are gone: media are kept no longer than the retention under Settings says. What
          the detectors saw stays below.
        </Empty>
      </Card>
    );
  }
  return (
    <>
      {job.mediaType === 'IMAGE' && media ? <ImageWithHeat media={media} heat={heat[0] ?? null} /> : null}
      {job.mediaType === 'VIDEO' && media ? <Recording media={media} kind="video" /> : null}
      {job.mediaType === 'AUDIO' && media ? <Recording media={media} kind="audio" /> : null}
      {job.mediaType === 'DOCUMENT' ? <DocumentPages media={media} pages={heat} /> : null}
      {detail.revisions ? <RevisionsCard revisions={detail.revisions} /> : null}
      {timeline ? (
        <Card title="Over time" note="The higher the bar, the more that moment speaks for manipulation">
          <TimelineDrawing fileId={timeline.fileId} />
        </Card>
      ) : timelinePicture ? (
        <Card title="Over time" flush>
          <PictureViewer fileId={timelinePicture.fileId} alt="What was found over time" />
        </Card>
      ) : null}
      {spectra.map((spectrum) => (
        <Card key={spectrum.fileId} title="Spectrum" flush>
          <PictureViewer fileId={spectrum.fileId} alt="Spectrum: frequency over time" />
        </Card>
      ))}
    </>
  );
}

/** The picture, and what stood out faded in over it. */
function ImageWithHeat({ media, heat }: { media: StoredFile; heat: StoredFile | null }) {
  const [share, setShare] = useState(50);
  return (
    <Card title="Image" flush>
      <PictureViewer
        fileId={media.fileId}
        alt="Examined image"
        over={heat ? <PictureOver fileId={heat.fileId} share={share / 100} /> : null}
      />
      {heat ? (
        <OverSlider value={share} onChange={setShare} label="Where it stands out" from="image" to="heat map" />
      ) : null}
    </Card>
  );
}

function Recording({ media, kind }: { media: StoredFile; kind: 'video' | 'audio' }) {
  const link = useFileLink(media.fileId);
  return (
    <Card title={kind === 'video' ? 'Video' : 'Recording'} flush>
      <div className="recording">
        {link.error ? (
          <Problem error={link.error} retry={() => void link.refetch()} />
        ) : !link.data ? (
          <Loading />
        ) : kind === 'video' ? (
          // What it says is not known to the service, so that there are no captions to give.
          <video id="recording" controls preload="metadata" src={link.data.url} aria-label="Examined video" />
        ) : (
          <audio id="recording" controls preload="metadata" src={link.data.url} aria-label="Examined recording" />
        )}
      </div>
    </Card>
  );
}

/** Pages of a document on which something stands out. */
function DocumentPages({ media, pages }: { media: StoredFile | null; pages: readonly StoredFile[] }) {
  const [at, setAt] = useState(0);
  const link = useFileLink(media?.fileId ?? null);
  const page = pages[Math.min(at, pages.length - 1)];
  return (
    <Card
      title="Document"
      note={page ? 'What was written over or added later is marked' : undefined}
      actions={
        <>
          {pages.length > 1 ? (
            <div className="segments" role="group" aria-label="Which marked page">
              {pages.map(({ fileId }, index) => (
                <button
                  key={fileId}
                  type="button"
                  aria-pressed={index === at}
                  {...(index === at ? { 'data-selected': true } : {})}
                  onClick={() => setAt(index)}
                >
                  {index + 1}
                </button>
              ))}
            </div>
          ) : null}
          {link.data ? (
            <a className="button small" href={link.data.url} target="_blank" rel="noreferrer">
              Open the file
            </a>
          ) : null}
        </>
      }
      flush
    >
      {page ? (
        <PictureViewer key={page.fileId} fileId={page.fileId} alt={`Marked page ${at + 1} of ${pages.length}`} tall />
      ) : (
        <Empty title="No page stands out">Nothing was marked. The file itself can be opened above.</Empty>
      )}
    </Card>
  );
}
