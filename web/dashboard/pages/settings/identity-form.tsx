import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Identity } from './identity.tsx';
import { type Chosen, DocumentRow } from './identity-document.tsx';

export type Asked = Identity['asked'][number];
export type Kind = Asked['kind'];
type IdentityType = Asked['not_for'][number];
type Documents = Partial<Record<Kind, Chosen>>;

const TYPES: readonly IdentityType[] = ['rg', 'cnh', 'passport', 'rnm'];

/** What was sent before and not refused need not be sent again. */
function keptOf({ submission }: Identity): Documents {
  if (!submission) return {};
  const refused = submission.reasons.map(({ kind }) => kind);
  const kept = submission.documents.filter(({ kind }) => !refused.includes(kind));
  return Object.fromEntries(
    kept.map(({ kind, file_id: id, content_type: type }) => [
      kind,
      { id, preview: null, isPdf: type === 'application/pdf', isBefore: true },
    ]),
  );
}

export function IdentityForm({ identity }: { identity: Identity }) {
  const { t } = useTranslation('identity');
  const notify = useNotify();
  const list = useRef<HTMLUListElement>(null);
  const [type, setType] = useState<IdentityType>(identity.submission?.identity_type ?? 'cnh');
  const [documents, setDocuments] = useState<Documents>(() => keptOf(identity));
  const [isTried, setTried] = useState(false);
  const asked = identity.asked.filter(({ not_for: others }) => !others.includes(type));
  const required = asked.filter((each) => each.required);
  const missing = required.filter(({ kind }) => !documents[kind]);
  const wordsOf = useWordsOf();
  const sending = useSend(
    () =>
      post('/api/v1/account/identity/submit', {
        body: {
          identity_type: type,
          documents: asked.flatMap(({ kind }) => {
            const chosen = documents[kind];
            return chosen ? [{ kind, file_id: chosen.id }] : [];
          }),
        },
      }),
    () => notify(t('form.done')),
  );
  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (missing.length === 0) sending.mutate(undefined);
    else focusOn(list.current, missing[0]?.kind);
  }
  return (
    <Card title={t('form.title')}>
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-6">
        <Field label={t('form.type')} className="max-w-sm">
          <Select value={type} onChange={(event) => setType(event.target.value as IdentityType)}>
            {TYPES.map((each) => (
              <option key={each} value={each}>
                {t(`types.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Progress count={required.length - missing.length} total={required.length} />
        <ul ref={list} className="grid min-w-0">
          {asked.map((each) => (
            <DocumentRow
              key={each.kind}
              asked={each}
              words={wordsOf(each, type)}
              chosen={documents[each.kind]}
              refusal={identity.submission?.reasons.find(({ kind }) => kind === each.kind)?.code}
              isMissing={isTried && missing.includes(each)}
              onChange={(chosen) => setDocuments((before) => ({ ...before, [each.kind]: chosen }))}
            />
          ))}
        </ul>
        {sending.error && <ErrorNotice error={sending.error} />}
        <div className="grid justify-items-start gap-2">
          <Button type="submit" variant="primary" busy={sending.isPending} className="w-full sm:w-auto">
            {t('form.submit')}
          </Button>
          <p className="text-small text-quiet">{t('form.submitHint')}</p>
        </div>
      </form>
    </Card>
  );
}

/** The first button that is there: a desk has no camera to offer. */
function focusOn(list: HTMLElement | null, kind: Kind | undefined): void {
  const buttons = list?.querySelectorAll<HTMLElement>(`[data-kind="${kind}"] button`) ?? [];
  [...buttons].find(({ offsetParent }) => offsetParent !== null)?.focus();
}

/** A passport has a page, not a front; a company sends the document of a partner. */
export type Words = 'own' | 'passport' | 'partner';

function useWordsOf(): (asked: Asked, type: IdentityType) => Words {
  const { account } = useSession();
  return ({ kind }, type) => {
    if (kind !== 'identity_front') return 'own';
    if (type === 'passport') return 'passport';
    return account.person_type === 'PJ' ? 'partner' : 'own';
  };
}

function Progress({ count, total }: { count: number; total: number }) {
  const { t } = useTranslation('identity');
  return (
    <div className="grid gap-2">
      <p aria-live="polite" className="text-small text-quiet">
        {t('form.progress', { count, total })}
      </p>
      <div aria-hidden="true" className="h-2 rounded-full bg-hover">
        <div
          className="h-2 rounded-full bg-accent transition-[width] duration-150"
          style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
        />
      </div>
    </div>
  );
}
