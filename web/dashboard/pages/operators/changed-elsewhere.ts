import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../kit/toast.tsx';

/** The same for the same terms, in whatever order their fields came. */
const written = (terms: object) => JSON.stringify(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Resets a form when its values changed, and shows a notice if another operator changed them. Call the result with what
 * this form sends: the answer may be drawn long after the form has forgotten what it asked.
 */
export function useChangedElsewhere(terms: object, begin: () => void): (sent: object) => void {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const current = written(terms);
  const known = useRef(current);
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (known.current === current) return;
    known.current = current;
    begin();
    if (own.current !== current) notify(t('account.changedElsewhere'));
    own.current = null;
  });
  return (sent) => {
    own.current = written(sent);
  };
}
