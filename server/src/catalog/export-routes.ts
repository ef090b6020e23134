import { Type } from 'typebox';
import { addressLine, addressOf } from '../brazil/address.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { type Column, column, words } from '../http/exports/columns.ts';
import { COUNT_ONLY, fileQuery, fileSchema, pagesOf, sendList } from '../http/exports/send-file.ts';
import { accountOf } from '../http/principal.ts';
import { searchCustomers } from './customer-search.ts';
import { type CustomerRow, listCustomers } from './customers.ts';
import { isLinkOpen, listPaymentLinks, type PaymentLinkRow } from './payment-links.ts';

const searchQuery = Type.Optional(Type.String({ maxLength: 254, pattern: '\\S' }));

const CUSTOMER_COLUMNS: readonly Column<CustomerRow>[] = [
  column('Nome', 'Name', ({ name }) => name),
  column('E-mail', 'E-mail', ({ email }) => email),
  column('CPF/CNPJ', 'CPF/CNPJ', ({ cpf_cnpj: document }) => document),
  column('Telefone', 'Telephone', ({ phone }) => phone),
  column('Endereço', 'Address', ({ address }) => lineOf(address)),
  column('Criado em', 'Created at', ({ created_at: at }) => ({ at })),
  column('ID do cliente', 'Customer ID', ({ id }) => id),
];

function lineOf(text: string | null): string | null {
  const address = addressOf(text);
  return address && addressLine(address);
}

export function catalogExportRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/customers/export', {
    config: { access: 'key' },
    schema: {
      tags: ['Customers'],
      summary: 'Export customers as a file',
      ...fileSchema,
      querystring: Type.Object({ ...fileQuery, search: searchQuery }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const accountId = accountOf(request);
      const search = query.search?.trim();
      const read = (page: Parameters<typeof listCustomers>[3]) =>
        deps.reads.read(deps, accountId, async (from) =>
          search === undefined
            ? listCustomers(from, accountId, {}, page)
            : searchCustomers(from, accountId, { search }, page),
        );
      const pages = pagesOf<CustomerRow>(
        'customers',
        ({ id }) => id,
        async (page) => (await read(page)).rows,
      );
      const { total } = await read(COUNT_ONLY);
      const name = { pt: 'clientes', en: 'customers' };
      return sendList(reply, query, { name, columns: CUSTOMER_COLUMNS, pages, total, now: deps.clock.now() });
    },
  });
  linkExport(app, deps);
}

const METHODS = { PIX: 'PIX', CREDIT_CARD: 'cartão', BOLETO: 'boleto' };

const linkColumns = (pagesUrl: string, clock: Deps['clock']): Column<PaymentLinkRow>[] => [
  column('Nome', 'Name', ({ name }) => name),
  column('Descrição', 'Description', ({ description }) => description),
  column('Valor', 'Value', ({ value_cents: cents }) => (cents === null ? null : { cents })),
  column('Meios', 'Methods', ({ billing_types: types }) =>
    words(types.map((type) => METHODS[type]).join(', '), types.join(', ')),
  ),
  column('Parcelas até', 'Max. installments', ({ max_installments: count }) => ({ count })),
  column('Pagamentos', 'Payments', ({ payments_count: count }) => ({ count: Number(count) })),
  column('Limite de pagamentos', 'Max. payments', ({ max_payments: max }) =>
    max === null ? null : { count: Number(max) },
  ),
  column('Ativo', 'Active', (row) =>
    isLinkOpen(row, clock.now()) ? words('Sim', 'Yes') : words('Não', 'No'),
  ),
  column('Expira em', 'Expires at', ({ expires_at: at }) => (at ? { at } : null)),
  column('Endereço', 'Address', ({ token }) => `${pagesUrl}/l/${token}`),
  column('Criado em', 'Created at', ({ created_at: at }) => ({ at })),
  column('ID do link', 'Payment link ID', ({ id }) => id),
];

function linkExport(app: App, deps: Deps): void {
  app.get('/api/v1/payment-links/export', {
    config: { access: 'key' },
    schema: {
      tags: ['Payment links'],
      summary: 'Export payment links as a file, newest first',
      ...fileSchema,
      querystring: Type.Object({ ...fileQuery, search: searchQuery, active: Type.Optional(Type.Boolean()) }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const accountId = accountOf(request);
      const filter = { active: query.active, search: query.search?.trim(), now: deps.clock.now() };
      const read = (page: Parameters<typeof listPaymentLinks>[3]) =>
        listPaymentLinks(deps, accountId, filter, page);
      const pages = pagesOf<PaymentLinkRow>(
        'payment_links',
        ({ id }) => id,
        async (page) => (await read(page)).rows,
      );
      const { total } = await read(COUNT_ONLY);
      const name = { pt: 'links-de-pagamento', en: 'payment-links' };
      const columns = linkColumns(await deps.pagesUrl(accountId), deps.clock);
      return sendList(reply, query, { name, columns, pages, total, now: filter.now });
    },
  });
}
