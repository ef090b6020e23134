import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, post, remove } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useFormat } from '../../kit/format.ts';
import { Select } from '../../kit/select.tsx';

type Clock = Answer<'/api/v1/sandbox/clock'>;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const UNITS = { hours: HOUR_SECONDS, days: DAY_SECONDS } as const;
type Unit = keyof typeof UNITS;
const SHORTCUTS = [
  [1, 'hours'],
  [1, 'days'],
  [7, 'days'],
  [31, 'days'],
] as const;

/** Moves the clock of the whole sandbox; everything due by then has run when the call returns. */
export function ClockDialog({ clock, close }: { clock: Clock | undefined; close: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const advance = useSend((advance_seconds: number) =>
    post('/api/v1/sandbox/clock', { body: { advance_seconds } }),
  );
  const reset = useSend((_input: null) => remove('/api/v1/sandbox/clock'));
  const busy = advance.isPending || reset.isPending;
  const error = advance.error ?? reset.error;
  const isMoved = clock !== undefined && clock.offset_seconds !== 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('sandbox.clock.title')}
      about={t('sandbox.clock.about')}
    >
      {clock && (
        <p>{t(isMoved ? 'sandbox.clock.moved' : 'sandbox.clock.real', { time: format.exact(clock.now) })}</p>
      )}
      <AdvanceForm
        busy={busy}
        onAdvance={(seconds) => {
          reset.reset();
          advance.mutate(seconds);
        }}
      />
      <div role="status" className="empty:hidden">
        {busy && <Progress />}
        {!busy && advance.data && !reset.data && (
          <p className="rounded-lg bg-good-ground p-3 text-good">
            {t('sandbox.clock.done', { time: format.exact(advance.data.now) })}
          </p>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {isMoved && (
        <div className="flex justify-end">
          <Button
            busy={reset.isPending}
            disabled={advance.isPending}
            onClick={() => {
              advance.reset();
              reset.mutate(null);
            }}
          >
            {t('sandbox.clock.reset')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function AdvanceForm({ busy, onAdvance }: { busy: boolean; onAdvance: (seconds: number) => void }) {
  const { t } = useTranslation();
  const [count, setCount] = useState('1');
  const [unit, setUnit] = useState<Unit>('days');
  const number = /^\d{1,5}$/.test(count.trim()) ? Number(count) : 0;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (number > 0 && !busy) onAdvance(number * UNITS[unit]);
      }}
    >
      <div className="flex flex-wrap gap-2">
        {SHORTCUTS.map(([many, of]) => (
          <Button key={`${many} ${of}`} disabled={busy} onClick={() => onAdvance(many * UNITS[of])}>
            + {t(`sandbox.clock.${of}`, { count: many })}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('sandbox.clock.count')} className="w-24">
          <Input inputMode="numeric" value={count} onChange={({ target }) => setCount(target.value)} />
        </Field>
        <Field label={t('sandbox.clock.unit')} className="w-32">
          <Select value={unit} onChange={({ target }) => setUnit(target.value as Unit)}>
            <option value="hours">{t('sandbox.clock.unitHours')}</option>
            <option value="days">{t('sandbox.clock.unitDays')}</option>
          </Select>
        </Field>
        <Button type="submit" variant="primary" busy={busy} disabled={number === 0}>
          {t('sandbox.clock.advance')}
        </Button>
      </div>
    </form>
  );
}

/** The duration is unknown, so it shows activity and no progress. */
function Progress() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      <p>{t('sandbox.clock.working')}</p>
      <div aria-hidden="true" className="skeleton h-2 w-full bg-accent!" />
    </div>
  );
}
