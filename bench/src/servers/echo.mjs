import Koa from 'koa';

// What HTTP, Koa and JSON cost when nothing is done with the request.
const app = new Koa();
app.use(async (ctx) => {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  ctx.body = JSON.parse(Buffer.concat(chunks).toString());
});

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`Koa answers at http://127.0.0.1:${port}/\n`);
});
