import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type HeaderGroup,
  type RowData,
  useReactTable,
} from '@tanstack/react-table';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pages } from '../api/pages.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Skeleton } from './skeleton.tsx';
import { BodyRow, cellClass } from './table-row.tsx';

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    align?: 'right';
    /** Hidden on phones; the row's page shows it. */
    wideOnly?: boolean;
    /** Hidden on tablets too, for lack of width. */
    deskOnly?: boolean;
  }
}

export type Columns<Row> = ColumnDef<Row>[];

type TableProps<Row> = {
  /** Label of the table for screen readers. */
  label: string;
  columns: Columns<Row>;
  pages: Pages<Row>;
  idOf: (row: Row) => string;
  /** The row's page; its first cell becomes the link. */
  hrefOf?: (row: Row) => string;
  /** Details that a button at the end of the row shows; a row without any has no button. */
  detailsOf?: (row: Row) => ReactNode;
  /** For rows with amounts at their end, beside which a phone has no room for that button. */
  detailsBelow?: boolean;
  /** Shown instead of the table if the list is empty. */
  empty: ReactNode;
  /** With filters, an empty list shows "nothing found" instead. */
  filtered?: boolean;
};

const SKELETON_ROWS = 8;

/** A list of the API, one page at a time. */
export function DataTable<Row>({
  label,
  columns,
  pages,
  idOf,
  hrefOf,
  detailsOf,
  detailsBelow,
  empty,
  filtered = false,
}: TableProps<Row>) {
  const { t } = useTranslation();
  const table = useReactTable({
    data: pages.rows ?? [],
    columns,
    getRowId: idOf,
    getCoreRowModel: getCoreRowModel(),
  });
  if (pages.error) return <ErrorNotice error={pages.error} retry={pages.retry} />;
  if (pages.isEmpty) {
    return filtered ? (
      <p className="rounded-xl border bg-surface p-6 text-quiet">{t('table.nothing')}</p>
    ) : (
      empty
    );
  }
  return (
    <div className="grid min-w-0 gap-3">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-xl border bg-surface"
      >
        <table className="w-full border-collapse text-left" aria-busy={!pages.rows || pages.isLoadingPage}>
          <caption className="sr-only">{label}</caption>
          <HeadRows groups={table.getHeaderGroups()} hasDetails={Boolean(detailsOf)} />
          <tbody className={pages.isLoadingPage ? 'opacity-60' : ''}>
            {pages.rows
              ? table
                  .getRowModel()
                  .rows.map((row) => (
                    <BodyRow
                      key={row.id}
                      row={row}
                      hrefOf={hrefOf}
                      detailsOf={detailsOf}
                      detailsBelow={detailsBelow}
                    />
                  ))
              : skeletonRows(columns)}
          </tbody>
        </table>
      </section>
      <PageButtons pages={pages} label={label} />
    </div>
  );
}

function HeadRows<Row>({ groups, hasDetails }: { groups: HeaderGroup<Row>[]; hasDetails: boolean }) {
  const { t } = useTranslation();
  return (
    <thead>
      {groups.map((group) => (
        <tr key={group.id} className="border-b">
          {group.headers.map((header) => (
            <th
              key={header.id}
              scope="col"
              className={`${cellClass(header.column.columnDef)} text-small font-semibold text-quiet`}
            >
              {flexRender(header.column.columnDef.header, header.getContext())}
            </th>
          ))}
          {hasDetails && (
            <td>
              <span className="sr-only">{t('actions.details')}</span>
            </td>
          )}
        </tr>
      ))}
    </thead>
  );
}

function skeletonRows<Row>(columns: Columns<Row>) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
    <tr key={row} className="border-b last:border-0">
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: so are the cells
        <td key={index} className={cellClass(column)}>
          <Skeleton width="5rem" />
        </td>
      ))}
    </tr>
  ));
}

/** With the name of its table: a page may have several. */
function PageButtons<Row>({ pages, label }: { pages: Pages<Row>; label: string }) {
  const { t } = useTranslation();
  const { total } = pages;
  return (
    <nav
      aria-label={`${t('table.pages')}: ${label}`}
      className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p className="text-small text-quiet" role="status">
        {total !== null && t('table.total', { count: total })}
      </p>
      {(!pages.isFirst || pages.hasMore) && (
        <div className="flex gap-2">
          <Button disabled={pages.isFirst} onClick={pages.previous}>
            <ChevronLeft aria-hidden="true" size={16} />
            {t('actions.previous')}
          </Button>
          <Button disabled={!pages.hasMore} onClick={pages.next}>
            {t('actions.next')}
            <ChevronRight aria-hidden="true" size={16} />
          </Button>
        </div>
      )}
    </nav>
  );
}
