import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { remove } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Card } from '../../kit/page.tsx';

/** For members who are not the owner: an owner leaves by the list of the team. */
export function LeaveCard() {
  const { t } = useTranslation('team');
  const { account, user } = useSession();
  const [isAsked, setAsked] = useState(false);
  const send = useSend(
    () => remove('/api/v1/team/me', {}),
    // A new document: this one would report the ended session.
    () => window.location.assign('/login'),
  );
  const { name } = account;
  return (
    <Card title={t('leave.title')}>
      <p className="max-w-prose text-quiet">
        {t('leave.about', { name, role: t(`roles.${user.team_role}`) })}
      </p>
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t('leave.action')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('leave.confirm', { name })}
        about={t('leave.text')}
        action={t('leave.action')}
        busy={send.isPending}
        error={send.error}
        onConfirm={() => send.mutate(undefined)}
      />
    </Card>
  );
}
