// Makes the pages under /docs out of docs/: whole documents, so that the server only has to send them.
// docs/README.md is the first page and, by its lists, the order of all others.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Marked } from 'marked';
import { root } from './prepare.mjs';

const DOCS = join(root, 'docs');
const REPOSITORY_FILES = { 'openapi.json': '/openapi.json' };
const IN_PORTUGUESE = ['inicio-rapido', 'emails-e-avisos'];
const HASH_LENGTH = 12;
const MISSING = `# There is no such page\n\nEvery guide is listed beside this, and at [/docs](/docs).\n`;

/** Writes every page, its markdown, what they are drawn with, and llms.txt. */
export async function buildDocs(place) {
  const sections = await readSections();
  const pages = sections.flatMap(({ pages }) => pages);
  const assets = await readAssets();
  const contents = await readFile(join(DOCS, 'README.md'), 'utf8');
  const first = { name: '', markdown: contents, ...opening(contents) };
  const unfinished = `${place}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const write = (name, text) => writeFile(join(unfinished, name), text);
  const names = pages.map(({ name }) => name);
  for (const page of [first, ...pages]) {
    const name = page.name || 'index';
    await write(`${name}.html`, documentOf(page, sections, assets));
    await write(`${name}.md`, withServedLinks(page.markdown, names));
  }
  await write(
    '404.html',
    documentOf({ name: '404', markdown: MISSING, ...opening(MISSING) }, sections, assets),
  );
  for (const { name, text } of Object.values(assets)) await write(name, text);
  await write('llms.txt', llmsOf(first, sections));
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
}

/** The headings of docs/README.md with the pages that each lists. */
async function readSections() {
  const [, ...parts] = (await readFile(join(DOCS, 'README.md'), 'utf8')).split(/^## /m);
  const sections = parts.map((part) => ({
    title: part.split('\n', 1)[0],
    files: [...part.matchAll(/^- \[[^\]]+\]\(([\w./-]+\.md)\)/gm)].map(([, file]) => file),
  }));
  return Promise.all(
    sections
      .filter(({ files }) => files.length > 0)
      .map(async ({ title, files }) => ({ title, pages: await Promise.all(files.map(readPage)) })),
  );
}

async function readPage(file) {
  const markdown = await readFile(join(DOCS, file), 'utf8');
  return { name: nameOf(file), markdown, ...opening(markdown) };
}

/** A README is called after its folder. */
function nameOf(file) {
  const name = basename(file, '.md');
  return name === 'README' ? basename(dirname(file)) : name;
}

/** A document begins with its title and says in its first paragraph what it is about. */
function opening(markdown) {
  const [heading = '', summary = ''] = markdown.split('\n\n', 2);
  if (!heading.startsWith('# ')) throw new Error(`A document begins with no title: ${heading}`);
  return { title: heading.slice(2).trim(), summary: summary.replace(/[`*]|\]\([^)]+\)|\[/g, '').trim() };
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

function documentOf(page, sections, { style, script }) {
  const names = sections.flatMap(({ pages }) => pages.map(({ name }) => name));
  const title = page.name ? `${page.title} · Guichê` : page.title;
  return `<!doctype html>
<html lang="${IN_PORTUGUESE.includes(page.name) ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(page.summary)}">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/docs/${style.name}">
<script type="module" src="/assets/docs/${script.name}"></script>
</head>
<body>
<header lang="en">
<a class="name" href="/docs">Guichê <span>docs</span></a>
<a class="to-guides" href="#guides">All guides</a>
<a href="/docs/reference">API reference</a>
</header>
<div class="frame">
<main>
${markdownTo(names).parse(page.markdown)}</main>
<nav id="guides" aria-label="Guides" lang="en">
${sections.map((section) => navigation(section, page)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

function navigation({ title, pages }, current) {
  const items = pages.map(({ name, title: text }) => {
    const here = name === current.name ? ' aria-current="page"' : '';
    const language = IN_PORTUGUESE.includes(name) ? ' lang="pt-BR"' : '';
    return `<li><a href="/docs/${name}"${here}${language}>${escaped(text)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** Our own markdown, and still no markup of its own: what looks like HTML is a mistake. */
function markdownTo(names) {
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
        const target = addressOf(href, names);
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
function addressOf(href, names) {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const name = nameOf(path);
  const served =
    path.endsWith('.md') && names.includes(name) ? `/docs/${name}` : REPOSITORY_FILES[basename(path)];
  return served ? served + (fragment ? `#${fragment}` : '') : null;
}

/** The same text for readers of markdown: a link leads to what is served, as markdown, or is plain words. */
function withServedLinks(markdown, names) {
  return markdown
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, served)))
    .join('');
  function served(_link, text, href) {
    const target = addressOf(href, names);
    return target ? `[${text}](${target.replace(/^(\/docs\/[\w-]+)/, '$1.md')})` : text;
  }
}

function anchor(text) {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function escaped(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/** For programs that read: the same guides, as markdown. */
function llmsOf(first, sections) {
  const list = sections.map(({ title, pages }) => {
    const lines = pages.map(
      (page) => `- [${page.title}](/docs/${page.name}.md): ${page.summary.replaceAll('\n', ' ')}`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const reference = '- [OpenAPI 3.1](/openapi.json): every endpoint with its schemas';
  return `# Guichê\n\n> ${first.summary.replaceAll('\n', ' ')}\n\n${list.join('\n')}\n## Reference\n\n${reference}\n`;
}
