import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { useNotify } from './toast.tsx';

const SHOWN_MS = 2_000;

function useCopy(text: string) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    notify(t('actions.copied'));
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return { done, copy };
}

export function CopyButton({
  text,
  label,
  variant = 'second',
}: {
  text: string;
  label: string;
  variant?: ButtonVariant;
}) {
  const { done, copy } = useCopy(text);
  return (
    <Button variant={variant} onClick={copy}>
      {done ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
      {label}
    </Button>
  );
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SHOWN_OF_ID = 8;

/** A value to copy: a key, a link, or an id, of which the end is enough to tell it from others. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const shown = ID.test(text) ? `…${text.slice(-SHOWN_OF_ID)}` : text;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code title={text} className="min-w-0 font-mono text-small wrap-anywhere">
        {shown}
      </code>
      <CopyIcon text={text} label={`${t('actions.copy')}: ${label}`} />
    </span>
  );
}

/** Copies a value; `label` says which. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { done, copy } = useCopy(text);
  return (
    <IconButton label={label} onClick={copy} isSmall className="-my-1">
      {done ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
    </IconButton>
  );
}
