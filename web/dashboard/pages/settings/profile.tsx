import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { patch } from '../../api/client.ts';
import { May } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { isPhone } from '../../kit/written-contact.ts';
import { writeDocument } from '../../kit/written-document.ts';
import { ContactCard } from './contact-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { PayoutKeyCard } from './payout-key-card.tsx';

export function Page() {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  return (
    <>
      <PageHeader title={t('title')} about={t(user.role === 'seller' ? 'about' : 'operatorAbout')} />
      <ProfileCard />
      {user.role === 'seller' && (
        <May do="account:write">
          <PayoutKeyCard />
          <ContactCard />
        </May>
      )}
      <May do="account:write">
        <LanguageCard />
      </May>
    </>
  );
}

type Profile = { name: string; phone: string };

function ProfileCard() {
  const { t } = useTranslation(['settings', 'common']);
  const notify = useNotify();
  const { account } = useSession();
  const form = useApiForm<Profile, unknown>({
    values: { name: account.name, phone: account.phone ?? '' },
    send: ({ name, phone }) =>
      patch('/api/v1/account', { body: { name: name.trim(), phone: phone.trim() || null } }),
    after: () => notify(t('profile.saved')),
  });
  return (
    <Card title={t('profile.title')}>
      <AccountFacts />
      <form className="grid max-w-2xl gap-4" onSubmit={form.submit} noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('common:fields.name')} error={form.errorOf('name')}>
            <Input autoComplete="name" maxLength={120} {...form.register('name', { required: true })} />
          </Field>
          <Field label={t('common:fields.phone')} optional error={form.errorOf('phone')}>
            <Input
              type="tel"
              autoComplete="tel"
              maxLength={20}
              {...form.register('phone', { validate: (text) => isPhone(text) || t('common:errors.phone') })}
            />
          </Field>
        </div>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit" needs="account:write" busy={form.busy}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const STATUS_TONES = { active: 'good', pending: 'note', blocked: 'bad' } as const;

/** Read-only identification of the account. */
function AccountFacts() {
  const { t } = useTranslation(['settings', 'common']);
  const { account, user } = useSession();
  const status = account.account_status;
  return (
    <Facts
      facts={[
        [t('common:fields.email'), user.email],
        [
          t(account.person_type === 'PF' ? 'profile.cpf' : 'profile.cnpj'),
          writeDocument(account.document, account.person_type),
        ],
        [
          t('profile.accountId'),
          <div key="id" className="grid">
            <Copyable text={account.id} label={t('profile.accountId')} />
            {user.role === 'seller' && (
              <span className="text-small text-quiet">{t('profile.accountIdAbout')}</span>
            )}
          </div>,
        ],
        [
          t('common:fields.status'),
          <Badge key="status" tone={STATUS_TONES[status]}>
            {t(`profile.status.${status}`)}
          </Badge>,
        ],
        [t('profile.identity'), user.role === 'seller' ? <IdentityFact key="identity" /> : null],
      ]}
    />
  );
}

function IdentityFact() {
  const { t } = useTranslation('settings');
  const isVerified = useSession().account.identity_verified;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Badge tone={isVerified ? 'good' : 'plain'}>
        {t(isVerified ? 'profile.verified' : 'profile.unverified')}
      </Badge>
      <May do="account:write">
        <Link href="/settings/identity" className="text-accent underline underline-offset-2">
          {t('profile.verify')}
        </Link>
      </May>
    </span>
  );
}
