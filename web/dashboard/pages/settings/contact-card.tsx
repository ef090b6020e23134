import { useTranslation } from 'react-i18next';
import { patch } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { AddressFields, type AddressValues, addressValues, sentAddress } from '../../kit/address-fields.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { isPhone, shownPhone } from '../../kit/written-contact.ts';

type Contact = {
  address: AddressValues;
  contact_email: string;
  contact_phone: string;
  contact_whatsapp: string;
};

/** Where the seller is and how payers reach it. */
export function ContactCard() {
  const { t } = useTranslation(['settings', 'common']);
  const notify = useNotify();
  const { account } = useSession();
  const form = useApiForm<Contact, unknown>({
    values: {
      address: addressValues(account.address),
      contact_email: account.contact_email ?? '',
      contact_phone: account.contact_phone ?? '',
      contact_whatsapp: shownPhone(account.contact_whatsapp ?? ''),
    },
    send: ({ address, ...contact }) =>
      patch('/api/v1/account', {
        body: {
          address: sentAddress(address),
          contact_email: contact.contact_email.trim() || null,
          contact_phone: contact.contact_phone.trim() || null,
          contact_whatsapp: contact.contact_whatsapp.trim() || null,
        },
      }),
    after: () => notify(t('contact.saved')),
  });
  const phone = { validate: (text: string) => isPhone(text) || t('common:errors.phone') };
  return (
    <Card title={t('contact.title')}>
      <p className="max-w-prose text-quiet">{t('contact.about')}</p>
      <form className="grid max-w-2xl gap-6" onSubmit={form.submit} noValidate>
        <fieldset>
          <legend className="mb-4 font-semibold">{t('common:address.title')}</legend>
          <AddressFields form={form} autoComplete />
        </fieldset>
        <fieldset>
          <legend className="mb-1 font-semibold">{t('contact.reach')}</legend>
          <p className="mb-4 text-small text-quiet">{t('contact.reachAbout')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('contact.email')}
              optional
              error={form.errorOf('contact_email')}
              className="sm:col-span-2"
            >
              <Input type="email" autoComplete="email" maxLength={254} {...form.register('contact_email')} />
            </Field>
            <Field label={t('contact.phone')} optional error={form.errorOf('contact_phone')}>
              <Input
                type="tel"
                autoComplete="tel"
                maxLength={20}
                {...form.register('contact_phone', phone)}
              />
            </Field>
            <Field label={t('contact.whatsapp')} optional error={form.errorOf('contact_whatsapp')}>
              <Input type="tel" maxLength={20} {...form.register('contact_whatsapp', phone)} />
            </Field>
          </div>
        </fieldset>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('contact.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
