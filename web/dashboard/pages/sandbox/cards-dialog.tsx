import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { CopyIcon } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';

/** The numbers to pay with, and what each does. */
export function CardsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['test-cards'],
    queryFn: () => get('/api/v1/sandbox/cards'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('sandbox.cards.title')}
      about={t('sandbox.cards.about')}
    >
      <Loaded query={query}>
        {({ cards }) => (
          <table className="w-full border-collapse text-left">
            <thead>
              <tr className="border-b text-small text-quiet">
                <th scope="col" className="py-2 pr-3">
                  {t('sandbox.cards.number')}
                </th>
                <th scope="col" className="py-2">
                  {t('sandbox.cards.outcome')}
                </th>
              </tr>
            </thead>
            <tbody>
              {cards.map((card) => (
                <tr key={card.number} className="border-b align-middle last:border-0">
                  <td className="py-1 pr-3">
                    <span className="inline-flex items-center gap-1">
                      <code className="min-w-[9ch] font-mono text-small min-[22rem]:whitespace-nowrap">
                        {inFours(card.number)}
                      </code>
                      <CopyIcon text={card.number} label={`${t('actions.copy')}: ${card.brand}`} />
                    </span>
                    <span className="block text-small text-quiet">{card.brand}</span>
                  </td>
                  <td className="py-1">
                    <Outcome about={card.about} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Grouped as printed on a card. */
function inFours(number: string): string {
  return number.replace(/\d{4}(?=\d)/g, '$& ');
}

/** In the user's language; an unknown outcome in the API's words. */
function Outcome({ about }: { about: string }) {
  const { t, i18n } = useTranslation();
  const key = `sandbox.cards.outcomes.${about.replace(/\W+/g, '_')}`;
  return <>{i18n.exists(key) ? (t as (key: string) => string)(key) : about}</>;
}
