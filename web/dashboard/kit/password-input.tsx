import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { Input } from './field.tsx';

/** Hidden while typing; a button shows it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label={t(shown ? 'actions.hidePassword' : 'actions.showPassword')}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      >
        <Icon aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}
