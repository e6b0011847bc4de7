import {
  CommandError,
  type PlugIn,
  type Snapshot,
  type StandIn,
  type StandInOptions,
  type StandInSession,
  connectStandIn,
  createStandIn,
} from 'plenum';
import { test } from 'plenum/node-test';
import { type Case, type ConformanceOptions, type Report, loadCases, runConformance } from 'plenum/conformance';

const plugIn: PlugIn = async (ctx, next) => {
  const count: number = ctx.state.world.store.all('meetings').length;
  const nickname: string | undefined = ctx.state.viewer?.nickname;
  if (ctx.path !== '/count') return next();
  ctx.body = { count, nickname };
};
const options: StandInOptions = {
  dialect: 'decidim-0.32',
  port: 0,
  memory: true,
  use: [plugIn],
  onBug: (error) => error.message,
};
const standIn: StandIn = await createStandIn(options);
const response: Response = await standIn.fetch(new URL(standIn.url), { method: 'POST', body: '{}' });
const port: number = standIn.port;
const session: StandInSession = await standIn.session('one');
const snapshot: Snapshot = await session.snapshot();
await standIn.restore(snapshot);
await session.clock.set({ mode: 'fixed', time: 0 });
const token: string = await session.token({ admin: true });
await session.close();
const connected: StandIn = await connectStandIn(standIn.url, { controlToken: 'secret' });
await connected.clock.advance(1000);
const named: string = await connected.token({ name: 'Ada', expiresIn: 'PT5M' });
await connected.close();
await standIn.reset();
await standIn.close();

await test('has a session', async (context, { url, headers }) => fetch(url, { headers, signal: context.signal }));

// @ts-expect-error There is no such role.
await standIn.token({ role: 'admin' });
// @ts-expect-error There is no such option.
await createStandIn({ prot: 4000 });
// @ts-expect-error There is no such member of the state.
export const wrong: PlugIn = (ctx) => ctx.state.session;
// @ts-expect-error A port is a number.
await createStandIn({ port: '4000' });
// @ts-expect-error There is no such dialect.
await createStandIn({ dialect: 'decidim-0.1' });

const cases: Case[] = loadCases();
const conformanceOptions: ConformanceOptions = { cases, url: standIn.url, mode: 'validate' };
const report: Report = await runConformance(conformanceOptions);

export const exitCode = (error: unknown): number | undefined =>
  error instanceof CommandError ? error.exitCode : undefined;
export { named, port, report, response, token };
