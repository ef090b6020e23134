import { getNonce } from 'get-nonce';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { Children, Fragment, isValidElement, type ReactNode, type Ref } from 'react';
import { CONTROL, useFieldProps } from './field.tsx';
import { type Changed, type FormControl, useFormControl } from './form-control.ts';
import { MENU } from './menu-styles.ts';

type Choice = { value: string; label: ReactNode };
type Group = { label: string | null; choices: Choice[] };

/** Radix keeps the empty value for "nothing chosen"; in our lists it is a choice, such as "all". */
const EMPTY = '\u0000';
const toRadix = (value: string) => (value === '' ? EMPTY : value);
const fromRadix = (value: string) => (value === EMPTY ? '' : value);

/** A list to choose one of. The choices are written as `option` and `optgroup`, and it works with `form.register`. */
export function Select({
  children,
  value,
  name,
  disabled = false,
  onChange,
  onBlur,
  ref,
  className = '',
}: {
  children: ReactNode;
  value?: string | undefined;
  name?: string;
  disabled?: boolean | undefined;
  onChange?: (event: Changed) => unknown;
  onBlur?: (event: Changed) => unknown;
  ref?: Ref<FormControl>;
  className?: string;
}) {
  const groups = groupsOf(children);
  const choices = groups.flatMap((group) => group.choices);
  const first = choices[0]?.value ?? '';
  const control = useFormControl<HTMLButtonElement>({ value, name, first, onChange, onBlur, ref });
  const chosen = choices.find((choice) => choice.value === control.value);
  return (
    <Radix.Root
      value={toRadix(control.value)}
      onValueChange={(next) => control.change(fromRadix(next))}
      disabled={disabled}
    >
      <Radix.Trigger
        {...useFieldProps()}
        ref={control.element}
        onBlur={control.blur}
        className={`${CONTROL} flex items-center justify-between gap-2 text-left ${className}`}
      >
        <span className="min-w-0 truncate">
          <Radix.Value>{chosen?.label ?? ''}</Radix.Value>
        </span>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-quiet" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={`${MENU} max-h-[min(20rem,var(--radix-select-content-available-height))] w-(--radix-select-trigger-width) max-w-[calc(100vw-2rem)] min-w-max overflow-hidden`}
        >
          {/* It adds a style, which the content security policy admits by the document's nonce. */}
          <Radix.Viewport nonce={getNonce()}>
            {groups.map((group) => (
              <Choices key={group.label ?? group.choices[0]?.value ?? ''} group={group} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Choices({ group: { label, choices } }: { group: Group }) {
  const items = choices.map((choice) => (
    <Radix.Item
      key={choice.value}
      value={toRadix(choice.value)}
      data-choice={choice.value}
      className="flex cursor-pointer items-center gap-2 rounded-lg py-2 pr-3 pl-2 outline-none data-highlighted:bg-hover"
    >
      <span className="size-4 shrink-0">
        <Radix.ItemIndicator>
          <Check aria-hidden="true" size={16} className="text-accent" />
        </Radix.ItemIndicator>
      </span>
      <Radix.ItemText>{choice.label}</Radix.ItemText>
    </Radix.Item>
  ));
  if (label === null) return items;
  return (
    <Radix.Group>
      <Radix.Label className="px-3 pt-2 pb-1 text-small font-semibold text-quiet">{label}</Radix.Label>
      {items}
    </Radix.Group>
  );
}

function groupsOf(children: ReactNode): Group[] {
  const groups: Group[] = [];
  for (const child of flat(children)) {
    const { label, value, children: inner } = child.props as OptionProps;
    if (child.type === 'optgroup') {
      groups.push({ label: label ?? '', choices: groupsOf(inner).flatMap((group) => group.choices) });
      continue;
    }
    const open = groups.at(-1);
    const choice = { value: String(value ?? inner ?? ''), label: inner };
    if (open?.label === null) open.choices.push(choice);
    else groups.push({ label: null, choices: [choice] });
  }
  return groups;
}

type OptionProps = { label?: string; value?: string | number; children?: ReactNode };

function flat(children: ReactNode) {
  return Children.toArray(children).flatMap((child): React.ReactElement[] => {
    if (!isValidElement(child)) return [];
    if (child.type === Fragment) return flat((child.props as OptionProps).children);
    return [child];
  });
}
