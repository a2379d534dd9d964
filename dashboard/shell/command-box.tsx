import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import type { PagePath } from '../paths.ts';
import { useMay } from '../lib/session.ts';
import { pageOfId, useGo } from '../lib/where.tsx';
import { NAVIGATION } from './navigation.ts';

interface Hit {
  key: string;
  label: string;
  page: PagePath;
  id?: string;
}

/** Finds a page by its name, and a record by its identifier. Names of people are not searched: they stay in the lists. */
export function CommandBox({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const may = useMay();
  const go = useGo();
  const list = useId();
  const wanted = text.trim();
  const record = pageOfId(wanted);
  const hits: Hit[] = [
    ...(record && /^[a-z]+_\w{6,}$/.test(wanted)
      ? [{ key: wanted, label: `Open ${wanted}`, page: record, id: wanted }]
      : []),
    ...NAVIGATION.flatMap(({ entries }) => entries)
      .filter(({ label, needs }) => may(needs) && label.toLowerCase().includes(wanted.toLowerCase()))
      .map(({ page, label }) => ({ key: `page ${page}`, label, page })),
  ];
  const chosen = Math.min(at, hits.length - 1);
  const open = (hit: Hit | undefined): void => {
    if (!hit) return;
    onClose();
    go(hit.page, hit.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') open(hits[chosen]);
    else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => (open ? undefined : onClose())}>
      <Modal className="modal">
        <AriaDialog aria-label="Find a page or a record" className="command">
          <input
            className="command-input"
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={hits[chosen] ? `${list}-${chosen}` : undefined}
            aria-label="Name of a page, or identifier of a record"
            placeholder="Name of a page, or an identifier such as ver_…"
            value={text}
            // The box was opened to write in it.
            autoFocus
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div role="listbox" id={list} aria-label="Found" className="menu">
            {hits.map((hit, index) => (
              <div
                key={hit.key}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === chosen}
                className="menu-item"
                {...(index === chosen ? { 'data-focused': true } : {})}
                onPointerEnter={() => setAt(index)}
                onClick={() => open(hit)}
                onKeyDown={onKeyDown}
              >
                {hit.label}
                {index === chosen ? <CornerDownLeft size={14} className="end" aria-hidden="true" /> : null}
              </div>
            ))}
          </div>
          {hits.length === 0 ? (
            <p className="menu-head">
              Nothing has this name. Records are found by their identifier: ver_…, scr_…, chk_…, job_…, app_…
            </p>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
