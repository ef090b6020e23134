import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFieldProps } from './field.tsx';

type Props = { file: File | null; accept: string; onChoose: (file: File | null) => void };

/** Looks like the other fields and speaks the page's language; the browser's own is over it, unseen. */
export function FileInput({ file, accept, onChoose }: Props) {
  const { t } = useTranslation('common');
  return (
    <span className="relative flex min-h-10 items-center gap-3 rounded-lg border border-strong-line bg-surface px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <FileText aria-hidden="true" size={18} className="shrink-0 text-quiet" />
      <span className={`min-w-0 flex-1 wrap-anywhere ${file ? '' : 'text-quiet'}`}>
        {file ? file.name : t('fileInput.none')}
      </span>
      <span aria-hidden="true" className="font-medium text-accent">
        {t(file ? 'fileInput.other' : 'fileInput.pick')}
      </span>
      <input
        {...useFieldProps()}
        type="file"
        accept={accept}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </span>
  );
}
