import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTell } from '../../kit/toast.tsx';

/** Terms that somebody else changed begin their form anew, and the page says so; `asked` is what this form sends. */
export function useChangedElsewhere(terms: object, asked: object | null, begin: () => void): void {
  const { t } = useTranslation('operators');
  const tell = useTell();
  const current = JSON.stringify(terms);
  const known = useRef(current);
  useEffect(() => {
    if (known.current === current) return;
    known.current = current;
    begin();
    if (JSON.stringify(asked) !== current) tell(t('account.changedElsewhere'));
  });
}
