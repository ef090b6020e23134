// Makes the pages under /docs out of docs/, and those under /docs/pt out of docs/pt: whole documents, so that the
// server only has to send them. The README.md of each language is its first page and, by its lists, the order of all
// others. A page of docs/pt has the same path there as the English one in docs.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Marked } from 'marked';
import { root } from './prepare.mjs';

const OTHER_FILES = { 'openapi.json': '/openapi.json' };
const HASH_LENGTH = 12;

const LANGUAGES = [
  {
    tag: 'en',
    name: 'English',
    folder: 'docs',
    place: '',
    /** `/docs` itself opens in the reader's language. */
    first: '/docs/en',
    guides: 'Guides',
    allGuides: 'All guides',
    reference: 'API reference',
    missing: `# There is no such page\n\nEvery guide is listed beside this, and at [/docs](/docs/en).\n`,
  },
  {
    tag: 'pt-BR',
    name: 'Português',
    folder: 'docs/pt',
    place: 'pt/',
    first: '/docs/pt',
    guides: 'Guias',
    allGuides: 'Todos os guias',
    reference: 'Referência da API',
    missing: `# Esta página não existe\n\nTodos os guias estão na lista ao lado e em [/docs](/docs/pt).\n`,
  },
];

/** Writes every page, its markdown, what they are drawn with, and llms.txt. */
export async function buildDocs(place) {
  const assets = await readAssets();
  const books = await Promise.all(LANGUAGES.map(readBook));
  const addresses = new Map([
    ...Object.entries(OTHER_FILES),
    ...books.flatMap(({ pages }) => pages.map(({ file, address }) => [file, address])),
  ]);
  const unfinished = `${place}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const write = (name, text) => writeFile(join(unfinished, name), text);
  for (const book of books) {
    await mkdir(join(unfinished, book.place), { recursive: true });
    for (const page of book.pages) {
      const name = page.address.slice('/docs/'.length);
      await write(`${name}.html`, documentOf(page, book, { books, assets, addresses }));
      await write(`${name}.md`, withServedLinks(page, addresses));
    }
    const missing = pageOf({ name: '404', file: '', address: '', markdown: book.missing });
    await write(`${book.place}404.html`, documentOf(missing, book, { books, assets, addresses }));
  }
  for (const { name, text } of Object.values(assets)) await write(name, text);
  await write('llms.txt', llmsOf(books));
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
}

/** One language: its first page, and the headings of that page with the pages that each lists. */
async function readBook(language) {
  const file = `${language.folder}/README.md`;
  const markdown = await readFile(join(root, file), 'utf8');
  const first = pageOf({ name: 'index', file, address: language.first, markdown });
  const [, ...parts] = markdown.split(/^## /m);
  const sections = await Promise.all(
    parts.map(async (part) => {
      const files = [...part.matchAll(/^- \[[^\]]+\]\(([\w./-]+\.md)\)/gm)].map(([, file]) => file);
      return {
        title: part.split('\n', 1)[0],
        pages: await Promise.all(files.map((file) => readPage(join(language.folder, file), language))),
      };
    }),
  );
  return {
    ...language,
    sections: sections.filter(({ pages }) => pages.length > 0),
    pages: [first, ...sections.flatMap(({ pages }) => pages)],
  };
}

async function readPage(file, language) {
  const name = nameOf(file);
  const markdown = await readFile(join(root, file), 'utf8');
  return pageOf({ name, file, address: `/docs/${language.place}${name}`, markdown });
}

/** A README is called after its folder. */
function nameOf(file) {
  const name = basename(file, '.md');
  return name === 'README' ? basename(dirname(file)) : name;
}

/** A document begins with its title and says in its first paragraph what it is about. */
function pageOf(page) {
  const [heading = '', summary = ''] = page.markdown.split('\n\n', 2);
  if (!heading.startsWith('# ')) throw new Error(`A document begins with no title: ${heading}`);
  return {
    ...page,
    title: heading.slice(2).trim(),
    summary: summary.replace(/[`*]|\]\([^)]+\)|\[/g, '').trim(),
  };
}

