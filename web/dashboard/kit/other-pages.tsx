import { useTranslation } from 'react-i18next';
import { ButtonLink } from './button.tsx';
import { PageHeader } from './page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('errors.notFoundTitle')} about={t('errors.notFound')} />
      <div>
        <ButtonLink href="/">{t('errors.home')}</ButtonLink>
      </div>
    </>
  );
}

export function ForbiddenPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('errors.forbiddenTitle')} about={t('errors.forbidden')} />
      <div>
        <ButtonLink href="/">{t('errors.home')}</ButtonLink>
      </div>
    </>
  );
}
