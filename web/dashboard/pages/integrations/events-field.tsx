import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS } from '../../../../server/src/events/catalogue.ts';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/field.tsx';

const GROUPS = ['charge', 'payment', 'withdrawal', 'dispute'] as const;

/** The event names, by subject. */
export function EventsField({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('integrations');
  const errorId = useId();
  const toggle = (event: string, on: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((each) => (each === event ? on : chosen.includes(each))));
  const allChosen = chosen.length === WEBHOOK_EVENTS.length;
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="pb-1 text-small font-semibold">{t('webhooks.events')}</legend>
      <div className="grid gap-4 rounded-lg border p-4 sm:grid-cols-2">
        {GROUPS.map((group) => (
          <div key={group} className="grid min-w-0 content-start gap-1">
            <p className="text-small text-quiet">{t(`eventGroups.${group}`)}</p>
            {WEBHOOK_EVENTS.filter((event) => event.startsWith(`${group}.`)).map((event) => (
              <Checkbox
                key={event}
                label={<code className="font-mono text-small">{event}</code>}
                checked={chosen.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
            ))}
          </div>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="quiet"
          className="-ml-4"
          onClick={() => onChange(allChosen ? [] : [...WEBHOOK_EVENTS])}
        >
          {t(allChosen ? 'webhooks.noEvents' : 'webhooks.allEvents')}
        </Button>
      </div>
    </fieldset>
  );
}
