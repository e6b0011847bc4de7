// The first way: the page is a public client. This server sends the page, and forwards the requests for tokens, because the platform's
// answers to them have no CORS headers. In production, a rule of your web server does the same.
import { createServer } from 'node:http';
import { files, sendFile } from './files.js';

const { PLATFORM = 'http://localhost:4000', CLIENT_ID = 'town-app', PORT = '5173' } = process.env;
const forwarded = new Set(['/oauth/token', '/oauth/revoke']);

async function forward(request, response, pathname) {
  const answer = await fetch(new URL(pathname, PLATFORM), {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: request,
    duplex: 'half',
  });
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type'),
    'cache-control': 'no-store',
  });
  response.end(await answer.text());
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST' && forwarded.has(pathname)) {
    await forward(request, response, pathname).catch((error) => response.writeHead(502).end(error.message));
  } else if (pathname === '/settings.json') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ platform: PLATFORM, clientId: CLIENT_ID }));
  } else await sendFile(response, files[pathname]);
});
server.listen(Number(PORT), 'localhost', () => console.log(`Open http://localhost:${PORT}/`));
