import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { patiently } from '../../api/patiently.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useErrorText } from '../../kit/error-notice.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { useNotify } from '../../kit/toast.tsx';

/** What can be done with several charges at once; one after the other, so that each has its own outcome. */
export function BulkActions({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <section
      aria-label={t('bulk.label')}
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-surface p-3 shadow-raised"
    >
      <p role="status" className="mr-auto font-medium">
        {t('bulk.chosen', { count: ids.length })}
      </p>
      <CopyLinks ids={ids} />
      <ListExport path="/api/v1/charges/export" query={{ ids: ids.join(',') }} />
      <CancelChosen ids={ids} onDone={onClear} />
      <Button variant="quiet" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
    </section>
  );
}

function CopyLinks({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('lists');
  const notify = useNotify();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      const links: string[] = [];
      for (const id of ids) {
        const charge = await patiently(() => get('/api/v1/charges/{id}', { path: { id } }));
        if (charge.checkout_url) links.push(charge.checkout_url);
      }
      await navigator.clipboard.writeText(links.join('\n'));
      notify(t('bulk.copied', { count: links.length }));
    } catch (failure) {
      notify(failure instanceof DOMException ? t('bulk.notCopied') : errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void copy()}>
      {t('bulk.copy')}
    </Button>
  );
}

function CancelChosen({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  // Kept when one of them fails: what was cancelled before is not refused by the next try.
  const outcomes = useRef(new Map<string, Outcome>());
  const cancel = async () => {
    setError(null);
    try {
      for (const [index, id] of ids.entries()) {
        setDone(index);
        if (!outcomes.current.has(id)) outcomes.current.set(id, await patiently(() => cancelOne(id)));
      }
      setAsking(false);
      const countOf = (outcome: Outcome) => ids.filter((id) => outcomes.current.get(id) === outcome).length;
      const refused = countOf('refused');
      const parts = [
        t('bulk.cancelled', { count: countOf('cancelled') }),
        ...(refused > 0 ? [t('bulk.refused', { count: refused })] : []),
      ];
      notify(parts.join(' '));
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setDone(null);
      await client.invalidateQueries();
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('bulk.cancel')}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${t('bulk.cancel')}: ${t('bulk.chosen', { count: ids.length })}`}
        about={t('bulk.cancelAbout')}
        action={t('bulk.cancel')}
        dismiss={t('bulk.keep')}
        busy={done !== null}
        error={error}
        onConfirm={() => void cancel()}
      >
        {done !== null && <p role="status">{t('bulk.progress', { done, all: ids.length })}</p>}
      </ConfirmDialog>
    </>
  );
}

type Outcome = 'cancelled' | 'refused';

/** A charge that has ended is left as it is; any other failure stops the rest. */
async function cancelOne(id: string): Promise<Outcome> {
  try {
    await post('/api/v1/charges/{id}/cancel', { path: { id } });
    return 'cancelled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CHARGE_NOT_CANCELLABLE') return 'refused';
    throw error;
  }
}
