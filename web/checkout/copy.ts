import { announce } from './announce.ts';

const FEEDBACK_MS = 2_000;

export function enhanceCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy || '');
    if (source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement) enhance(button, source);
  }
}

type Source = HTMLTextAreaElement | HTMLInputElement;

function enhance(button: HTMLButtonElement, source: Source): void {
  const label = button.textContent;
  let timer = 0;
  const say = (text: string) => {
    button.textContent = text;
    announce(text);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = label;
      announce('');
    }, FEEDBACK_MS);
  };
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (await copy(source)) {
      say(button.dataset.copied || '');
      button.focus({ preventScroll: true });
    } else selectAll(source);
  });
}

async function copy(source: Source): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.value);
    return true;
  } catch {
    // No clipboard without https, or the browser refused.
    return copyBySelection(source);
  }
}

function copyBySelection(source: Source): boolean {
  selectAll(source);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}

function selectAll(source: Source): void {
  source.focus({ preventScroll: true });
  // Phones ignore select() in a read-only field.
  source.setSelectionRange(0, source.value.length);
}
