import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Body, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, TextArea } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Submission } from './identities.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export type Asked = 'approve' | 'refuse' | 'confirm' | 'sendBack';
type DialogProps = { submission: Submission; onClose: () => void };
type Decision = Body<'/api/v1/admin/identities/{id}/decide', 'post'>;
type Code = NonNullable<Decision['reasons']>[number]['code'];
type Kind = Submission['documents'][number]['kind'];

const CODES: readonly Code[] = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'mismatch',
  'suspected_fraud',
];
const MAX_NOTE_LENGTH = 1000;

export function IdentityDialog({ asked, ...props }: DialogProps & { asked: Asked }) {
  if (asked === 'confirm') return <Confirm {...props} />;
  if (asked === 'sendBack') return <SendBack {...props} />;
  return <Propose decision={asked} {...props} />;
}

function Propose({ decision, submission, onClose }: DialogProps & { decision: 'approve' | 'refuse' }) {
  const { t } = useTranslation(['identityReview', 'identity']);
  const notify = useNotify();
  const [codes, setCodes] = useState<Partial<Record<Kind, Code>>>({});
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const { id, documents, account } = submission;
  const reasons = documents.flatMap(({ kind }) => (codes[kind] ? [{ kind, code: codes[kind] }] : []));
  const isRefusal = decision === 'refuse';
  const isEmpty = isRefusal && reasons.length === 0;
  const words = { account: account.name };
  const send = useSend(
    (body: Decision) => post('/api/v1/admin/identities/{id}/decide', { path: { id }, body }),
    () => {
      onClose();
      notify(t('identityReview:proposedDone'));
    },
  );
  function submit(): void {
    setTried(true);
    if (!isEmpty) send.mutate({ decision, ...(isRefusal && { reasons }), note: note.trim() || null });
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`identityReview:${decision}Title`, words)}
      about={t(`identityReview:${decision}About`)}
      action={t(`identityReview:${decision}`)}
      variant={isRefusal ? 'danger' : 'primary'}
      busy={send.isPending}
      error={send.error}
      onConfirm={submit}
    >
      {isRefusal &&
        documents.map(({ kind }) => (
          <Field key={kind} label={t(`identity:kinds.${kind}`)}>
            <Select
              value={codes[kind] ?? ''}
              onChange={({ target }) =>
                setCodes((before) => ({ ...before, [kind]: CODES.find((code) => code === target.value) }))
              }
            >
              <option value="">{t('identityReview:fine')}</option>
              {CODES.map((code) => (
                <option key={code} value={code}>
                  {t(`identityReview:codes.${code}`)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      {isTried && isEmpty && (
        <p role="alert" className="text-small text-bad">
          {t('identityReview:oneReason')}
        </p>
      )}
      <Field label={t('identityReview:note')} hint={t('identityReview:noteHint')} optional>
        <TextArea
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}

/** Of the proposal that is shown: if it has changed meanwhile, the gateway refuses. */
function Confirm({ submission, onClose }: DialogProps) {
  const { t } = useTranslation('identityReview');
  const notify = useNotify();
  // The one that was shown when the dialog was opened.
  const [proposal] = useState(submission.proposal);
  const { id, account } = submission;
  const words = { account: account.name };
  const decision = proposal?.decision ?? 'approve';
  const send = useSend(
    (proposalId: string) =>
      post('/api/v1/admin/identities/{id}/confirm', { path: { id }, body: { proposal_id: proposalId } }),
    () => {
      onClose();
      notify(t(`confirmed.${decision}`, words));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`confirmTitle.${decision}`, words)}
      about={t(`confirmAbout.${decision}`)}
      action={t(`confirm.${decision}`)}
      variant={decision === 'approve' ? 'primary' : 'danger'}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => proposal && send.mutate(proposal.id)}
    />
  );
}

function SendBack({ submission: { id, proposal }, onClose }: DialogProps) {
  const { t } = useTranslation('identityReview');
  const notify = useNotify();
  const [seen] = useState(proposal?.id ?? '');
  return (
    <ReasonDialog
      title={t('sendBackTitle')}
      about={t('sendBackAbout')}
      action={t('sendBack')}
      label={t('sendBackNote')}
      hint={t('noteHint')}
      send={(note) =>
        post('/api/v1/admin/identities/{id}/send-back', { path: { id }, body: { proposal_id: seen, note } })
      }
      after={() => notify(t('sentBack'))}
      onClose={onClose}
    />
  );
}
