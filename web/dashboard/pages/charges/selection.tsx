import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/client.ts';
import { useFormat } from '../../kit/format.ts';
import type { Columns } from '../../kit/table.tsx';
import { ABOVE_ROW } from '../../kit/table-row.tsx';

/** So many the API exports by their ids. */
const MAX_CHOSEN = 200;

type ListedCharge = Item<'/api/v1/charges'>;

/** Charges chosen for an action, over several pages of the list, and the column with their boxes. */
export function useSelection(rows: readonly ListedCharge[] | undefined) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const onPage = rows?.map(({ id }) => id) ?? [];
  const isAll = onPage.length > 0 && onPage.every((id) => chosen.includes(id));
  const set = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) =>
      isChosen
        ? [...new Set([...before, ...ids])].slice(0, MAX_CHOSEN)
        : before.filter((id) => !ids.includes(id)),
    );
  const box = (label: string, ids: readonly string[], isChosen: boolean) => (
    <label className={`${ABOVE_ROW} -my-1 inline-grid size-8 cursor-pointer align-top place-items-center`}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={(event) => set(ids, event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
  const column: Columns<ListedCharge>[number] = {
    id: 'chosen',
    header: () => box(t('bulk.selectPage'), onPage, isAll),
    // Many are chosen on a desk: a phone's width is for what a row says.
    meta: { align: 'right', wideOnly: true },
    cell: ({ row: { original: charge } }) => {
      const label = t('bulk.selectOne', { created: format.exact(charge.created_at) });
      return box(label, [charge.id], chosen.includes(charge.id));
    },
  };
  return { ids: chosen, column, clear: () => setChosen([]) };
}
