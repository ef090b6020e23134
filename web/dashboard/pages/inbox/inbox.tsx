import { useQueryClient } from '@tanstack/react-query';
import {
  BadgeCheck,
  BadgeX,
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Eye,
  Gavel,
  Globe,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  TriangleAlert,
  Undo2,
  UserPlus,
  Wallet,
  Webhook,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, put } from '../../api/client.ts';
import { type Pages, usePages } from '../../api/pages.ts';
import { Button } from '../../kit/button.tsx';
import { dayFrom } from '../../kit/days.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';

type Notice = Item<'/api/v1/notifications'>;
type Kind = Notice['kind'];

const TONES = { good: 'text-good', bad: 'text-bad', note: 'text-note', plain: 'text-quiet' } as const;
const LOOKS: Record<Kind, readonly [LucideIcon, keyof typeof TONES]> = {
  dispute_opened: [Gavel, 'bad'],
  dispute_deadline: [Clock, 'bad'],
  dispute_won: [Gavel, 'good'],
  dispute_lost: [Gavel, 'plain'],
  refund_failed: [Undo2, 'bad'],
  withdrawal_paid: [Wallet, 'good'],
  withdrawal_rejected: [CircleX, 'bad'],
  withdrawal_returned: [Undo2, 'note'],
  webhook_failing: [Webhook, 'note'],
  account_approved: [CircleCheck, 'good'],
  account_blocked: [Ban, 'bad'],
  domain_failing: [Globe, 'note'],
  domain_switched_off: [Globe, 'bad'],
  identity_approved: [BadgeCheck, 'good'],
  identity_refused: [BadgeX, 'bad'],
  dashboard_viewed: [Eye, 'plain'],
  member_joined: [UserPlus, 'plain'],
  alert_raised: [TriangleAlert, 'bad'],
  coverage_restored: [CircleCheck, 'good'],
  new_device: [MonitorSmartphone, 'note'],
  password_changed: [KeyRound, 'note'],
};

/** Where each leads. */
function hrefOf({ kind, facts }: Notice): string {
  if (facts.alert_id) return '/admin/alerts';
  if (facts.dispute_id) return `/disputes/${facts.dispute_id}`;
  if (facts.webhook_id) return `/integrations/webhooks/${facts.webhook_id}`;
  if (facts.withdrawal_id) return '/withdrawals';
  if (facts.charge_id) return `/charges/${facts.charge_id}`;
  if (kind.startsWith('domain_')) return '/settings/branding';
  if (kind.startsWith('identity_')) return '/settings/identity';
  if (kind === 'member_joined') return '/settings/team';
  if (kind === 'dashboard_viewed') return '/settings/audit-log';
  return kind.startsWith('account_') ? '/settings' : '/settings/security';
}

export function Page() {
  const { t } = useTranslation('inbox');
  const pages = usePages('notifications', (query) => get('/api/v1/notifications', { query }), {});
  useRead(pages);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      {pages.error && <ErrorNotice error={pages.error} retry={pages.retry} />}
      {!pages.rows && !pages.error && <SkeletonLines count={6} />}
      {pages.rows?.length === 0 && <EmptyState drawing="mail" title={t('empty')} text={t('emptyText')} />}
      {pages.rows && pages.rows.length > 0 && (
        <ul className="grid overflow-hidden rounded-xl border bg-surface" aria-busy={pages.isLoadingPage}>
          {pages.rows.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <PageTurns pages={pages} />
    </>
  );
}

/** What is shown is read. The marks of this visit stay: only the bell is counted again. */
function useRead(pages: Pages<Notice>): void {
  const client = useQueryClient();
  const sent = useRef<string | null>(null);
  const [newest] = pages.isFirst ? (pages.rows ?? []) : [];
  const upTo = newest?.unread ? newest.id : null;
  useEffect(() => {
    if (upTo === null || sent.current === upTo) return;
    sent.current = upTo;
    put('/api/v1/notifications/read', { body: { up_to: upTo } }).then(
      () => client.invalidateQueries({ queryKey: ['notifications', 'unread'] }),
      // They stay unread, and the next visit tries again.
      () => undefined,
    );
  }, [client, upTo]);
}

function NoticeLine({ notice }: { notice: Notice }) {
  const { t } = useTranslation('inbox');
  const [Icon, tone] = LOOKS[notice.kind];
  const text = useText(notice);
  return (
    <li className={`border-b last:border-0 ${notice.unread ? 'bg-accent-ground' : ''}`}>
      <Link
        href={hrefOf(notice)}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-3 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <Icon aria-hidden="true" size={20} className={`mt-0.5 ${TONES[tone]}`} />
        <span className="min-w-0">
          <span className={`block wrap-anywhere ${notice.unread ? 'font-semibold' : 'font-medium'}`}>
            {text.title}
            {notice.unread && <span className="sr-only"> ({t('new')})</span>}
          </span>
          {text.about && <span className="block text-small wrap-anywhere text-quiet">{text.about}</span>}
        </span>
        <span className="col-start-2 text-small text-quiet sm:col-start-3">
          <Instant at={notice.created_at} />
        </span>
      </Link>
    </li>
  );
}

/** The facts as a sentence, in the reader's language. */
function useText({ kind, facts }: Notice): { title: string; about: string } {
  const { t } = useTranslation(['inbox', 'alerts']);
  const format = useFormat();
  const words = {
    amount: facts.amount === undefined ? '' : format.money(facts.amount),
    date: facts.answer_by ? format.day(dayFrom(Date.parse(facts.answer_by))) : '',
    key: facts.pix_key ?? '',
    host: facts.host ?? '',
    off: facts.switches_off_at ? format.day(dayFrom(Date.parse(facts.switches_off_at))) : '',
    email: facts.email ?? '',
    address: facts.address ?? '',
    alert: facts.alert ? t(`alerts:kinds.${facts.alert}.title`) : '',
  };
  return { title: t(`kinds.${kind}.title`, words), about: t(`kinds.${kind}.about`, words) };
}

function PageTurns({ pages }: { pages: Pages<Notice> }) {
  const { t } = useTranslation();
  if (pages.isFirst && !pages.hasMore) return null;
  return (
    <nav aria-label={t('table.pages')} className="flex justify-end gap-2">
      <Button disabled={pages.isFirst} onClick={pages.previous}>
        {t('actions.previous')}
      </Button>
      <Button disabled={!pages.hasMore} onClick={pages.next}>
        {t('actions.next')}
      </Button>
    </nav>
  );
}
