import { useTranslation } from 'react-i18next';
import { SCOPES, type Scope } from '../../../../server/src/kit/permissions.ts';
import { useMay } from '../../api/permissions.tsx';
import { Checkbox, Field, Input, TextArea } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { isPast, type LimitValues, scopeText, wrongLine } from './key-limits.ts';

export type KeyValues = LimitValues & { name: string };

/** What the user may give; null: not everything. */
export function useGivable(): { scopes: Scope[]; isEverything: boolean } {
  const may = useMay();
  const scopes = SCOPES.filter((scope) => may(scope));
  return { scopes, isEverything: scopes.length === SCOPES.length };
}

/** Everything, or a choice among what the user may do. */
export function ScopesField({
  chosen,
  onChange,
  error,
}: {
  chosen: Scope[] | null;
  onChange: (chosen: Scope[] | null) => void;
  error: string | null;
}) {
  const { t } = useTranslation('team');
  const { scopes, isEverything } = useGivable();
  const toggle = (scope: Scope, on: boolean) =>
    onChange(SCOPES.filter((each) => (each === scope ? on : chosen?.includes(each))));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1 text-small font-semibold">{t('keys.scopes')}</legend>
      {isEverything && (
        <>
          <Choice
            label={t('keys.everything')}
            checked={chosen === null}
            onChoose={() => onChange(null)}
            hint={t('keys.everythingAbout')}
          />
          <Choice label={t('keys.some')} checked={chosen !== null} onChoose={() => onChange([])} />
        </>
      )}
      {chosen && (
        <div className="grid gap-1 rounded-lg border p-4 sm:grid-cols-2">
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scopeText(scope))}
              checked={chosen.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Choice({
  label,
  hint,
  checked,
  onChoose,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        name="scopes"
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        {label}
        {hint && <span className="block text-small text-quiet">{hint}</span>}
      </span>
    </label>
  );
}

/** From where, and until when. */
export function PlaceAndEnd({ form }: { form: ApiForm<KeyValues> }) {
  const { t } = useTranslation('team');
  const isIps = (text: string) => {
    const wrong = wrongLine(text);
    return wrong === undefined || t('keys.ipsWrong', { text: wrong });
  };
  return (
    <>
      <Field label={t('keys.ips')} hint={t('keys.ipsHint')} optional error={form.errorOf('ips')}>
        <TextArea rows={2} spellCheck={false} {...form.register('ips', { validate: isIps })} />
      </Field>
      <Field label={t('keys.expires')} hint={t('keys.expiresHint')} optional error={form.errorOf('until')}>
        <Input
          type="date"
          className="max-w-52"
          {...form.register('until', { validate: (day) => !isPast(day) || t('keys.past') })}
        />
      </Field>
    </>
  );
}
