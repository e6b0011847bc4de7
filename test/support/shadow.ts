import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { TestContext } from 'node:test';
import type { ShadowReport } from '../../src/control/shadow/shadow.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { shareExecutor } from '../../src/server/executors.ts';
import { type ShadowOptions, createShadow } from '../../tools/shadow/shadow.ts';
import { startControlServer } from './control-server.ts';
import type { TestSettings } from './start-server.ts';
import { startUpstream } from './upstream-server.ts';

/** The credentials of a stand-in with the demo world that is the live deployment. */
export const demoCredentials = {
  PLENUM_SHADOW_ADMIN_TOKEN: 'admin-token',
  PLENUM_SHADOW_MEMBER_TOKEN: 'member-token',
};

interface BesideOptions extends Partial<Omit<ShadowOptions, 'schema' | 'dialect'>> {
  dialect?: string;
  serve?: TestSettings;
}

/** Starts a stand-in beside a live deployment with this endpoint, until the end of the test. */
export async function startBesideLive(
  t: TestContext,
  url: string,
  { dialect: name = 'specification', serve, ...options }: BesideOptions = {},
) {
  const dialect = await loadServerDialect(name);
  const { schema } = shareExecutor(dialect, 'mock');
  const environment = demoCredentials;
  const shadow = createShadow({ url, dialect: name, schema, environment, rate: 100, ...options });
  t.after(() => shadow.close());
  const standIn = await startControlServer(t, { serverDialect: dialect, shadow, ...serve });
  const readReport = async () => (await standIn.send('GET', '/__admin/shadow')).body as ShadowReport;
  /** Reads the report when nothing is waiting or being sent. */
  async function settledReport(): Promise<ShadowReport> {
    for (;;) {
      const report = await readReport();
      const { observed, compared, notSent, dropped, failed } = report.counts;
      if (observed === compared + notSent + dropped + failed) return report;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return { ...standIn, shadow, readReport, settledReport };
}

/** Starts a stand-in with the demo world as the live deployment. */
export async function startLiveStandIn(t: TestContext, dialect = 'specification') {
  return startControlServer(t, { serverDialect: await loadServerDialect(dialect) });
}

/** Starts a live deployment that a test programs. */
export const startLive = async (t: TestContext, listener: RequestListener): Promise<string> =>
  `${await startUpstream(t, listener)}/api`;

/** The only group of a report. */
export function onlyGroup({ groups }: ShadowReport) {
  assert.equal(groups.length, 1, JSON.stringify(groups.map(({ cause }) => cause)));
  return groups[0]!;
}
