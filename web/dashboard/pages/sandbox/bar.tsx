import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useClock } from '../../api/clock.ts';
import { May } from '../../api/permissions.tsx';
import { useFormat } from '../../kit/format.ts';

const ClockDialog = lazy(() =>
  import('./clock-dialog.tsx').then(({ ClockDialog }) => ({ default: ClockDialog })),
);
const CardsDialog = lazy(() =>
  import('./cards-dialog.tsx').then(({ CardsDialog }) => ({ default: CardsDialog })),
);

/** On every page: says that it is the sandbox, and shows a moved clock. */
export function SandboxBar() {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<'clock' | 'cards' | null>(null);
  const clock = useClock();
  const close = () => setOpen(null);
  const isMoved = clock !== undefined && clock.offset_seconds !== 0;
  return (
    <section
      aria-label={t('sandbox.tools')}
      className="flex min-h-10 flex-wrap items-center justify-center gap-x-4 bg-note-ground px-4 text-small text-note"
    >
      <p className="py-1">
        <strong className="font-semibold">{t('sandbox.name')}</strong> {t('sandbox.meaning')}
        {isMoved && (
          <>
            {' '}
            <span className="font-semibold">{t('sandbox.movedTo', { time: format.instant(clock.now) })}</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-x-4">
        <May do="sandbox:write">
          <BarButton onClick={() => setOpen('clock')}>{t('sandbox.clock.open')}</BarButton>
        </May>
        <BarButton onClick={() => setOpen('cards')}>{t('sandbox.cards.open')}</BarButton>
        <May do="outbox:read">
          <Link
            href="/outbox"
            className="inline-flex min-h-8 items-center font-medium underline underline-offset-4"
          >
            {t('sandbox.outbox')}
          </Link>
        </May>
      </div>
      <Suspense fallback={null}>
        {open === 'clock' && <ClockDialog clock={clock} close={close} />}
        {open === 'cards' && <CardsDialog close={close} />}
      </Suspense>
    </section>
  );
}

function BarButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="min-h-8 font-medium underline underline-offset-4">
      {children}
    </button>
  );
}
