import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { type Choice, Combobox } from '../../kit/combobox.tsx';

type Customer = Answer<'/api/v1/customers/{id}'>;

const SHOWN = 8;
const NAMES_KEPT_MS = 5 * 60_000;

function customerQuery(id: string) {
  return {
    queryKey: ['customer', id],
    queryFn: () => get('/api/v1/customers/{id}', { path: { id } }),
    staleTime: NAMES_KEPT_MS,
  };
}

function choiceOf(customer: Customer): Choice {
  return { id: customer.id, label: customer.name, detail: customer.email ?? customer.cpf_cnpj };
}

async function searchCustomers(text: string): Promise<Choice[]> {
  const query = { limit: SHOWN, ...(text && { search: text }) };
  const { data } = await get('/api/v1/customers', { query });
  return data.map(choiceOf);
}

/** Finds a customer by the start of the name, the e-mail or the document. */
export function CustomerPicker({
  id,
  onChoose,
}: {
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
}) {
  const { t } = useTranslation('charges');
  const { data } = useQuery({ ...customerQuery(id ?? ''), enabled: id !== undefined });
  return (
    <Combobox
      name="customers"
      search={searchCustomers}
      chosen={id === undefined ? null : data ? choiceOf(data) : { id, label: id }}
      onChoose={(choice) => onChoose(choice?.id)}
      placeholder={t('list.customerHint')}
    />
  );
}
