import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { type Charge, isHeld, isOpen } from './charge.ts';

const TOOLS = ['pay', 'refuse', 'expire', 'overdue', 'chargeback', 'med'] as const;
type Tool = (typeof TOOLS)[number];
type Wish = { tool: Tool; amount?: number };

/** Whether the charge's state allows this action. */
function fits(tool: Tool, charge: Charge): boolean {
  const { billing_type: method, status } = charge;
  const byCard = method === 'CREDIT_CARD';
  const mayBeDisputed = (charge.refundable_amount ?? 0) > 0;
  const tests: Record<Tool, boolean> = {
    pay: (isOpen(charge) && !isHeld(charge) && !isPaidElsewhere(charge)) || (byCard && status === 'REFUSED'),
    refuse: byCard && status === 'PENDING',
    expire: !byCard && isOpen(charge),
    overdue: method === 'BOLETO' && status === 'PENDING',
    chargeback: byCard && mayBeDisputed,
    med: method === 'PIX' && mayBeDisputed,
  };
  return tests[tool];
}

/** A PSP's code is paid in the PSP's test environment. */
function isPaidElsewhere({ billing_type: method, pix }: Charge): boolean {
  return method === 'PIX' && pix !== undefined && pix.provider !== 'sandbox';
}

function useTool(charge: Charge) {
  const { t } = useTranslation('charges');
  const notify = useNotify();
  const path = { id: charge.id };
  return useSend(
    ({ tool, amount }: Wish): Promise<unknown> =>
      tool === 'pay'
        ? post('/api/v1/sandbox/charges/{id}/pay', {
            path,
            ...(amount !== undefined && { body: { amount } }),
          })
        : post(`/api/v1/sandbox/charges/{id}/${tool}`, { path }),
    (_answer, { tool }) => notify(t(`sandbox.done.${tool}`)),
  );
}

/** Simulates the payer, the bank and time. Sandbox only. */
export function SandboxTools({ charge }: { charge: Charge }) {
  const { t } = useTranslation(['charges', 'common']);
  const send = useTool(charge);
  const tools = TOOLS.filter((tool) => fits(tool, charge));
  if (tools.length === 0) return null;
  const takesOtherAmount = fits('pay', charge) && charge.billing_type !== 'CREDIT_CARD';
  return (
    <div className="grid gap-3 rounded-xl border border-dashed border-note bg-note-ground p-4">
      <h2 className="flex items-center gap-2 font-semibold text-note">
        <FlaskConical aria-hidden="true" size={18} />
        {t('common:sandbox.tools')}
      </h2>
      <p className="text-small text-note">{t('sandbox.about')}</p>
      <div className="flex flex-wrap items-end gap-2">
        {tools.map((tool) => (
          <Button
            key={tool}
            busy={send.isPending && send.variables.tool === tool && send.variables.amount === undefined}
            disabled={send.isPending && send.variables.tool !== tool}
            onClick={() => send.mutate({ tool })}
          >
            {t(`sandbox.${tool}`)}
          </Button>
        ))}
      </div>
      {takesOtherAmount && (
        <OtherAmount busy={send.isPending} onPay={(amount) => send.mutate({ tool: 'pay', amount })} />
      )}
      {send.error && <ErrorNotice error={send.error} />}
    </div>
  );
}

/** Pays a different amount. */
function OtherAmount({ busy, onPay }: { busy: boolean; onPay: (amount: number) => void }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const [amount, setAmount] = useState<number | null>(null);
  return (
    <Disclosure title={t('sandbox.otherAmount')} titleClass="text-small font-medium text-note">
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount && !busy) onPay(amount);
        }}
      >
        <Field label={t('sandbox.amount')} className="w-48">
          <MoneyInput value={amount} onChange={setAmount} />
        </Field>
        <Button type="submit" busy={busy} disabled={!amount}>
          {amount ? t('sandbox.payAmount', { amount: format.money(amount) }) : t('sandbox.pay')}
        </Button>
      </form>
    </Disclosure>
  );
}
