import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS } from '../../../../server/src/events/catalogue.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { FilterPanel } from '../../kit/filter-panel.tsx';
import { useFilters } from '../../kit/filters.ts';
import { PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { DELIVERY_STATUSES } from './delivery-badge.tsx';
import { type DeliveryFilter, DeliveryTable } from './delivery-table.tsx';
import { useWebhooks } from './find-webhook.ts';
import { RedeliverDialog } from './redeliver-dialog.tsx';

const FILTERS = ['status', 'event', 'webhook_id', 'charge_id'] as const;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function Page() {
  const { t } = useTranslation('integrations');
  const filters = useFilters(FILTERS);
  const [redelivering, setRedelivering] = useState(false);
  const { charge_id: chargeId, ...rest } = filters.values;
  const isId = !chargeId || ID.test(chargeId);
  return (
    <>
      <PageHeader title={t('deliveries.title')} about={t('deliveries.about')}>
        <Button needs="webhooks:write" onClick={() => setRedelivering(true)}>
          {t('redeliver.many')}
        </Button>
      </PageHeader>
      <Filters filters={filters} />
      {isId ? (
        <DeliveryTable
          filter={{ ...rest, charge_id: chargeId } as DeliveryFilter}
          filtered={filters.active}
          empty="all"
        />
      ) : (
        <p role="status" className="rounded-xl border bg-surface p-6 text-quiet">
          {t('deliveries.notAnId')}
        </p>
      )}
      {redelivering && <RedeliverDialog close={() => setRedelivering(false)} />}
    </>
  );
}

function Filters({ filters }: { filters: ReturnType<typeof useFilters<(typeof FILTERS)[number]>> }) {
  const { t } = useTranslation(['integrations', 'common']);
  const webhooks = useWebhooks();
  const { values, set } = filters;
  return (
    <FilterPanel count={filters.count} onClear={filters.clear}>
      <Field label={t('deliveries.status')}>
        <Select value={values.status ?? ''} onChange={({ target }) => set({ status: target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {DELIVERY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`deliveries.statuses.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('deliveries.event')}>
        <Select value={values.event ?? ''} onChange={({ target }) => set({ event: target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {WEBHOOK_EVENTS.map((event) => (
            <option key={event}>{event}</option>
          ))}
        </Select>
      </Field>
      <Field label={t('webhooks.one')}>
        <Select value={values.webhook_id ?? ''} onChange={({ target }) => set({ webhook_id: target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {webhooks.data?.map(({ id, url }) => (
            <option key={id} value={id}>
              {url}
            </option>
          ))}
        </Select>
      </Field>
      <SearchField
        longest={36}
        label={t('deliveries.charge')}
        value={values.charge_id}
        onSearch={(charge_id) => set({ charge_id })}
      />
    </FilterPanel>
  );
}
