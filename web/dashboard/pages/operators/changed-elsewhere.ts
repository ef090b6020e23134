import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../kit/toast.tsx';

/** Resets a form when another operator changed its values, and shows a notice. `asked` is what this form sends. */
export function useChangedElsewhere(terms: object, asked: object | null, begin: () => void): void {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const current = JSON.stringify(terms);
  const known = useRef(current);
  useEffect(() => {
    if (known.current === current) return;
    known.current = current;
    begin();
    if (JSON.stringify(asked) !== current) notify(t('account.changedElsewhere'));
  });
}
