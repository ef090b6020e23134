import { type Ref, useImperativeHandle, useRef, useState } from 'react';

/** What a form reads of a change or a blur, as it would of a native control's event. */
export type Changed = { type: 'change' | 'blur'; target: { name: string; value: string } };

/** What a form holds of a control that it registered: it reads, sets and focuses it. */
export type FormControl = { name: string; value: string; focus: () => void };

/** A control of our own that works controlled (`value`) and registered in a form (`ref`), as native ones do. */
export function useFormControl<Focusable extends HTMLElement>({
  value,
  name = '',
  first,
  onChange,
  onBlur,
  ref,
}: {
  value: string | undefined;
  name: string | undefined;
  /** Before a form has set its own value. */
  first: string;
  onChange: ((event: Changed) => unknown) | undefined;
  onBlur: ((event: Changed) => unknown) | undefined;
  ref: Ref<FormControl> | undefined;
}) {
  const element = useRef<Focusable>(null);
  const [own, setOwn] = useState(first);
  const held = useRef(own);
  const keep = (next: string) => {
    held.current = next;
    setOwn(next);
  };
  useImperativeHandle(ref, () => ({
    name,
    get value() {
      return held.current;
    },
    set value(next: string) {
      keep(String(next ?? ''));
    },
    focus: () => element.current?.focus(),
  }));
  return {
    element,
    value: value ?? own,
    change: (next: string) => {
      keep(next);
      onChange?.({ type: 'change', target: { name, value: next } });
    },
    blur: () => void onBlur?.({ type: 'blur', target: { name, value: held.current } }),
  };
}
