import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

// Your frontend, as its own server delivers it.
const page = await readFile(new URL('index.html', import.meta.url));
createServer((request, response) => {
  response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(request.url === '/' ? page : '');
}).listen(Number(process.env.PORT ?? 5173), 'localhost');
