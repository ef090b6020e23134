import { FileText, Paperclip, X } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, uploadFile } from '../../api/client.ts';
import { useIsView } from '../../api/session.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';

export type Uploaded = Answer<'/api/v1/files', 'post'>;

const MAX_DOCUMENTS = 5;
const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = 'application/pdf,image/png,image/jpeg,image/webp';

type Field = { documents: readonly Uploaded[]; onChange: (documents: readonly Uploaded[]) => void };

/** Files are sent as they are chosen; the answer then names them. */
function useUploads({ documents, onChange }: Field) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  async function add({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = [...(target.files ?? [])].slice(0, MAX_DOCUMENTS - documents.length);
    target.value = '';
    setError(null);
    setTooLarge(chosen.find(({ size }) => size > MAX_BYTES)?.name ?? null);
    setSending(true);
    let sent = documents;
    try {
      for (const file of chosen.filter(({ size }) => size <= MAX_BYTES)) {
        sent = [...sent, await uploadFile('dispute_document', file, file.name.slice(0, 120))];
        onChange(sent);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  }
  return { add, isSending, error, tooLarge };
}

export function DocumentsField({ documents, onChange }: Field) {
  const { t } = useTranslation('disputes');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { add, isSending, error, tooLarge } = useUploads({ documents, onChange });
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint`}>
      <legend className="pb-1 text-small font-semibold">{t('documents.label')}</legend>
      <ul className="grid gap-2 empty:hidden">
        {documents.map((document) => (
          <li key={document.id} className="flex items-center gap-2 rounded-lg border py-1 pr-1 pl-3">
            <DocumentName document={document} />
            <IconButton
              label={t('documents.remove', { name: document.name ?? document.id })}
              onClick={() => onChange(documents.filter((other) => other !== document))}
            >
              <X aria-hidden="true" size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        accept={TYPES}
        onChange={(event) => void add(event)}
        aria-label={t('documents.label')}
        tabIndex={-1}
        className="sr-only"
      />
      {documents.length < MAX_DOCUMENTS && (
        <div>
          <Button busy={isSending} onClick={() => input.current?.click()}>
            <Paperclip aria-hidden="true" size={16} />
            {t('documents.add')}
          </Button>
        </div>
      )}
      <p id={`${id}-hint`} className="text-small text-quiet">
        {t('documents.hint')}
      </p>
      {tooLarge && (
        <p role="alert" className="text-small text-bad">
          {t('documents.tooLarge', { name: tooLarge })}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </fieldset>
  );
}

type Named = Pick<Uploaded, 'id' | 'name' | 'size'>;

function DocumentName({ document: { id, name, size } }: { document: Named }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const kilobytes = format.number(Math.max(1, Math.round(size / 1024)));
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <FileText aria-hidden="true" size={18} className="shrink-0 text-quiet" />
      <span className="min-w-0 wrap-anywhere">{name ?? id}</span>
      <span className="ml-auto shrink-0 text-small text-quiet">{t('documents.size', { kilobytes })}</span>
    </span>
  );
}

/** Those of an answer that was sent; `path` is where each is downloaded. */
export function SentDocuments({ documents, path }: { documents: readonly Named[]; path: string }) {
  const { t } = useTranslation('disputes');
  const isView = useIsView();
  if (documents.length === 0) return null;
  return (
    <ul aria-label={t('documents.label')} className="grid gap-2">
      {documents.map((document) => (
        <li key={document.id}>
          {isView ? (
            <p className="flex rounded-lg border px-3 py-2">
              <DocumentName document={document} />
            </p>
          ) : (
            <a
              href={`${path}/documents/${document.id}`}
              download
              className="flex rounded-lg border px-3 py-2 text-accent hover:bg-hover"
            >
              <DocumentName document={document} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
