// What one would paste gets a button that copies it; what is printed gets none. Without script the page lacks nothing else.
const SHOWN_MS = 2000;
const [COPY, COPIED] = document.documentElement.lang === 'pt-BR' ? ['Copiar', 'Copiado'] : ['Copy', 'Copied'];

for (const block of document.querySelectorAll('[data-language=sh], [data-language=ts]')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = COPY;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = COPIED;
    setTimeout(() => {
      button.textContent = COPY;
    }, SHOWN_MS);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}
