import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path/posix';
import type { Context, Middleware } from 'koa';

interface Page {
  /** The folder of its program. */
  name: string;
  title: string;
  /** What the page may load besides its own scripts and styles. */
  policy?: string;
}

const pages: Record<string, Page> = {
  '/': { name: 'home', title: 'Plenum' },
  // Where a site is at the other path.
  '/__pages/': { name: 'home', title: 'Plenum' },
  '/explorer': {
    name: 'explorer',
    title: 'Explorer · Plenum',
    // GraphiQL adds style elements, and its style sheet contains its fonts.
    policy: "style-src 'self' 'unsafe-inline'; font-src data:",
  },
  '/console': { name: 'console', title: 'Console · Plenum' },
};

const filePath = /^\/__pages\/((?:(?:home|explorer|console)\/)?[\w-]+\.(?:js|css))$/;

const basePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sends pages for people, and their scripts and styles. At `/`, other clients than browsers get JSON. */
export const servePages: Middleware = async (ctx, next) => {
  const page = pages[ctx.path];
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (isRead && page && (ctx.path !== '/' || /\btext\/html\b/.test(ctx.get('accept')))) return sendPage(ctx, page);
  const [, file] = (isRead && filePath.exec(ctx.path)) || [];
  const content = file && (await readPageFile(file));
  if (!content) return next();
  ctx.body = Buffer.from(content);
  ctx.type = extname(file);
};

function sendPage(ctx: Context, { name, title, policy = "style-src 'self'" }: Page): void {
  ctx.set('Content-Security-Policy', `${basePolicy}; ${policy}`);
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__pages/${name}/main.css">
<script type="module" src="/__pages/${name}/main.js"></script>
</head>
<body><div id="page"></div><noscript>This page needs JavaScript. The server itself does not: see GET / with Accept: application/json.</noscript></body>
</html>
`;
}

// The package has the files; a checkout builds them when somebody opens a page.
const builtPages = new URL('../../pages/', import.meta.url);
const builder = new URL('../../scripts/build-pages.mjs', import.meta.url);

let pageFiles: Promise<Map<string, Uint8Array>> | undefined;

/** Reads a file of the pages by its path below `/__pages/`; undefined if there is none. */
async function readPageFile(path: string): Promise<Uint8Array | undefined> {
  if (existsSync(builder)) return (await (pageFiles ??= buildPages())).get(path);
  const file = new URL(path, builtPages);
  return existsSync(file) ? readFile(file) : undefined;
}

async function buildPages(): Promise<Map<string, Uint8Array>> {
  const script = (await import(builder.href)) as { buildPages: typeof buildPages };
  return script.buildPages();
}
