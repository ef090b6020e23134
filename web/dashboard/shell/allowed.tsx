import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '../../../server/src/kit/permissions.ts';
import { useMay } from '../api/permissions.tsx';
import { useSession } from '../api/session.ts';
import { ButtonLink } from '../kit/button.tsx';
import { PageHeader } from '../kit/page.tsx';

/** A page, or plain words about why it is not shown. */
export function Allowed({ needs, children }: { needs: Permission | null; children: ReactNode }) {
  const may = useMay();
  return may(needs) ? children : <NotAllowed />;
}

function NotAllowed() {
  const { t } = useTranslation(['team', 'common']);
  const { user, view } = useSession();
  const role = t(`roles.${user.team_role}`);
  return (
    <>
      {view ? (
        <PageHeader title={t('notAllowed.inViewTitle')} about={t('notAllowed.inView')} />
      ) : (
        <PageHeader title={t('notAllowed.title')} about={t('notAllowed.text', { role })} />
      )}
      <div>
        <ButtonLink href="/">{t('common:errors.home')}</ButtonLink>
      </div>
    </>
  );
}
