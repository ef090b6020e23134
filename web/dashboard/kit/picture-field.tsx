import { ImageUp, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '../api/client.ts';
import { useSend } from '../api/send.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** A picture that is uploaded when it is chosen, and used once the form is saved. */
export function PictureField({
  label,
  hint,
  purpose,
  source,
  onChange,
}: {
  label: string;
  hint: string;
  purpose: 'logo' | 'product_picture';
  /** Where the picture of now is; null: none. */
  source: string | null;
  onChange: (fileId: string | null) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sending = useSend(
    (file: File) => uploadFile(purpose, file),
    (uploaded) => onChange(uploaded.id),
  );
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1 text-small font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="grid h-20 w-40 shrink-0 place-items-center rounded-lg border bg-white p-2">
          {source ? (
            <img src={source} alt={label} className="max-h-16 max-w-36 object-contain" />
          ) : (
            <ImageUp aria-hidden="true" size={24} className="text-[#59626c]" />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            busy={sending.isPending}
            onClick={() => input.current?.click()}
            aria-describedby={`${id}-hint`}
          >
            {t(source ? 'pictures.replace' : 'pictures.choose')}
          </Button>
          {source && (
            <Button variant="quiet" onClick={() => onChange(null)}>
              <X aria-hidden="true" size={16} />
              {t('pictures.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after a failure.
          event.target.value = '';
          if (file) sending.mutate(file);
        }}
      />
      <p id={`${id}-hint`} className="text-small text-quiet">
        {hint}
      </p>
      {sending.error && <ErrorNotice error={sending.error} />}
    </fieldset>
  );
}
