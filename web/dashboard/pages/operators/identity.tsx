import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { shownDocument } from '../../kit/written-document.ts';
import { type Submission, SubmissionBadge } from './identities.tsx';
import { DecisionCard, HistoryCard } from './identity-decision.tsx';
import { OpenedDocument } from './identity-opened.tsx';
import { SellerLink } from './seller-link.tsx';

const REFRESH_MS = 15_000;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['admin-identity', id],
    queryFn: () => get('/api/v1/admin/identities/{id}', { path: { id } }),
    // Another operator may decide meanwhile.
    refetchInterval: REFRESH_MS,
  });
  return (
    <Loaded query={query} lines={10}>
      {(submission) => <SubmissionPage submission={submission} />}
    </Loaded>
  );
}

function SubmissionPage({ submission }: { submission: Submission }) {
  const { t } = useTranslation('identityReview');
  return (
    <>
      <PageHeader
        title={t('titleOf', { account: submission.account.name })}
        back={{ href: '/admin/identities', label: t('title') }}
        about={<SubmissionBadge submission={submission} />}
      />
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Documents submission={submission} />
        <div className="grid min-w-0 gap-6">
          <AccountCard submission={submission} />
          <DecisionCard submission={submission} />
          <HistoryCard submission={submission} />
        </div>
      </div>
    </>
  );
}

function Documents({ submission }: { submission: Submission }) {
  const { t } = useTranslation('identityReview');
  return (
    <Card title={t('documents')}>
      <p className="flex gap-2 text-small text-quiet">
        <ShieldCheck aria-hidden="true" size={18} className="shrink-0" />
        {t('logged')}
      </p>
      <ul className="grid gap-4">
        {submission.documents.map((document) => (
          <OpenedDocument key={document.kind} submission={submission} document={document} />
        ))}
      </ul>
    </Card>
  );
}

function AccountCard({ submission }: { submission: Submission }) {
  const { t } = useTranslation(['identityReview', 'identity', 'common']);
  const { account } = submission;
  return (
    <Card title={t('identityReview:check')}>
      <Facts
        facts={[
          [t('common:fields.name'), <SellerLink key="account" id={account.id} name={account.name} />],
          [t('identityReview:fields.document'), shownDocument(account.document)],
          [t('identityReview:fields.type'), t(`identityReview:personType.${account.person_type}`)],
          [t('identityReview:fields.identity'), t(`identity:types.${submission.identity_type}`)],
          [t('common:fields.email'), account.email],
          [t('common:fields.phone'), account.phone],
          [t('identityReview:fields.status'), t(`identityReview:accountStatus.${account.account_status}`)],
          [t('identityReview:fields.registered'), <Instant key="registered" at={account.created_at} />],
          [t('identityReview:sentAt'), <Instant key="sent" at={submission.submitted_at} />],
          [t('identityReview:fields.sends'), t('identityReview:earlier', { count: submission.earlier })],
        ]}
      />
    </Card>
  );
}
