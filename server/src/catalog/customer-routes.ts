import { addressText, readAddress, type WrittenAddress } from '../brazil/address.ts';
import { readDocument } from '../brazil/read-document.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, presentList, searchedListOf } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { notFound } from '../kit/errors.ts';
import { changeCustomer } from './change-customer.ts';
import { type FoundCustomers, searchCustomers } from './customer-search.ts';
import {
  customerBody,
  customerChangeBody,
  customerQuery,
  customerShape,
  presentCustomer,
} from './customer-shapes.ts';
import { findCustomer, listCustomers } from './customers.ts';
import { saveCustomer } from './save-customer.ts';

const tags = ['Customers'];

export function customerRoutes(app: App, deps: Deps): void {
  changeRoute(app, deps);
  app.post('/api/v1/customers', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Create a customer; one with the same cpf_cnpj is updated',
      body: customerBody,
      response: { 201: customerShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { name, email, phone, cpf_cnpj: cpfCnpj } = request.body;
      const fields = { name, email, phone, cpfCnpj, address: addressIn(request.body) };
      const answer = answerTo(request, reply, 201, presentCustomer);
      await saveCustomer(deps, accountOf(request), request.objectId, fields, answer);
      return answer.send();
    },
  });
  app.get('/api/v1/customers/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get a customer',
      params: idParams,
      response: { 200: customerShape, ...errorAnswers },
    },
    handler: async (request) => {
      const customer = await findCustomer(deps, deps.db, accountOf(request), request.params.id);
      if (!customer) throw notFound('Customer');
      return presentCustomer(customer);
    },
  });
  app.get('/api/v1/customers', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List customers, newest first; search results are ordered by name',
      querystring: customerQuery,
      response: { 200: searchedListOf(customerShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { email, cpf_cnpj: document, search } = request.query;
      const cpfCnpj = document === undefined ? undefined : readDocument('cpf_cnpj', document, false);
      const page = idPageOf('customers', request.query);
      const filter = { email, cpfCnpj };
      const accountId = accountOf(request);
      const { rows, total, isMinimum } = await deps.reads.read<Deps, FoundCustomers>(
        deps,
        accountId,
        (from) =>
          search === undefined
            ? listCustomers(from, accountId, filter, page)
            : searchCustomers(from, accountId, { ...filter, search: search.trim() }, page),
      );
      return presentList(rows, page, total, (row) => row.id, presentCustomer, isMinimum);
    },
  });
}

function changeRoute(app: App, deps: Deps): void {
  app.put('/api/v1/customers/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Update a customer; absent fields are unchanged, past charges keep theirs',
      params: idParams,
      body: customerChangeBody,
      response: { 200: customerShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { cpf_cnpj: cpfCnpj, ...change } = request.body;
      const { id } = request.params;
      const address = addressIn(change);
      const fields = { ...change, address, ...(cpfCnpj === undefined ? {} : { cpfCnpj }) };
      return presentCustomer(await changeCustomer(deps, accountOf(request), id, fields, actorOf(request)));
    },
  });
}

/** Absent: unchanged; null: removed. */
function addressIn({ address }: { address?: WrittenAddress | null }): string | null | undefined {
  return address ? addressText(readAddress('address', address)) : address;
}