async function readAssets() {
  const asset = async (file, kind) => {
    const text = await readFile(join(root, 'web', 'docs', file), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
    // The name changes with the content, so a browser may keep it for ever.
    return { name: `docs.${hash}.${kind}`, text };
  };
  return { style: await asset('docs.css', 'css'), script: await asset('copy.js', 'js') };
}

function documentOf(page, book, { books, assets: { style, script }, addresses }) {
  const title = page.name === 'index' ? page.title : `${page.title} · Guichê`;
  // An unknown page has no counterpart: from there one gets to the first page.
  const alternates = books.map(({ tag, name, first, pages }) => ({
    tag,
    name,
    address: pages.find((each) => each.name === page.name)?.address ?? first,
  }));
  return `<!doctype html>
<html lang="${book.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(page.summary)}">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${alternates.map(({ tag, address }) => `<link rel="alternate" hreflang="${tag}" href="${address}">`).join('\n')}${
  page.name === 'index' ? '\n<link rel="alternate" hreflang="x-default" href="/docs">' : ''
}
<link rel="stylesheet" href="/assets/docs/${style.name}">
<script type="module" src="/assets/docs/${script.name}"></script>
</head>
<body>
<header>
<a class="name" href="${book.first}">Guichê <span>docs</span></a>
<a class="to-guides" href="#guides">${book.allGuides}</a>
<a href="/docs/reference">${book.reference}</a>
${alternates
  .filter(({ tag }) => tag !== book.tag)
  .map(({ tag, name, address }) => `<a href="${address}" hreflang="${tag}" lang="${tag}">${name}</a>`)
  .join('\n')}
</header>
<div class="frame">
<main>
${markdownTo(page, addresses).parse(page.markdown)}</main>
<nav id="guides" aria-label="${book.guides}">
${book.sections.map((section) => navigation(section, page)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

function navigation({ title, pages }, current) {
  const items = pages.map(({ address, title: text }) => {
    const here = address === current.address ? ' aria-current="page"' : '';
    return `<li><a href="${address}"${here}>${escaped(text)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** Our own markdown, and still no markup of its own: what looks like HTML is a mistake. */
function markdownTo(page, addresses) {
  let section = '';
  return new Marked({
    renderer: {
      html({ text }) {
        throw new Error(`The guides hold no HTML: ${text}`);
      },
      heading({ tokens, depth, text }) {
        const id = anchor(text);
        section = text.replaceAll('`', '');
        const content = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${content}</h1>\n`;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = addressOf(href, page, addresses);
        return target ? `<a href="${escaped(target)}">${content}</a>` : content;
      },
      code({ text, lang }) {
        return `<pre data-language="${escaped(lang ?? '')}"><code>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const label = token.header.map(({ text }) => text.replaceAll('`', '')).join(', ');
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scroll" role="region" aria-label="${escaped(`${section}: ${label}`)}" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

/** Where a link of the repository leads on a running gateway; null: to a file that it does not serve. */
function addressOf(href, { file }, addresses) {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const served = addresses.get(join(dirname(file), path));
  return served ? served + (fragment ? `#${fragment}` : '') : null;
}

/** The same text for readers of markdown: a link leads to what is served, as markdown, or is plain words. */
function withServedLinks(page, addresses) {
  return page.markdown
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, served)))
    .join('');
  function served(_link, text, href) {
    const target = addressOf(href, page, addresses);
    return target ? `[${text}](${target.replace(/^(\/docs\/[\w/-]+)/, '$1.md')})` : text;
  }
}

/** As GitHub names it, so that a link to a section leads there in both places. */
function anchor(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function escaped(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/** For programs that read: the same guides, as markdown, first all in English. */
function llmsOf(books) {
  const [english] = books;
  const lists = books.map(({ sections, tag, name }) =>
    sections.map(({ title, pages }) => {
      const lines = pages.map(
        (page) => `- [${page.title}](${page.address}.md): ${page.summary.replaceAll('\n', ' ')}`,
      );
      return `## ${tag === english.tag ? '' : `${name}: `}${title}\n\n${lines.join('\n')}\n`;
    }),
  );
  const reference = '## Reference\n\n- [OpenAPI 3.1](/openapi.json): every endpoint with its schemas\n';
  const about = english.pages[0].summary.replaceAll('\n', ' ');
  const [first, ...others] = lists.map((list) => list.join('\n'));
  return `# Guichê\n\n> ${about}\n\n${[first, reference, ...others].join('\n')}`;
}
