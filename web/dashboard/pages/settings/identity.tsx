import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CircleAlert, Clock, FileText, ImageIcon, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { dayFrom } from '../../kit/days.ts';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { IdentityForm } from './identity-form.tsx';
import { IdentityTips } from './identity-tips.tsx';

export type Identity = Answer<'/api/v1/account/identity'>;
type State = Identity['state'];

export function Page() {
  const { t } = useTranslation(['identity', 'settings']);
  const query = useQuery({ queryKey: ['identity'], queryFn: () => get('/api/v1/account/identity') });
  return (
    <>
      <PageHeader
        title={t('title')}
        about={t('about')}
        back={{ href: '/settings', label: t('settings:title') }}
      />
      <Loaded query={query} lines={10}>
        {(identity) => <IdentityPage key={identity.submission?.id} identity={identity} />}
      </Loaded>
    </>
  );
}

function IdentityPage({ identity }: { identity: Identity }) {
  const { t } = useTranslation('identity');
  const [isReplacing, setReplacing] = useState(false);
  const { state } = identity;
  const hasForm = state === 'missing' || state === 'refused' || isReplacing;
  return (
    <>
      <Steps state={state} />
      {state !== 'missing' && <Banner identity={identity} />}
      {hasForm && (
        <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <IdentityForm identity={identity} />
          <IdentityTips />
        </div>
      )}
      {!hasForm && state !== 'approved' && <Sent identity={identity} />}
      {state === 'submitted' && !isReplacing && (
        <div>
          <Button onClick={() => setReplacing(true)}>{t('replace')}</Button>
        </div>
      )}
    </>
  );
}

const STEPS = ['send', 'review', 'done'] as const;
/** The step at which each state is. */
const PLACES: Record<State, number> = { missing: 0, refused: 0, submitted: 1, in_review: 1, approved: 2 };

function Steps({ state }: { state: State }) {
  const { t } = useTranslation('identity');
  const place = PLACES[state];
  const isOver = state === 'approved';
  return (
    <ol aria-label={t('steps.label')} className="grid grid-cols-3 gap-2">
      {STEPS.map((step, index) => {
        const isReached = index <= place;
        return (
          <li
            key={step}
            aria-current={index === place && !isOver ? 'step' : undefined}
            className="grid gap-2"
          >
            <span
              aria-hidden="true"
              className={`h-1.5 rounded-full ${isReached ? (isOver ? 'bg-good' : 'bg-accent') : 'bg-line'}`}
            />
            <span className={index === place ? 'font-semibold' : 'text-quiet'}>{t(`steps.${step}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

const BANNERS: Record<Exclude<State, 'missing'>, readonly [LucideIcon, string]> = {
  submitted: [Clock, 'bg-accent-ground text-accent'],
  in_review: [Clock, 'bg-accent-ground text-accent'],
  approved: [BadgeCheck, 'bg-good-ground text-good'],
  refused: [CircleAlert, 'bg-bad-ground text-bad'],
};

function Banner({ identity: { state, submission } }: { identity: Identity }) {
  const { t } = useTranslation('identity');
  const format = useFormat();
  if (state === 'missing') return null;
  const [Icon, tone] = BANNERS[state];
  const isDated = state === 'approved' && submission?.decided_at;
  const at = isDated ? submission.decided_at : submission?.submitted_at;
  const words = { date: at ? format.day(dayFrom(Date.parse(at))) : '' };
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg p-4 ${tone}`}>
      <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div className="grid gap-1">
        <h2 className="font-semibold">{t(`banner.${state}.title`)}</h2>
        <p>{isDated ? t('banner.approved.at', words) : t(`banner.${state}.text`, words)}</p>
      </div>
    </div>
  );
}

/** Names only: the gateway does not show a seller what is in them. */
function Sent({ identity: { submission } }: { identity: Identity }) {
  const { t } = useTranslation('identity');
  if (!submission) return null;
  return (
    <Card title={t('sent')}>
      <p className="text-quiet">{t(`types.${submission.identity_type}`)}</p>
      <ul className="grid gap-2">
        {submission.documents.map(({ kind, content_type: type }) => {
          const Icon = type === 'application/pdf' ? FileText : ImageIcon;
          return (
            <li key={kind} className="flex items-center gap-3 rounded-lg border px-3 py-2">
              <Icon aria-hidden="true" size={18} className="shrink-0 text-quiet" />
              {t(`kinds.${kind}`)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
