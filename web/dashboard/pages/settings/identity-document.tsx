import {
  Building2,
  Camera,
  CircleAlert,
  CircleCheck,
  FileText,
  House,
  IdCard,
  ImageIcon,
  type LucideIcon,
  ScanFace,
  ScanLine,
  Upload,
} from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { MAX_UPLOAD_BYTES, shrinkPicture } from '../../kit/shrink-picture.ts';
import type { Identity } from './identity.tsx';
import type { Asked, Words } from './identity-form.tsx';

/** An uploaded file. `isBefore`: of the submission before. */
export type Chosen = { id: string; preview: string | null; isPdf: boolean; isBefore: boolean };
type Refusal = NonNullable<Identity['submission']>['reasons'][number]['code'];

const ICONS: Record<Asked['kind'], LucideIcon> = {
  identity_front: IdCard,
  identity_back: ScanLine,
  selfie: ScanFace,
  company_document: Building2,
  address_proof: House,
};
const PICTURES = 'image/jpeg,image/png,image/webp';

/** Sent when it is chosen: the last step then only names the files. */
function useUpload(onChange: (chosen: Chosen) => void) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  async function add({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    // The same file may be chosen again after a failure.
    target.value = '';
    if (!file) return;
    setError(null);
    setSending(true);
    try {
      const { content, preview } = await shrinkPicture(file);
      setTooLarge(content.size > MAX_UPLOAD_BYTES);
      if (content.size > MAX_UPLOAD_BYTES) return;
      // Without its name: it says more than is needed.
      const { id, content_type: type } = await uploadFile('identity_document', content);
      onChange({ id, preview, isPdf: type === 'application/pdf', isBefore: false });
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  }
  return { add, isSending, error, isTooLarge };
}

type RowProps = {
  asked: Asked;
  words: Words;
  chosen: Chosen | undefined;
  refusal: Refusal | undefined;
  isMissing: boolean;
  onChange: (chosen: Chosen) => void;
};

export function DocumentRow({ asked, words, chosen, refusal, isMissing, onChange }: RowProps) {
  const { t } = useTranslation(['identity', 'common']);
  const id = useId();
  const { kind } = asked;
  const { add, isSending, error, isTooLarge } = useUpload(onChange);
  const name = words === 'passport' ? t('identity:kindsOfPage.identity_front') : t(`identity:kinds.${kind}`);
  return (
    <li data-kind={kind} className="border-t py-5 first:border-0 first:pt-0 last:pb-0">
      <fieldset
        aria-describedby={`${id}-hint`}
        className="grid min-w-0 grid-cols-[5rem_minmax(0,1fr)] gap-3 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-5"
      >
        <legend className="sr-only">{name}</legend>
        <Picture kind={kind} chosen={chosen} name={name} />
        <div className="grid min-w-0 content-start gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold">{name}</h3>
            {!asked.required && (
              <span className="text-small text-quiet">({t('common:fields.optional')})</span>
            )}
            {chosen && (
              <Badge tone="good">
                <CircleCheck aria-hidden="true" size={14} className="mr-1 inline" />
                {t('identity:form.ready')}
              </Badge>
            )}
          </div>
          {refusal && !chosen && <Problem text={t(`identity:refusals.${refusal}`)} />}
          <Hint id={`${id}-hint`} asked={asked} words={words} chosen={chosen} />
          <Buttons
            kind={kind}
            name={name}
            isPictureOnly={asked.picture_only}
            hasOne={chosen !== undefined}
            isSending={isSending}
            add={add}
          />
          {isMissing && !refusal && <Problem text={t('identity:form.missing')} isAlert />}
          {isTooLarge && <Problem text={t('identity:form.tooLarge')} isAlert />}
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </fieldset>
    </li>
  );
}

function Problem({ text, isAlert = false }: { text: string; isAlert?: boolean }) {
  return (
    <p
      role={isAlert ? 'alert' : undefined}
      className="flex items-start gap-2 rounded-lg bg-bad-ground px-3 py-2 text-bad"
    >
      <CircleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

function Hint({ id, asked, words, chosen }: Pick<RowProps, 'asked' | 'words' | 'chosen'> & { id: string }) {
  const { t } = useTranslation('identity');
  const { kind, picture_only: isPictureOnly } = asked;
  const about = {
    own: t(`hints.${kind}`),
    passport: t('hintOfPassport'),
    partner: t('hintsOfPartner.identity_front'),
  }[words];
  return (
    <div id={id} className="text-small text-quiet">
      {chosen?.isBefore ? <p>{t('form.before')}</p> : <p>{about}</p>}
      {!chosen && <p>{t(isPictureOnly ? 'form.pictureOnly' : 'form.formats')}</p>}
    </div>
  );
}

type PictureProps = { kind: Asked['kind']; chosen: Chosen | undefined; name: string };

/** What was chosen, or what belongs there. */
function Picture({ kind, chosen, name }: PictureProps) {
  const Icon = chosen ? (chosen.isPdf ? FileText : ImageIcon) : ICONS[kind];
  const frame = chosen ? 'bg-hover' : 'border-dashed border-strong-line';
  return (
    <div
      className={`grid h-16 w-20 place-items-center sm:h-24 sm:w-32 overflow-hidden rounded-lg border ${frame}`}
    >
      {chosen?.preview ? (
        <img src={chosen.preview} alt={name} className="size-full object-cover" />
      ) : (
        <Icon aria-hidden="true" size={32} strokeWidth={1.5} className="text-quiet" />
      )}
    </div>
  );
}

type ButtonsProps = {
  kind: Asked['kind'];
  name: string;
  isPictureOnly: boolean;
  hasOne: boolean;
  isSending: boolean;
  add: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
};

/** The camera is offered where a finger points: on phones and tablets. */
function Buttons({ kind, name, isPictureOnly, hasOne, isSending, add }: ButtonsProps) {
  const { t } = useTranslation('identity');
  const camera = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const photo = t(hasOne ? 'form.replacePhoto' : 'form.photo');
  const file = t(hasOne ? 'form.replaceFile' : 'form.file');
  const shared = {
    type: 'file',
    hidden: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void add(event),
  } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        busy={isSending}
        aria-label={t('form.nameOf', { action: photo, kind: name })}
        onClick={() => camera.current?.click()}
        className="pointer-fine:hidden"
      >
        <Camera aria-hidden="true" size={16} />
        {photo}
      </Button>
      <Button
        busy={isSending}
        aria-label={t('form.nameOf', { action: file, kind: name })}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" size={16} />
        {file}
      </Button>
      <input
        ref={camera}
        {...shared}
        accept={PICTURES}
        capture={kind === 'selfie' ? 'user' : 'environment'}
        aria-label={t('form.nameOf', { action: photo, kind: name })}
      />
      <input
        ref={input}
        {...shared}
        accept={isPictureOnly ? PICTURES : `${PICTURES},application/pdf`}
        aria-label={name}
      />
    </div>
  );
}
