import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Rows } from '../lib/data.tsx';
import { totalWords } from '../lib/format.ts';
import { Loading, Problem } from './states.tsx';

export interface Column<Row> {
  /** What stands above it; hidden columns still have a name for those who listen. */
  label: string;
  /** One word: the class of the cell, by which the page's style sheet gives it its place. */
  name: string;
  cell: (row: Row, index: number) => ReactNode;
  hiddenLabel?: boolean;
}

interface VirtualRowsProps<Row> {
  label: string;
  of: Rows<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** What stands there where there are none. */
  empty: ReactNode;
  /** The row that keys act on. */
  current?: number;
  selected?: (row: Row) => boolean;
  /** Name of the layout in the style sheet. */
  layout: string;
  /** Where the total is counted no further than this. */
  countedTo?: number | undefined;
}

const ROW = 52;

/** A long list of which only what is seen is drawn; further pages are read as it is scrolled. */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { label, of, columns, rowKey, empty, current, selected, layout, countedTo } = props;
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const { rows } = of;
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: margin,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const { more, hasMore } = of;
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) more();
  }, [hasMore, last, more, rows.length]);
  useEffect(() => {
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);

  if (of.error && rows.length === 0) return <Problem error={of.error} retry={of.retry} />;
  if (of.loading) return <Loading />;
  if (rows.length === 0) return empty;
  return (
    <>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={countedTo !== undefined && of.total > countedTo ? -1 : of.total + 1}
        className={`rows ${layout}`}
      >
        <div role="rowgroup" className="rows-head">
          <div role="row" aria-rowindex={1} className="row">
            {columns.map(({ name, label: text, hiddenLabel }) => (
              <span role="columnheader" key={name} className={`cell ${name}`}>
                {hiddenLabel ? <span className="hidden">{text}</span> : text}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" ref={body} className="rows-body" style={{ blockSize: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const state = `${index === current ? ' current' : ''}${selected?.(row) ? ' selected' : ''}`;
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtual.measureElement}
                className={`row${state}`}
                style={{ transform: `translateY(${start - margin}px)` }}
              >
                {columns.map((column) => (
                  <span role="cell" key={column.name} className={`cell ${column.name}`}>
                    {column.cell(row, index)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      <p className="rows-foot small quiet" role="status">
        {of.loadingMore ? 'Reading more …' : totalWords(rows.length, of.total, hasMore, countedTo)}
      </p>
    </>
  );
}
