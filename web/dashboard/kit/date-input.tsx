import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../api/clock.ts';
import { useLanguage } from '../text/language.ts';
import { Calendar } from './calendar.tsx';
import { type DayOrder, readDay, withSlashes, writeDay } from './calendar-days.ts';
import { dayFrom } from './days.ts';
import { CONTROL, useFieldProps } from './field.tsx';
import { type Changed, type FormControl, useFormControl } from './form-control.ts';
import { MENU } from './menu-styles.ts';

/**
 * A day, typed as people write it or picked from a calendar. Its value is YYYY-MM-DD; what is no day is kept as typed, so
 * that the form or the API can refuse it.
 */
export function DateInput({
  value,
  name,
  min,
  max,
  onChange,
  onBlur,
  ref,
}: {
  value?: string | undefined;
  name?: string;
  /** A form that registers it says number or text. */
  min?: string | number | undefined;
  max?: string | number | undefined;
  onChange?: (event: Changed) => unknown;
  onBlur?: (event: Changed) => unknown;
  ref?: Ref<FormControl>;
}) {
  const { t } = useTranslation();
  const now = useNow();
  const order: DayOrder = useLanguage() === 'en' ? 'month first' : 'day first';
  const control = useFormControl<HTMLInputElement>({ value, name, first: '', onChange, onBlur, ref });
  const [open, setOpen] = useState(false);
  const typing = useTyping(control, order);
  const field = useFieldProps();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <div className="relative">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            {...field}
            ref={control.element}
            placeholder={t('date.placeholder')}
            value={typing.text}
            onChange={(event) => typing.type(event.target.value)}
            onBlur={typing.leave}
            className={`${CONTROL} pr-11 tabular-nums`}
          />
          <Popover.Trigger
            aria-label={t('date.open')}
            title={t('date.open')}
            className="absolute inset-y-0 right-0 inline-flex w-10 items-center justify-center rounded-lg text-quiet hover:text-text"
          >
            <CalendarDays aria-hidden="true" size={18} />
          </Popover.Trigger>
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={4} aria-label={t('date.open')} className={MENU}>
          <Calendar
            chosen={readDay(control.value, order)}
            today={dayFrom(now())}
            min={min?.toString()}
            max={max?.toString()}
            onChoose={(day) => {
              typing.choose(day);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The text while it is typed; otherwise the value as people write it. */
function useTyping(
  control: { value: string; change: (value: string) => void; blur: () => void },
  order: DayOrder,
) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    text: typed ?? writeDay(control.value, order),
    type: (text: string) => {
      // Only what is added at the end gets slashes: corrections in the middle stay where the cursor is.
      const isAdded = text.length > (typed ?? '').length && /^[\d/]*$/.test(text);
      const written = isAdded ? withSlashes(text) : text;
      setTyped(written);
      control.change(readDay(written, order) ?? written);
    },
    leave: () => {
      setTyped(null);
      control.blur();
    },
    choose: (day: string) => {
      setTyped(null);
      control.change(day);
    },
  };
}
