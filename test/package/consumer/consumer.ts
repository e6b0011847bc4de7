import { CommandError, type StandIn, type StandInOptions, createStandIn } from 'plenum';
import { type Case, type ConformanceOptions, type Report, loadCases, runConformance } from 'plenum/conformance';

const options: StandInOptions = { dialect: 'decidim-0.32', port: 0, memory: true, onBug: (error) => error.message };
const standIn: StandIn = await createStandIn(options);
const response: Response = await standIn.fetch(new URL(standIn.url), { method: 'POST', body: '{}' });
const port: number = standIn.port;
await standIn.reset();
await standIn.close();

// @ts-expect-error There is no such option.
await createStandIn({ prot: 4000 });
// @ts-expect-error A port is a number.
await createStandIn({ port: '4000' });
// @ts-expect-error There is no such dialect.
await createStandIn({ dialect: 'decidim-0.1' });

const cases: Case[] = loadCases();
const conformanceOptions: ConformanceOptions = { cases, url: standIn.url, mode: 'validate' };
const report: Report = await runConformance(conformanceOptions);

export const exitCode = (error: unknown): number | undefined =>
  error instanceof CommandError ? error.exitCode : undefined;
export { port, report, response };
