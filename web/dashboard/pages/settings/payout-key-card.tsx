import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePixKey } from '../../../../server/src/brazil/pix-key.ts';
import { patch } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { Card, Facts } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';

/** Money goes to this key: a new one must be confirmed. */
export function PayoutKeyCard() {
  const { t } = useTranslation(['settings', 'common']);
  const { account } = useSession();
  const current = account.payout_pix_key;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<string | null | undefined>();
  const ask = (event: React.FormEvent) => {
    event.preventDefault();
    const read = parsePixKey(typed);
    setProblem(read ? undefined : t(typed.trim() ? 'payout.notAKey' : 'common:errors.required'));
    if (read) setAsked(read.key);
  };
  return (
    <Card title={t('payout.title')}>
      <p className="max-w-prose text-quiet">{t('payout.about')}</p>
      <Facts
        facts={[
          [
            t('payout.current'),
            current ? <code key="key">{current}</code> : <span key="none">{t('payout.none')}</span>,
          ],
        ]}
      />
      <form className="grid max-w-2xl gap-4" onSubmit={ask} noValidate>
        <Field
          label={t(current ? 'payout.newKey' : 'payout.key')}
          hint={t('payout.hint')}
          error={problem}
          className="max-w-md"
        >
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={77}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{t(current ? 'payout.change' : 'payout.register')}</Button>
          {current && (
            <Button variant="quiet" onClick={() => setAsked(null)}>
              {t('payout.remove')}
            </Button>
          )}
        </div>
      </form>
      <KeyDialog
        asked={asked}
        current={current}
        close={() => setAsked(undefined)}
        clear={() => setTyped('')}
      />
    </Card>
  );
}

/** `asked`: the new key, null to remove it, undefined while no change is requested. */
function KeyDialog({
  asked,
  current,
  close,
  clear,
}: {
  asked: string | null | undefined;
  current: string | null;
  close: () => void;
  clear: () => void;
}) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const change = useSend(
    (payout_pix_key: string | null) => patch('/api/v1/account', { body: { payout_pix_key } }),
    (_answer, key) => {
      notify(t(key ? 'payout.changed' : 'payout.removed'));
      clear();
      close();
    },
  );
  const open = asked !== undefined;
  const type = asked ? parsePixKey(asked)?.type : undefined;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(stays) => {
        if (stays) return;
        change.reset();
        close();
      }}
      title={t(asked === null ? 'payout.confirmRemoveTitle' : 'payout.confirmTitle')}
      about={t(asked === null ? 'payout.confirmRemove' : 'payout.confirm')}
      action={t(asked === null ? 'payout.remove' : 'payout.confirmAction')}
      variant={asked === null ? 'danger' : 'primary'}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(asked ?? null)}
    >
      <Facts
        facts={[
          [t('payout.from'), current],
          [t(current ? 'payout.to' : 'payout.key'), asked ? <strong key="key">{asked}</strong> : null],
          [t('payout.type'), type ? t(`payout.types.${type}`) : null],
        ]}
      />
    </ConfirmDialog>
  );
}
