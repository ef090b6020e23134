import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeColor } from '../../../../server/src/kit/color.ts';
import { type Answer, addressOf, get, patch } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { useDebounced } from '../../kit/debounce.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input, TextArea } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { PictureField } from '../../kit/picture-field.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { useLanguage } from '../../text/language.ts';
import { ColorNote, OUR_COLOR } from './color-note.tsx';
import { DomainCard } from './domain-card.tsx';

type Branding = Answer<'/api/v1/account/branding'>;
const FIELDS = ['page_name', 'page_color', 'logo_file_id', 'checkout_message', 'receipt_message'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const MAX_MESSAGE = 300;

export function Page() {
  const { t } = useTranslation('settings');
  const query = useQuery({ queryKey: ['branding'], queryFn: () => get('/api/v1/account/branding') });
  return (
    <>
      <PageHeader title={t('branding.title')} about={t('branding.about')} />
      <Loaded query={query}>{(branding) => <BrandingForm branding={branding} />}</Loaded>
      <DomainCard />
    </>
  );
}

function valuesOf(branding: Branding): Values {
  return Object.fromEntries(FIELDS.map((field) => [field, branding[field] ?? ''])) as Values;
}

function BrandingForm({ branding }: { branding: Branding }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const form = useApiForm<Values, Branding>({
    values: valuesOf(branding),
    send: (values) => {
      const body = Object.fromEntries(FIELDS.map((field) => [field, values[field].trim() || null]));
      return patch('/api/v1/account/branding', {
        body: { ...body, page_color: normalizeColor(values.page_color.trim()) },
      });
    },
    after: () => notify(t('branding.saved')),
  });
  const values = form.watch();
  return (
    <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <form className="grid min-w-0 gap-6" onSubmit={form.submit} noValidate>
        <LookCard form={form} />
        <TextsCard form={form} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('branding.save')}
          </Button>
        </div>
      </form>
      <Preview values={values} />
    </div>
  );
}

function LookCard({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const { logo_file_id: logo, page_color: typed } = form.watch();
  return (
    <Card title={t('branding.look')}>
      <PictureField
        label={t('branding.logo')}
        hint={t('branding.logoHint')}
        purpose="logo"
        source={logo ? `/pictures/${account.id}/${logo}` : null}
        onChange={(id) => form.setValue('logo_file_id', id ?? '')}
      />
      <Field
        label={t('branding.name')}
        optional
        hint={t('branding.nameHint')}
        error={form.errorOf('page_name')}
      >
        <Input maxLength={60} placeholder={account.name} {...form.register('page_name')} />
      </Field>
      <ColorField form={form} color={normalizeColor(typed.trim())} />
      <ColorNote color={normalizeColor(typed.trim())} />
    </Card>
  );
}

/** A colour picker, and a field for the colour code. */
function ColorField({ form, color }: { form: ApiForm<Values>; color: string | null }) {
  const { t } = useTranslation('settings');
  return (
    <Field
      label={t('branding.color')}
      optional
      hint={t('branding.colorHint')}
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
              text.trim() === '' || normalizeColor(text.trim()) !== null || t('branding.notAColor'),
          })}
        />
        <input
          type="color"
          aria-label={t('branding.pick')}
          value={color ?? OUR_COLOR}
          onChange={(event) => form.setValue('page_color', event.target.value, { shouldValidate: true })}
          className="h-10 w-14 shrink-0 cursor-pointer rounded-lg border border-strong-line bg-surface p-1"
        />
      </div>
    </Field>
  );
}

function TextsCard({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('branding.texts')}>
      <p className="text-quiet">{t('branding.textsAbout')}</p>
      {(['checkout_message', 'receipt_message'] as const).map((field) => (
        <Field
          key={field}
          label={t(`branding.${field}`)}
          optional
          hint={t(`branding.${field}_hint`)}
          error={form.errorOf(field)}
        >
          <TextArea maxLength={MAX_MESSAGE} {...form.register(field)} />
        </Field>
      ))}
    </Card>
  );
}

const PAGES = ['checkout', 'receipt'] as const;

/** The real pages, drawn by the gateway with what is typed. Nothing in the frame runs or can be sent. */
function Preview({ values }: { values: Values }) {
  const { t } = useTranslation('settings');
  const lang = useLanguage();
  const [page, setPage] = useState<(typeof PAGES)[number]>('checkout');
  const typed = useDebounced(values);
  // Empty fields are sent too: they mean that there is none.
  const source = `${addressOf('/api/v1/account/branding/preview')}?${new URLSearchParams({ page, lang, ...typed })}`;
  return (
    <Card title={t('branding.preview')}>
      <fieldset aria-label={t('branding.preview')} className="flex flex-wrap gap-2">
        {PAGES.map((each) => (
          <Button
            key={each}
            aria-pressed={each === page}
            className="aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent"
            onClick={() => setPage(each)}
          >
            {t(`branding.pages.${each}`)}
          </Button>
        ))}
      </fieldset>
      <iframe
        title={t('branding.previewOf', { page: t(`branding.pages.${page}`) })}
        src={source}
        sandbox="allow-same-origin"
        className="h-[44rem] w-full rounded-lg border bg-white"
      />
    </Card>
  );
}
