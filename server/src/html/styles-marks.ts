/** Small marks of what one can pay with, drawn here: recognised at a glance, and nothing is loaded from elsewhere. */
const drawn = (ground: string, content: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 38 24'><rect width='38' height='24' rx='4' fill='${ground}'/>${content}</svg>`,
  )
    .replaceAll('%20', ' ')
    .replaceAll('%3D', '=')
    .replaceAll('%2F', '/')
    .replaceAll('%27', "'")}")`;

const word = (text: string, fill: string, size = 11, more = '') =>
  `<text x='19' y='16' text-anchor='middle' font-family='Arial,Helvetica,sans-serif' font-weight='700' font-size='${size}' fill='${fill}' ${more}>${text}</text>`;

const MARKS: Readonly<Record<string, string>> = {
  pix: drawn(
    '#e6f7f5',
    "<path d='M19 4.6 26.4 12 19 19.4 11.6 12Z' fill='none' stroke='#00998c' stroke-width='2' stroke-linejoin='round'/><path d='m15 12 4-4 4 4-4 4Z' fill='#32bcad'/>",
  ),
  boleto: drawn(
    '#f1f3f5',
    "<path d='M8 6v12M11 6v12M13 6v12M17 6v12M19 6v12M22 6v12M26 6v12M28 6v12M30 6v12' stroke='#16191d' stroke-width='1.2'/>",
  ),
  visa: drawn('#1434cb', word('VISA', '#fff', 11, "font-style='italic' letter-spacing='.5'")),
  mastercard: drawn(
    '#22262b',
    "<circle cx='15.5' cy='12' r='6' fill='#eb001b'/><circle cx='22.5' cy='12' r='6' fill='#f79e1b'/><path d='M19 7.13a6 6 0 0 1 0 9.74 6 6 0 0 1 0-9.74Z' fill='#ff5f00'/>",
  ),
  elo: drawn('#0a0a0a', word('elo', '#ffcb05', 13)),
  amex: drawn('#016fd0', word('AMEX', '#fff', 9)),
  hipercard: drawn('#b3131b', word('Hiper', '#fff', 10, "font-style='italic'")),
  diners: drawn('#0079be', word('DC', '#fff')),
};

export const MARK_STYLES = `
.titled { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 16px; }
.titled > :first-child { flex: 1 1 8rem; }
.marks { display: flex; flex-wrap: wrap; gap: 4px; justify-content: flex-end; }
.mark { width: 2.375rem; height: 1.5rem; border-radius: 4px; background: center / contain no-repeat; }
.button .marks { display: inline-flex; vertical-align: middle; margin-right: 8px; }
${Object.entries(MARKS)
  .map(([name, image]) => `.mark-${name}, .brand-${name}:not(:empty)::before { background-image: ${image}; }`)
  .join('\n')}`;
