import Koa from 'koa';

// The cost of HTTP, Koa and JSON, without GraphQL: responds with what it gets.
const app = new Koa();
app.use(async (ctx) => {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  ctx.body = { data: JSON.parse(Buffer.concat(chunks).toString()) };
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
