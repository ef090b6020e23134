import { useTranslation } from 'react-i18next';
import { normalizeColor } from '../../../../server/src/kit/color.ts';
import { patch } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ColorNote, OUR_COLOR, PagePreview } from './page-preview.tsx';

type Appearance = { page_name: string; page_color: string };

/** Name and colour of the payment pages, with a preview. */
export function PageAppearanceCard() {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const { account } = useSession();
  const form = useApiForm<Appearance, unknown>({
    values: { page_name: account.page_name ?? '', page_color: account.page_color ?? '' },
    send: ({ page_name: name, page_color: color }) =>
      patch('/api/v1/account', {
        body: { page_name: name.trim() || null, page_color: normalizeColor(color.trim()) },
      }),
    after: () => notify(t('appearance.saved')),
  });
  const { page_name: name, page_color: typed } = form.watch();
  const color = normalizeColor(typed.trim());
  return (
    <Card title={t('appearance.title')}>
      <p className="max-w-prose text-quiet">{t('appearance.about')}</p>
      <div className="grid gap-6 lg:grid-cols-2">
        <form className="grid content-start gap-4" onSubmit={form.submit} noValidate>
          <Field
            label={t('appearance.name')}
            optional
            hint={t('appearance.nameHint')}
            error={form.errorOf('page_name')}
          >
            <Input maxLength={60} placeholder={account.name} {...form.register('page_name')} />
          </Field>
          <ColorField form={form} color={color} />
          <ColorNote color={color} />
          {form.refusal && <ErrorNotice error={form.refusal} />}
          <div>
            <Button type="submit" busy={form.busy}>
              {t('appearance.save')}
            </Button>
          </div>
        </form>
        <PagePreview name={name.trim() || account.name} color={color} />
      </div>
    </Card>
  );
}

/** A colour picker, and a field for the colour code. */
function ColorField({ form, color }: { form: ApiForm<Appearance>; color: string | null }) {
  const { t } = useTranslation('settings');
  return (
    <Field
      label={t('appearance.color')}
      optional
      hint={t('appearance.colorHint')}
      error={form.errorOf('page_color')}
      className="max-w-xs"
    >
      <div className="flex gap-2">
        <Input
          placeholder={OUR_COLOR}
          maxLength={7}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          {...form.register('page_color', {
            validate: (text) =>
              text.trim() === '' || normalizeColor(text.trim()) !== null || t('appearance.notAColor'),
          })}
        />
        <input
          type="color"
          aria-label={t('appearance.pick')}
          value={color ?? OUR_COLOR}
          onChange={(event) => form.setValue('page_color', event.target.value, { shouldValidate: true })}
          className="h-10 w-14 shrink-0 cursor-pointer rounded-lg border border-strong-line bg-surface p-1"
        />
      </div>
    </Field>
  );
}
