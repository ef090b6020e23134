import { isPayable } from '../../charges/boletos/at-bank.ts';
import type { ChargeDeps } from '../../charges/deps.ts';
import { goTo, sendPage } from '../../html/page.ts';
import type { App } from '../../http/app-type.ts';
import { type Paying, payPath } from '../pay-page.ts';
import { payingOf, withBoleto } from '../paying.ts';
import { findLogo } from './logo.ts';
import { boletoPage, boletoPath } from './page.ts';

const hide = { schema: { hide: true } };

/** A boleto that is not registered yet, paid, cancelled or replaced by another method is not shown: the payment page says why. */
export function boletoRoutes(app: App, deps: ChargeDeps): void {
  app.get('/boleto/:token', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    if (!isShown(paying)) return goTo(reply, paying.page, payPath(paying.charge));
    const page = { ...paying.page, path: boletoPath(paying.charge) };
    return sendPage(reply, boletoPage(await withBoleto(deps, { ...paying, page })));
  });
  app.get('/boleto/:token.pdf', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    if (!isShown(paying)) return goTo(reply, paying.page, payPath(paying.charge));
    const [withDetails, logo] = await Promise.all([
      withBoleto(deps, paying),
      findLogo(deps, paying.charge.accountId),
    ]);
    // The PDF library takes a tenth of a second to load: loaded at the first PDF only.
    const { boletoPdf } = await import('./pdf.ts');
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="boleto-${withDetails.boleto.ourNumber}.pdf"`)
      .send(await boletoPdf(withDetails, logo));
  });
}

function isShown({ charge }: Paying): boolean {
  const { billingType, status } = charge;
  return billingType === 'BOLETO' && isPayable(charge) && (status === 'PENDING' || status === 'OVERDUE');
}
