import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const page = await readFile(new URL('index.html', import.meta.url));
const port = Number(process.env.PORT ?? 5173);
createServer((request, response) => {
  const isPage = new URL(request.url, 'http://localhost').pathname === '/';
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isPage ? page : '');
}).listen(port, 'localhost');
