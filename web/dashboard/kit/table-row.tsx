import type { Cell, ColumnDef, Row as TableRow } from '@tanstack/react-table';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { IconButton } from './button.tsx';

type RowProps<Row> = {
  row: TableRow<Row>;
  hrefOf?: ((row: Row) => string) | undefined;
  detailsOf?: ((row: Row) => ReactNode) | undefined;
  detailsBelow?: boolean | undefined;
};

/** For the link of a row: a click anywhere on the row follows it. */
export const WHOLE_ROW = { 'data-whole-row': true, className: 'after:absolute after:inset-0' };
/** For controls with their own click on such a row. */
export const ABOVE_ROW = 'relative z-10';

/** On a phone the button takes no width: it lies on the free third line of the cell before it. */
const BELOW = 'max-md:w-0 max-md:p-0 max-md:[&_button]:-ml-9 max-md:[&_button]:mt-14 md:px-2 md:py-1.5';

/** One row of a list; if it has details, a button at its end shows them below. */
export function BodyRow<Row>({ row, hrefOf, detailsOf, detailsBelow = false }: RowProps<Row>) {
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const cells = row.getVisibleCells();
  const details = detailsOf?.(row.original);
  return (
    <>
      <tr className="relative border-b last:border-0 has-[[data-whole-row]]:hover:bg-hover">
        {cells.map((cell, index) => (
          <td key={cell.id} className={cellClass(cell.column.columnDef)}>
            {index === 0 && hrefOf ? (
              <Link href={hrefOf(row.original)} {...WHOLE_ROW}>
                {contentOf(cell)}
              </Link>
            ) : (
              contentOf(cell)
            )}
          </td>
        ))}
        {detailsOf && (
          <td className={`text-right align-top ${detailsBelow ? BELOW : 'px-2 py-1.5'}`}>
            {details && <DetailsButton open={open} controls={detailsId} onToggle={() => setOpen(!open)} />}
          </td>
        )}
      </tr>
      {details && open && (
        <tr id={detailsId} className="border-b bg-ground last:border-0">
          <td colSpan={cells.length + 1} className="px-4 py-3">
            {details}
          </td>
        </tr>
      )}
    </>
  );
}

/** Called as a function: columns are created again on each render, and a component would be mounted again each time. */
function contentOf<Row>(cell: Cell<Row, unknown>): ReactNode {
  const draw = cell.column.columnDef.cell;
  return typeof draw === 'function' ? draw(cell.getContext()) : draw;
}

function DetailsButton({
  open,
  controls,
  onToggle,
}: {
  open: boolean;
  controls: string;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <IconButton
      label={t('actions.details')}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      data-whole-row
      isSmall
      className={`align-top ${WHOLE_ROW.className}`}
    >
      <Icon aria-hidden="true" size={16} />
    </IconButton>
  );
}

/** Buttons of a row are as high as its badges and stand on the line of its text. */
const BUTTONS =
  '[&_[data-button]]:-mt-1 [&_[data-button]]:min-h-8 [&_[data-button]]:px-3 [&_[data-button]]:py-0.5';

export function cellClass<Row>({ meta }: ColumnDef<Row>): string {
  const align = meta?.align === 'right' ? 'text-right' : '';
  const shown = meta?.deskOnly ? 'hidden xl:table-cell' : meta?.wideOnly ? 'hidden md:table-cell' : '';
  return `px-2.5 py-2.5 align-top md:px-3 xl:px-4 ${BUTTONS} ${align} ${shown}`;
}
