import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get, type Item, post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { FileInput } from '../../kit/file-input.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Card, EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { fieldRefusal } from '../../text/field-refusals.ts';
import { useLanguage } from '../../text/language.ts';
import { MAX_FILE_BYTES, readText } from './read-file.ts';

type Import = Item<'/api/v1/charge-imports'>;

export function Page() {
  const { t } = useTranslation('imports');
  const pages = usePages('imports', (query) => get('/api/v1/charge-imports', { query }), {});
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} back={{ href: '/charges', label: t('back') }} />
      <UploadCard />
      <h2 className="text-title font-semibold">{t('recent')}</h2>
      <DataTable
        label={t('recent')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/charges/import/${row.id}`}
        empty={<EmptyState title={t('none')} text={t('noneText')} />}
      />
    </>
  );
}

function UploadCard() {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const [, go] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<'chooseFile' | 'tooLarge' | null>(null);
  const sending = useSend(
    async (chosen: File) =>
      post('/api/v1/charge-imports', { body: { csv: await readText(chosen), file_name: chosen.name } }),
    ({ id }) => go(`/charges/import/${id}`),
  );
  const refusal = sending.error instanceof ApiError ? sending.error.details.csv : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = !file ? 'chooseFile' : file.size > MAX_FILE_BYTES ? 'tooLarge' : null;
    setProblem(found);
    if (file && !found) sending.mutate(file);
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={t('file')}
          hint={t('fileHint')}
          error={problem ? t(problem) : refusal && fieldRefusal(language, refusal)}
        >
          <FileInput file={file} accept=".csv,text/csv,text/plain" onChoose={setFile} />
        </Field>
        {sending.error && !refusal && <ErrorNotice error={sending.error} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={sending.isPending}>
            {t('check')}
          </Button>
          <TemplateLink />
        </div>
      </form>
    </Card>
  );
}

/** With the mark by which spreadsheets know UTF-8. */
function TemplateLink() {
  const { t } = useTranslation('imports');
  const text = `\ufeff${t('templateHeader')}\r\n${t('templateRows')}\r\n`;
  return (
    <a
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`}
      download={t('templateName')}
      className="inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border border-strong-line px-4 font-medium hover:bg-hover"
    >
      {t('template')}
    </a>
  );
}

function useColumns(): Columns<Import> {
  const { t } = useTranslation(['imports', 'common']);
  return [
    { header: t('imports:fileName'), cell: ({ row }) => row.original.file_name },
    {
      header: t('common:fields.date'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    { header: t('imports:total'), meta: { align: 'right' }, cell: ({ row }) => row.original.rows_count },
    {
      header: t('imports:made'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => row.original.made_count,
    },
    {
      header: t('imports:statusTitle'),
      cell: ({ row }) => (
        <Badge tone={row.original.status === 'done' ? 'good' : 'plain'}>
          {t(`imports:status.${row.original.status}`)}
        </Badge>
      ),
    },
  ];
}
