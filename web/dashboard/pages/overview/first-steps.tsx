import { KeyRound, type LucideIcon, ReceiptText, Webhook } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { needsOf, useMay } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Card } from '../../kit/page.tsx';

const STEPS: readonly { name: 'charge' | 'key' | 'webhook'; href: string; icon: LucideIcon }[] = [
  { name: 'charge', href: '/charges/new', icon: ReceiptText },
  { name: 'key', href: '/integrations', icon: KeyRound },
  { name: 'webhook', href: '/integrations/webhooks', icon: Webhook },
];

/** For an account that has charged nothing yet. */
export function FirstSteps() {
  const { t } = useTranslation('overview');
  const may = useMay();
  const steps = STEPS.filter(({ href }) => may(needsOf(href)));
  const isActive = useSession().account.account_status === 'active';
  return (
    <Card title={t('first.title')}>
      <p className="max-w-prose text-quiet">{t(isActive ? 'first.about' : 'first.later')}</p>
      <ol className="grid gap-3">
        {steps.map(({ name, href, icon: Icon }, index) => (
          <li
            key={name}
            className="grid items-center gap-3 rounded-lg border p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <Icon aria-hidden="true" size={24} className="text-accent" />
            <div>
              <h3 className="font-semibold">{t(`first.${name}.title`)}</h3>
              <p className="text-small text-quiet">{t(`first.${name}.text`)}</p>
            </div>
            {isActive && (
              <ButtonLink href={href} variant={index === 0 ? 'primary' : 'second'}>
                {t(`first.${name}.action`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
