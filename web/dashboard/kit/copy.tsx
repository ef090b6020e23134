import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook, IconButton } from './button.tsx';
import { useTell } from './toast.tsx';

const SHOWN_MS = 2_000;

function useCopy(text: string) {
  const { t } = useTranslation();
  const tell = useTell();
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    tell(t('actions.copied'));
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return { done, copy };
}

export function CopyButton({
  text,
  label,
  look = 'second',
}: {
  text: string;
  label: string;
  look?: ButtonLook;
}) {
  const { done, copy } = useCopy(text);
  return (
    <Button look={look} onClick={copy}>
      {done ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
      {label}
    </Button>
  );
}

/** A value that one copies whole: an id, a key, a link. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono text-small wrap-anywhere">{text}</code>
      <CopyIcon text={text} label={`${t('actions.copy')}: ${label}`} />
    </span>
  );
}

/** Copies what stands elsewhere; `label` says what. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { done, copy } = useCopy(text);
  return (
    <IconButton label={label} onClick={copy} className="size-8">
      {done ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
    </IconButton>
  );
}
