import { Building2, Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { enterAccount } from '../api/enter-account.ts';
import type { Session } from '../api/session.ts';
import { useErrorText } from '../kit/error-notice.tsx';
import { MENU_ITEM } from '../kit/menu-styles.ts';
import { useNotify } from '../kit/toast.tsx';

/** The accounts of a person who works in several. */
export function AccountSwitch({ session }: { session: Session }) {
  const { t } = useTranslation('team');
  const errorText = useErrorText();
  const notify = useNotify();
  if (session.accounts.length < 2) return null;
  return (
    <Radix.Group aria-label={t('switch.label')}>
      <Radix.Label className="block px-3 pt-2 pb-1 text-small text-quiet">{t('switch.label')}</Radix.Label>
      {session.accounts.map(({ id, name, role }) => {
        const isCurrent = id === session.account.id;
        return (
          <Radix.Item
            key={id}
            className={MENU_ITEM}
            disabled={isCurrent}
            onSelect={() => void enterAccount(id).catch((error) => notify(errorText(error)))}
          >
            {isCurrent ? <Check aria-hidden="true" size={16} /> : <Building2 aria-hidden="true" size={16} />}
            <span className="max-w-56 truncate">
              {name}
              <span className="text-quiet"> · {t(`roles.${role}`)}</span>
            </span>
          </Radix.Item>
        );
      })}
      <Radix.Separator className="my-1 border-t" />
    </Radix.Group>
  );
}
