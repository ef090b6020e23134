import { May } from '../../api/permissions.tsx';
import { useSandbox } from '../../api/session.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { type Charge, useCharge, useDisputes, useLedger } from './charge.ts';
import { ChargeFacts } from './charge-facts.tsx';
import { ChargeHead } from './charge-head.tsx';
import { ChargeMails } from './charge-mails.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { MoneyBack } from './money-back.tsx';
import { PaymentMeans } from './payment-means.tsx';
import { SandboxTools } from './sandbox-tools.tsx';
import { Timeline } from './timeline.tsx';

export function Page({ params }: { params: Record<string, string> }) {
  const query = useCharge(params.id ?? '');
  return (
    <Loaded query={query} lines={12}>
      {(charge) => <ChargePage charge={charge} />}
    </Loaded>
  );
}

function ChargePage({ charge }: { charge: Charge }) {
  const isSandbox = useSandbox();
  const ledger = useLedger(charge);
  const disputes = useDisputes(charge).data?.data ?? [];
  return (
    <>
      <ChargeHead charge={charge} disputes={disputes} />
      {isSandbox && (
        <May do="sandbox:write">
          <SandboxTools charge={charge} />
        </May>
      )}
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <PaymentMeans charge={charge} />
          <Timeline charge={charge} disputes={disputes} />
        </div>
        <div className="grid min-w-0 gap-6">
          <ChargeFacts charge={charge} ledger={ledger.data} />
          <ChargeMails charge={charge} />
          <MoneyBack charge={charge} disputes={disputes} />
        </div>
      </div>
      <LedgerCard query={ledger} />
    </>
  );
}
