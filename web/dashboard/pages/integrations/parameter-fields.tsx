import { useTranslation } from 'react-i18next';
import { Field, Input } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';
import type { Parameter, Values } from './actions.ts';

/** Parameters are shown by their API names, as in code. */
export function ParameterFields({
  parameters,
  values,
  onChange,
}: {
  parameters: readonly Parameter[];
  values: Values;
  onChange: (name: string, text: string) => void;
}) {
  const { t } = useTranslation('integrations');
  if (parameters.length === 0) return <p className="text-quiet">{t('tryIt.noParameters')}</p>;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {parameters.map((parameter) => (
        <Field
          key={parameter.name}
          label={parameter.name}
          optional={!parameter.required}
          hint={parameter.kind === 'list' ? t('tryIt.list') : undefined}
          className={parameter.place === 'path' || parameter.kind === 'list' ? 'sm:col-span-2' : ''}
        >
          <Control
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(text) => onChange(parameter.name, text)}
          />
        </Field>
      ))}
    </div>
  );
}

function Control({
  parameter: { choices, kind, required = false },
  value,
  onChange,
}: {
  parameter: Parameter;
  value: string;
  onChange: (text: string) => void;
}) {
  if (choices) {
    return (
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {!required && <option value="" />}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    );
  }
  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      required={required}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
