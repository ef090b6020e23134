import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegister,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { useSend } from '../api/send.ts';
import { fieldRefusal } from '../text/field-refusals.ts';
import { useLanguage } from '../text/language.ts';
import { useErrorText } from './error-notice.tsx';

/** Passwords are never trimmed. */
const MAY_BE_BLANK = /password$/;

/** A field with only spaces counts as empty; the API would refuse it. */
const filledIn = (value: unknown) => typeof value !== 'string' || value.trim() !== '';

function notBlank<Values extends FieldValues>(register: UseFormRegister<Values>): UseFormRegister<Values> {
  return (name, rules) => {
    if (!rules?.required || MAY_BE_BLANK.test(name)) return register(name, rules);
    const { validate } = rules;
    const others = typeof validate === 'function' ? { validate } : validate;
    return register(name, { ...rules, validate: { filledIn, ...others } });
  };
}

export type ApiForm<Values extends FieldValues> = UseFormReturn<Values> & {
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  busy: boolean;
  /** An error that belongs to no field; errors of fields are shown at the field. */
  refusal: Error | null;
  /** The last error of the API, wherever it is shown. */
  failure: Error | null;
  /** Call it after a change that may fix the error. */
  clearRefusal: () => void;
  errorOf: (field: Path<Values>) => string | undefined;
};

/**
 * A form that is one write of the API. A refused field's message goes to the field of the same name (`names` maps the
 * API's names to the form's where they differ, `codes` maps error codes that concern one field); the rest is `refusal`.
 */
export function useApiForm<Values extends FieldValues, Output>(options: {
  values: DefaultValues<Values>;
  send: (values: Values) => Promise<Output>;
  after?: (output: Output, values: Values) => void;
  names?: Readonly<Record<string, Path<Values>>>;
  codes?: Readonly<Record<string, Path<Values>>>;
}): ApiForm<Values> {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const form = useForm<Values>({ defaultValues: options.values });
  const mutation = useSend(options.send, options.after);
  const send = form.handleSubmit(async (values) => {
    try {
      await mutation.mutateAsync(values);
    } catch (error) {
      if (error instanceof ApiError) showFieldErrors(error);
    }
  });
  // Errors of the last attempt, also those without an input, must not block the next one.
  const submit = (event?: React.BaseSyntheticEvent) => {
    form.clearErrors();
    return send(event);
  };
  function showFieldErrors(error: ApiError): void {
    const meant = options.codes?.[error.code];
    if (meant) form.setError(meant, { message: errorText(error) }, { shouldFocus: true });
    let isFirst = !meant;
    for (const [field, message] of Object.entries(error.details)) {
      const name = options.names?.[field] ?? (field as Path<Values>);
      form.setError(name, { message: fieldRefusal(language, message) }, { shouldFocus: isFirst });
      isFirst = false;
    }
  }
  const isOfOneField = mutation.error instanceof ApiError && options.codes?.[mutation.error.code];
  return {
    ...form,
    register: notBlank(form.register),
    submit,
    busy: mutation.isPending,
    refusal: isOfOneField ? null : mutation.error,
    failure: mutation.error,
    // Only errors are cleared: a request in progress must not be sent again.
    clearRefusal: () => mutation.isError && mutation.reset(),
    errorOf: (field) => {
      const error = form.getFieldState(field, form.formState).error;
      // Without a type it only holds the errors of its items.
      return error?.message || (error?.type && t('errors.required')) || undefined;
    },
  };
}
