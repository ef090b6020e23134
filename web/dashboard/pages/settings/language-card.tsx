import { useTranslation } from 'react-i18next';
import { patch } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { changeLanguage } from '../../text/language.ts';
import { LANGUAGES, type Language } from '../../text/languages.ts';

/** Applies to every browser the user signs in with. */
export function LanguageCard() {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const notify = useNotify();
  const { account } = useSession();
  const change = useSend(
    (language: Language | null) => patch('/api/v1/account', { body: { language } }),
    async (_answer, language) => {
      if (language) await changeLanguage(language);
      notify(i18n.t('settings:language.saved'));
    },
  );
  return (
    <Card title={t('language.title')}>
      <Field label={t('language.label')} hint={t('language.hint')} className="max-w-xs">
        <Select
          value={account.language ?? ''}
          disabled={change.isPending}
          onChange={(event) => change.mutate(LANGUAGES.find((each) => each === event.target.value) ?? null)}
        >
          <option value="">{t('language.browser')}</option>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {t(`common:language.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {change.error && <ErrorNotice error={change.error} />}
    </Card>
  );
}
