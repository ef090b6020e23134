import {
  Activity,
  ArrowDownUp,
  BadgeCheck,
  Bell,
  BookOpen,
  Boxes,
  Building2,
  CalendarDays,
  ChartLine,
  FileText,
  Gavel,
  KeyRound,
  Landmark,
  Link2,
  ListTodo,
  type LucideIcon,
  Palette,
  Percent,
  Plug,
  ReceiptText,
  Scale,
  ScrollText,
  Search,
  Send,
  Settings,
  ShieldCheck,
  Terminal,
  TicketPercent,
  TrendingUp,
  TriangleAlert,
  UserCog,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { needsOf, useMay } from '../api/permissions.tsx';
import type { Texts } from '../text/portuguese/texts.ts';

type Name = keyof Texts['common']['menu'];
type Entry = { href: string; name: Name; icon: LucideIcon };
type Group = { name: Name | null; entries: readonly Entry[] };

const ACCOUNT: readonly Entry[] = [
  { href: '/settings', name: 'settings', icon: Settings },
  { href: '/settings/security', name: 'security', icon: ShieldCheck },
];

export const SELLER_MENU: readonly Group[] = [
  { name: null, entries: [{ href: '/', name: 'overview', icon: ChartLine }] },
  {
    name: 'groupSales',
    entries: [
      { href: '/charges', name: 'charges', icon: ReceiptText },
      { href: '/links', name: 'links', icon: Link2 },
      { href: '/coupons', name: 'coupons', icon: TicketPercent },
      { href: '/customers', name: 'customers', icon: Users },
      { href: '/products', name: 'products', icon: Boxes },
    ],
  },
  {
    name: 'groupMoney',
    entries: [
      { href: '/statement', name: 'statement', icon: ArrowDownUp },
      { href: '/receivables', name: 'receivables', icon: CalendarDays },
      { href: '/withdrawals', name: 'withdrawals', icon: Wallet },
      { href: '/disputes', name: 'disputes', icon: Gavel },
      { href: '/fees', name: 'fees', icon: Percent },
    ],
  },
  {
    name: 'groupIntegrations',
    entries: [
      { href: '/integrations', name: 'keys', icon: KeyRound },
      { href: '/integrations/webhooks', name: 'webhooks', icon: Webhook },
      { href: '/integrations/deliveries', name: 'deliveries', icon: Send },
      { href: '/integrations/requests', name: 'requests', icon: Activity },
      { href: '/integrations/try', name: 'tryIt', icon: Terminal },
    ],
  },
  {
    name: 'groupAccount',
    entries: [
      ...ACCOUNT,
      { href: '/settings/branding', name: 'branding', icon: Palette },
      { href: '/settings/notifications', name: 'notifications', icon: Bell },
      { href: '/settings/team', name: 'team', icon: UserCog },
      { href: '/settings/audit-log', name: 'auditLog', icon: ScrollText },
    ],
  },
];

export const OPERATOR_MENU: readonly Group[] = [
  {
    name: 'operatorGroup',
    entries: [
      { href: '/admin', name: 'overview', icon: ChartLine },
      { href: '/admin/trends', name: 'trends', icon: TrendingUp },
      { href: '/admin/search', name: 'find', icon: Search },
      { href: '/admin/accounts', name: 'accounts', icon: Building2 },
      { href: '/admin/identities', name: 'identities', icon: BadgeCheck },
      { href: '/admin/fee-plans', name: 'feePlans', icon: Percent },
      { href: '/admin/withdrawals', name: 'queue', icon: Wallet },
      { href: '/admin/disputes', name: 'disputes', icon: Gavel },
      { href: '/admin/deliveries', name: 'health', icon: Send },
      { href: '/admin/jobs', name: 'jobs', icon: ListTodo },
      { href: '/admin/bank-files', name: 'bankFiles', icon: FileText },
      { href: '/admin/providers', name: 'providers', icon: Plug },
      { href: '/admin/alerts', name: 'alerts', icon: TriangleAlert },
      { href: '/admin/reconciliation', name: 'reconciliation', icon: Scale },
      { href: '/admin/ledger', name: 'ledger', icon: Landmark },
      { href: '/admin/audit-log', name: 'auditLog', icon: ScrollText },
      { href: '/admin/operators', name: 'operators', icon: Users },
    ],
  },
  { name: 'groupAccount', entries: ACCOUNT },
];

/** The entry with the longest address that the current one starts with. */
function currentOf(groups: readonly Group[], location: string): string | undefined {
  const hrefs = groups.flatMap(({ entries }) => entries.map(({ href }) => href));
  const fitting = hrefs.filter(
    (href) => location === href || (href !== '/' && location.startsWith(`${href}/`)),
  );
  return fitting.sort((one, other) => other.length - one.length)[0];
}

/** Without the pages that the user may not see. */
export function useVisibleMenu(groups: readonly Group[]): readonly Group[] {
  const may = useMay();
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ href }) => may(needsOf(href))) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Dense beside the page, where all of it must fit a small desk screen; taller entries under a thumb. */
export function Menu({
  groups,
  onChoose,
  isDense = false,
}: {
  groups: readonly Group[];
  onChoose?: () => void;
  isDense?: boolean;
}) {
  const { t } = useTranslation();
  const [location] = useLocation();
  const current = currentOf(groups, location);
  const shape = `flex items-center gap-3 rounded-lg px-3 ${isDense ? 'min-h-6 text-[0.875rem]' : 'min-h-10'}`;
  return (
    <nav aria-label={t('menu.main')} className={`grid ${isDense ? 'gap-2' : 'gap-4'}`}>
      {groups.map((group) => (
        <div key={group.name} className={isDense ? 'grid' : 'grid gap-0.5'}>
          {group.name && <p className="px-3 pb-0.5 text-small text-quiet">{t(`menu.${group.name}`)}</p>}
          {group.entries.map(({ href, name, icon: Icon }) => (
            <Link
              key={href}
              href={href}
              onClick={onChoose}
              aria-current={current === href ? 'page' : undefined}
              className={`${shape} ${current === href ? 'bg-accent-ground font-medium text-accent' : 'hover:bg-hover'}`}
            >
              <Icon aria-hidden="true" size={18} className="shrink-0" />
              {t(`menu.${name}`)}
            </Link>
          ))}
        </div>
      ))}
      <a href="/docs" className={`${shape} hover:bg-hover`}>
        <BookOpen aria-hidden="true" size={18} className="shrink-0" />
        {t('menu.docs')}
      </a>
    </nav>
  );
}
