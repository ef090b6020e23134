import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { May } from '../../api/permissions.tsx';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, TextArea } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Dispute } from './badge.tsx';
import { DocumentsField, type Uploaded } from './documents-field.tsx';

const MAX_LENGTH = 5000;

/** The seller's side, sent once. */
export function AnswerForm({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  return (
    <May do="refunds:write" otherwise={<p className="text-quiet">{t('notForRole')}</p>}>
      <Form dispute={dispute} />
    </May>
  );
}

function Form({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const notify = useNotify();
  const [isAccepting, setAccepting] = useState(false);
  const [documents, setDocuments] = useState<readonly Uploaded[]>([]);
  const form = useApiForm<{ text: string }, Dispute>({
    values: { text: '' },
    send: ({ text }) =>
      post('/api/v1/disputes/{id}/answer', {
        path: { id: dispute.id },
        body: { text, documents: documents.map(({ id }) => id) },
      }),
    after: () => notify(t('answeredNow')),
  });
  return (
    <Card title={t('answerTitle')}>
      <p className="text-quiet">{t(`answerAbout.${dispute.kind}`)}</p>
      <form noValidate onSubmit={form.submit} className="grid gap-4">
        <Field label={t('answerLabel')} hint={t('answerHint')} error={form.errorOf('text')}>
          <TextArea rows={8} maxLength={MAX_LENGTH} {...form.register('text', { required: true })} />
        </Field>
        <May do="files:write">
          <DocumentsField documents={documents} onChange={setDocuments} />
        </May>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('send')}
          </Button>
          <Button onClick={() => setAccepting(true)}>{t('accept')}</Button>
        </div>
      </form>
      {isAccepting && <AcceptDialog dispute={dispute} close={() => setAccepting(false)} />}
    </Card>
  );
}

/** Says what becomes of the money before it is given up. */
function AcceptDialog({ dispute, close }: { dispute: Dispute; close: () => void }) {
  const { t } = useTranslation('disputes');
  const notify = useNotify();
  const amount = useFormat().money(dispute.amount);
  const accepting = useSend(
    () => post('/api/v1/disputes/{id}/accept', { path: { id: dispute.id } }),
    () => {
      close();
      notify(t('acceptedNow', { amount }));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={t('acceptTitle')}
      about={t('acceptAbout', { amount })}
      action={t('acceptAction', { amount })}
      dismiss={t('acceptDismiss')}
      busy={accepting.isPending}
      error={accepting.error}
      onConfirm={() => accepting.mutate(undefined)}
    />
  );
}
