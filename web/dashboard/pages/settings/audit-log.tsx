import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { AuditTable, useActionText } from '../../kit/audit-table.tsx';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';

/** The actions in a seller's log. */
const ACTIONS = [
  'user.login',
  'user.identity_confirmed',
  'user.login_locked',
  'user.logout',
  'user.session_ended',
  'user.password_changed',
  'user.two_factor_enabled',
  'user.two_factor_disabled',
  'account.registered',
  'account.branding_changed',
  'account.changed',
  'account.approved',
  'account.blocked',
  'account.fee_plan_changed',
  'account.limits_changed',
  'account.automatic_withdrawals_changed',
  'account.notifications_changed',
  'api_key.created',
  'api_key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.test_sent',
  'product.created',
  'product.changed',
  'product.split_changed',
  'product.deleted',
  'payment_link.created',
  'payment_link.deleted',
  'person.erased',
  'charge.cancelled',
  'charge.due_date_requested',
  'charge.imported',
  'charge.mail_sent',
  'refund.requested',
  'withdrawal.requested',
  'withdrawal.approved',
  'withdrawal.rejected',
  'withdrawal.returned',
  'dispute.closed',
  'file.uploaded',
  'clock.moved',
  'clock.reset',
] as const;

export function Page() {
  const { t } = useTranslation(['settings', 'common']);
  const actionText = useActionText();
  const filters = useFilters(['action']);
  const pages = usePages('audit-log', (query) => get('/api/v1/audit-log', { query }), filters.values);
  return (
    <>
      <PageHeader title={t('common:menu.auditLog')} about={t('audit.about')} />
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('audit.filter')} className="w-full sm:w-72">
          <Select
            value={filters.values.action ?? ''}
            onChange={(event) => filters.set({ action: event.target.value })}
          >
            <option value="">{t('common:fields.every')}</option>
            {ACTIONS.map((action) => (
              <option key={action} value={action}>
                {actionText(action)}
              </option>
            ))}
          </Select>
        </Field>
        {filters.active && (
          <Button variant="quiet" onClick={filters.clear}>
            {t('common:actions.clearFilters')}
          </Button>
        )}
      </div>
      <AuditTable
        label={t('common:menu.auditLog')}
        pages={pages}
        filtered={filters.active}
        empty={<EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />}
      />
    </>
  );
}
