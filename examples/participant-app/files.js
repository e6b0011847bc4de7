import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The files of the page, by path. The library is one ES module, so the page needs no bundler. */
export const files = {
  '/': file('app/index.html'),
  '/callback': file('app/index.html'),
  '/app.js': file('app/app.js'),
  '/participant.js': file('app/participant.js'),
  '/oauth4webapi.js': fileURLToPath(import.meta.resolve('oauth4webapi')),
};

/** Sends a file, or 404. */
export async function sendFile(response, path) {
  if (path === undefined) return void response.writeHead(404).end();
  const type = path.endsWith('.html') ? 'text/html' : 'text/javascript';
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(await readFile(path));
}
