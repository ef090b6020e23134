import { useEffect, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';

/** The authenticator app's code, or a recovery code. */
export function CodeFields<Values extends FieldValues & { code: string }>({
  form,
  takesFocus = false,
}: {
  form: ApiForm<Values>;
  /** If the code is the only field. */
  takesFocus?: boolean;
}) {
  const { t } = useTranslation('access');
  const [isRecovery, setIsRecovery] = useState(false);
  const code = 'code' as Path<Values>;
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus(code);
  }, [takesFocus, setFocus, code]);
  return (
    <>
      <Field
        label={t(isRecovery ? 'code.recoveryLabel' : 'code.label')}
        hint={t(isRecovery ? 'code.recoveryHint' : 'code.hint')}
        error={form.errorOf(code)}
      >
        <Input
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={isRecovery ? 'text' : 'numeric'}
          className="font-mono"
          {...form.register(code, { required: true })}
        />
      </Field>
      <div>
        <Button variant="quiet" className="-ml-4" onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
        </Button>
      </div>
    </>
  );
}
