import { FileText, Maximize2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, addressOf, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import type { Submission } from './identities.tsx';

const OPEN = '/api/v1/admin/identities/{id}/documents/{document_id}/open';
const CONTENT = '/api/v1/admin/identities/{id}/documents/{document_id}';
type Opening = Answer<typeof OPEN, 'post'>;
type Document = Submission['documents'][number];

/** Nothing is shown before the operator asks for it, because each opening is on record. */
export function OpenedDocument({ submission, document }: { submission: Submission; document: Document }) {
  const { t } = useTranslation(['identityReview', 'identity']);
  const format = useFormat();
  const path = { id: submission.id, document_id: document.file_id };
  const [opening, setOpening] = useState<Opening | null>(null);
  const isOver = useIsOver(opening);
  const open = useSend(() => post(OPEN, { path }), setOpening);
  const kind = t(`identity:kinds.${document.kind}`);
  const kilobytes = format.number(Math.max(1, Math.round(document.size / 1024)));
  const source =
    opening && !isOver ? addressOf(CONTENT, { path, query: { opening: opening.opening } }) : null;
  return (
    <li className="grid gap-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="grid">
          <h3 className="font-semibold">{kind}</h3>
          <span className="text-small text-quiet">
            {document.content_type === 'application/pdf' ? 'PDF' : t('identityReview:picture')} ·{' '}
            {t('identityReview:size', { kilobytes })}
          </span>
        </div>
        {!source && (
          <Button
            busy={open.isPending}
            aria-label={t('identityReview:openOf', { kind })}
            onClick={() => open.mutate(undefined)}
          >
            {t(opening ? 'identityReview:again' : 'identityReview:open')}
          </Button>
        )}
      </div>
      {isOver && <p className="text-small text-quiet">{t('identityReview:expired')}</p>}
      {open.error && <ErrorNotice error={open.error} />}
      {source && <Content document={document} source={source} kind={kind} />}
    </li>
  );
}

/** The gateway stops serving it then. */
function useIsOver(opening: Opening | null): boolean {
  const [over, setOver] = useState<Opening | null>(null);
  useEffect(() => {
    if (!opening) return;
    const timer = setTimeout(() => setOver(opening), Date.parse(opening.expires_at) - Date.now());
    return () => clearTimeout(timer);
  }, [opening]);
  return opening !== null && over === opening;
}

/** A picture was encoded again by the gateway and is safe to show; a PDF is only saved. */
function Content({ document, source, kind }: { document: Document; source: string; kind: string }) {
  const { t } = useTranslation('identityReview');
  const [isLarge, setLarge] = useState(false);
  if (document.content_type === 'application/pdf') {
    return (
      <a
        href={source}
        download
        className="flex items-center gap-2 rounded-lg border px-3 py-2 text-accent hover:bg-hover"
      >
        <FileText aria-hidden="true" size={18} />
        {t('download')}
      </a>
    );
  }
  return (
    <>
      <img src={source} alt={kind} className="max-h-96 w-full rounded-lg bg-hover object-contain" />
      <div>
        <Button aria-label={t('enlargeOf', { kind })} onClick={() => setLarge(true)}>
          <Maximize2 aria-hidden="true" size={16} />
          {t('enlarge')}
        </Button>
      </div>
      {isLarge && (
        <Dialog open onOpenChange={setLarge} title={kind}>
          <div className="max-h-[75dvh] overflow-auto rounded-lg bg-hover">
            <img src={source} alt={kind} className="max-w-none min-w-full" />
          </div>
        </Dialog>
      )}
    </>
  );
}
