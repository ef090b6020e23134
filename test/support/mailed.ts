import type { Seller, TestGateway } from './gateway.ts';
import { until } from './until.ts';

export type LoggedMail = {
  id: string;
  kind: string;
  language: string;
  state: string;
  to: string;
  subject: string;
  suppressed_for: string | null;
  charge_id: string | null;
};

const ABOUT_ACCESS = ['verify_email', 'new_device'];

/** The mails of a seller about its trade, newest first; what is due has run before. */
export async function mailsOf(gateway: TestGateway, seller: Seller): Promise<LoggedMail[]> {
  await gateway.runDue();
  const { body } = await seller.call('GET', '/api/v1/mails?limit=100');
  return (body.data as LoggedMail[]).filter(({ kind }) => !ABOUT_ACCESS.includes(kind));
}

/**
 * Waits until the mails are these, in any order. An event becomes a mail when its position is final: when every
 * transaction of the server that began before has ended, also those of other tests.
 */
export async function untilMailed(
  gateway: TestGateway,
  seller: Seller,
  expected: readonly string[],
): Promise<LoggedMail[]> {
  let mails: LoggedMail[] = [];
  const wanted = [...expected].sort().join();
  await until(`the mails are ${wanted}`, async () => {
    mails = await mailsOf(gateway, seller);
    return (
      mails
        .map(({ kind }) => kind)
        .sort()
        .join() === wanted
    );
  }).catch((error: Error) => {
    throw new Error(`${error.message}, and are ${mails.map(({ kind }) => kind).join()}`);
  });
  return mails;
}

export const PAYER = { name: 'Bia Lima', email: 'bia@payer.example', cpf_cnpj: '52998224725' };

export async function charged(
  seller: Seller,
  body: object = {},
): Promise<{ id: string; boleto: { due_date: string } }> {
  const answer = await seller.call('POST', '/api/v1/charges', {
    ...{ value: 100, billing_type: 'PIX', description: 'Pedido 12', customer: PAYER },
    ...body,
  });
  if (answer.status !== 201) throw new Error(`the charge was refused: ${answer.raw}`);
  return answer.body;
}

export const pay = (seller: Seller, id: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);

export const choose = (seller: Seller, change: object) =>
  seller.call('PATCH', '/api/v1/account/notifications', change);
