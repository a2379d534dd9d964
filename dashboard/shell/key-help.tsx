import { activeKeys } from '../lib/keys.ts';
import { Dialog } from '../ui/overlays.tsx';

const shown = (key: string): string => {
  if (key.startsWith('mod+')) return `Ctrl ${key.slice(4).toUpperCase()}`;
  return key === ' ' ? 'Space' : key;
};

/** Every key that does something on this page. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys of this page" open={open} onClose={onClose} wide>
      <dl className="keys-help">
        {open
          ? activeKeys().map(({ key, does }) => (
              <div key={key}>
                <dt>{does}</dt>
                <dd>
                  <kbd>{shown(key)}</kbd>
                </dd>
              </div>
            ))
          : null}
        <div>
          <dt>Leave a dialog</dt>
          <dd>
            <kbd>Esc</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
