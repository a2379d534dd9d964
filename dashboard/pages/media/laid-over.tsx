import { usePicture } from '../../lib/picture.ts';

/** A picture laid over another of the same size. */
export function PictureOver({ fileId, share }: { fileId: string; share: number }) {
  const { url, attempt, onLoad, onError } = usePicture(fileId);
  if (url === null) return null;
  return (
    <img
      key={`${attempt} ${url}`}
      className="viewer-over"
      src={url}
      alt=""
      style={{ opacity: share }}
      onLoad={onLoad}
      onError={onError}
    />
  );
}

interface SliderProps {
  value: number;
  onChange: (value: number) => void;
  label: string;
  from: string;
  to: string;
}

/** From what lies beneath to what is laid over it. */
export function OverSlider({ value, onChange, label, from, to }: SliderProps) {
  return (
    <div className="slider media-slider small">
      <span className="quiet">{from}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-label={label}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className="quiet">{to}</span>
    </div>
  );
}
