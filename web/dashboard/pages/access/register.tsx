import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { normalizeDocument, personTypeOf } from '../../../../server/src/brazil/documents.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { isPhone } from '../../kit/written-contact.ts';
import { EmailField } from './email-field.tsx';
import { AccessFrame } from './frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';

type Registration = {
  person_type: 'PF' | 'PJ';
  name: string;
  document: string;
  email: string;
  phone: string;
  password: string;
};

const EMPTY: Registration = {
  person_type: 'PJ',
  name: '',
  document: '',
  email: '',
  phone: '',
  password: '',
};

export function Page() {
  const { t } = useTranslation('access');
  const form = useApiForm<Registration, unknown>({
    values: EMPTY,
    send: ({ phone, email, ...rest }) =>
      post('/api/v1/auth/register', {
        body: { ...rest, email: email.trim(), cookie: true, ...(phone.trim() && { phone: phone.trim() }) },
      }),
    names: { person_type: 'document' },
  });
  return (
    <AccessFrame title={t('register.title')} about={t('register.approval')}>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <PersonFields form={form} />
        <ContactFields form={form} />
        <NewPasswordField form={form} name="password" label={t('fields.password')} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          {t('register.submit')}
        </Button>
      </form>
      <p className="text-quiet">
        {t('register.hasAccount')}{' '}
        <Link href="/login" className="text-accent underline underline-offset-4">
          {t('register.login')}
        </Link>
      </p>
    </AccessFrame>
  );
}

/** The type of person decides which document is required. */
function PersonFields({ form }: { form: ApiForm<Registration> }) {
  const { t } = useTranslation('access');
  const type = form.watch('person_type');
  // Checked here too, so that all invalid fields are marked at once.
  const isDocument = (text: string, { person_type: chosen }: Registration) => {
    const document = normalizeDocument(text);
    if (document === null) return t(`register.notA_${chosen}`);
    return personTypeOf(document) === chosen || t(`register.otherThan_${chosen}`);
  };
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-small font-semibold">{t('register.personType')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {(['PJ', 'PF'] as const).map((each) => (
            <label
              key={each}
              className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-strong-line px-3 has-checked:border-accent has-checked:bg-accent-ground has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                value={each}
                className="size-4 shrink-0 accent-accent"
                {...form.register('person_type', { deps: ['document'] })}
              />
              {t(`personType.${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t(`register.name_${type}`)} error={form.errorOf('name')}>
        <Input
          autoComplete={type === 'PJ' ? 'organization' : 'name'}
          maxLength={120}
          {...form.register('name', { required: true })}
        />
      </Field>
      <Field label={t(`register.document_${type}`)} error={form.errorOf('document')}>
        <Input
          autoComplete="off"
          inputMode={type === 'PF' ? 'numeric' : 'text'}
          maxLength={20}
          placeholder={type === 'PF' ? '000.000.000-00' : '00.000.000/0000-00'}
          {...form.register('document', { required: true, validate: isDocument })}
        />
      </Field>
    </>
  );
}

function ContactFields({ form }: { form: ApiForm<Registration> }) {
  const { t } = useTranslation();
  return (
    <>
      <EmailField form={form} name="email" />
      <Field label={t('fields.phone')} optional error={form.errorOf('phone')}>
        <Input
          type="tel"
          autoComplete="tel"
          maxLength={20}
          {...form.register('phone', { validate: (text) => isPhone(text) || t('errors.phone') })}
        />
      </Field>
    </>
  );
}
