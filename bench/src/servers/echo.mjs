import Koa from 'koa';

// The cost of HTTP, Koa and JSON without any processing.
const app = new Koa();
app.use(async (ctx) => {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  ctx.body = JSON.parse(Buffer.concat(chunks).toString());
});

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`Koa listens at http://127.0.0.1:${port}/\n`);
});
