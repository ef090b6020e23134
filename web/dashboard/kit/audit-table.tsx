import { useTranslation } from 'react-i18next';
import type { Item } from '../api/client.ts';
import type { Pages } from '../api/pages.ts';
import { useDetails, useWord } from './audit-details.ts';
import { Instant } from './instant.tsx';
import { Facts } from './page.tsx';
import { type Columns, DataTable } from './table.tsx';

export type AuditLine = Item<'/api/v1/audit-log'>;

/** The action in the user's language; an unknown one by its API name. */
export function useActionText(): (action: string) => string {
  const { t, i18n } = useTranslation();
  return (action) => {
    const key = `audit.actions.${action}`;
    return i18n.exists(key) ? (t as (key: string) => string)(key) : action;
  };
}

function useActorText(): (actor: AuditLine['actor']) => string {
  const { t } = useTranslation();
  return ({ kind, email, name: person, key_name: name, key_id: id }) => {
    if (kind === 'system') return t('audit.system');
    if (kind === 'api_key' && (name || id)) return t('audit.key', { name: name ?? id });
    if (person && email) return `${person} (${email})`;
    return email ?? t('audit.operator');
  };
}

/** Who did what, when and from where; details open below the row. */
export function AuditTable({
  label,
  pages,
  filtered,
  empty,
  more = [],
}: {
  label: string;
  pages: Pages<AuditLine>;
  filtered: boolean;
  empty: React.ReactNode;
  /** Extra columns after the action. */
  more?: Columns<AuditLine>;
}) {
  const { t } = useTranslation();
  const actionText = useActionText();
  const actorText = useActorText();
  const columns: Columns<AuditLine> = [
    {
      header: t('audit.when'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      header: t('audit.what'),
      cell: ({ row: { original } }) => (
        <div className="grid">
          <span className="font-medium">{actionText(original.action)}</span>
          {/* Phones have no columns for them. */}
          <span className="text-small text-quiet wrap-anywhere md:hidden">{actorText(original.actor)}</span>
          <span className="text-small text-quiet md:hidden">
            <Instant at={original.created_at} />
          </span>
        </div>
      ),
    },
    ...more,
    {
      header: t('audit.who'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <span className="block min-w-52 wrap-anywhere">{actorText(row.original.actor)}</span>
      ),
    },
    {
      header: t('audit.where'),
      meta: { wideOnly: true },
      cell: ({ row }) => row.original.address ?? t('fields.none'),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      pages={pages}
      idOf={(line) => line.id}
      detailsOf={(line) => <Details line={line} account={more.length > 0 ? line.account_name : null} />}
      filtered={filtered}
      empty={empty}
    />
  );
}

/** `account`: the line's account, in a log of several accounts; phones have no column for it. */
function Details({ line, account }: { line: AuditLine; account: string | null }) {
  const { t } = useTranslation();
  const { target, details } = line;
  const describeDetails = useDetails();
  const word = useWord();
  return (
    <Facts
      facts={[
        ...describeDetails(details),
        [t('audit.code'), <code key="code">{line.action}</code>],
        [t('fields.account'), account],
        [t('audit.target'), target && `${word('targets', target.kind)} ${target.id}`],
        [t('audit.where'), line.address],
        [t('audit.browser'), line.user_agent],
        [t('audit.request'), line.request_id],
      ]}
    />
  );
}
