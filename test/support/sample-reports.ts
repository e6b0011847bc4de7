import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApp } from '../../src/server/app.ts';
import { createExecutableSchema, readContractSdl } from '../../src/contract/schema.ts';
import { resolvers } from '../../src/server/resolvers/resolvers.ts';
import { type Case, loadCases, requirements } from '../../conformance/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { type Target, sendHttp } from '../../conformance/model/target.ts';
import { type Report, verdictSentence, computeVerdict } from '../../conformance/judge/verdict.ts';
import { type Waiver, applyWaivers } from '../../conformance/judge/waivers.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);

/** Enough cases for a report of every kind of outcome: those of roles, and every thirtieth of the others. */
export const sampleCases: Case[] = loadCases().filter(
  ({ requirements: [first], requirements: all }, index) =>
    index % 30 === 0 ||
    ['refusal.role', 'refusal.anonymous', 'refusal.setting'].includes(first!) ||
    all.some((id) => id.startsWith('auth.') || id.startsWith('meeting.update-by')),
);

/** Runs cases against a target and closes it; the report is of a real run, for the tests. */
export async function runSampleReport(target: Target, cases = sampleCases, waivers: Waiver[] = []): Promise<Report> {
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const results = await runCases({ target, cases, schema, runId: 'sample' });
  const applied = applyWaivers(results, waivers, target.dialect, '2026-01-01');
  const verdict = computeVerdict(results, applied);
  await target.close();
  return {
    runId: 'sample',
    startedAt,
    seconds: (performance.now() - started) / 1000,
    target: { url: target.url, dialect: target.dialect.name },
    mode: 'write',
    verdict,
    sentence: verdictSentence(verdict, results),
    results,
    requirements,
    waivers: applied,
    leftovers: ['meeting 3, "Case sample"'],
  };
}

/** A report of the stand-in as it is. */
export const correctServerReport = async (): Promise<Report> => runSampleReport(await startInProcessTarget());

/** A report of the stand-in where the other participant is taken for an administrator. */
export const wrongRoleReport = async (waivers: Waiver[] = []): Promise<Report> =>
  runSampleReport(
    await startInProcessTarget({
      build: (store, executor, dialect) => {
        const callback = createApp({ store, executor, dialect }).callback() as RequestListener;
        return (request, response) => {
          if (request.headers.authorization === 'Bearer other-token')
            request.headers.authorization = 'Bearer admin-token';
          callback(request, response);
        };
      },
    }),
    sampleCases,
    waivers,
  );

/** What a request to the wrong server brought. */
export interface ReceivedRequest {
  authorization: string;
  body: string;
}

/** A tiny server that answers every request by a function of what it brought, as a target for the cases. */
export async function startDummyTarget(
  answer: (brought: ReceivedRequest) => { status?: number; body: string },
): Promise<Target> {
  const listener: RequestListener = async (request, response) => {
    const brought = { authorization: request.headers.authorization ?? '', body: await text(request) };
    const { status = 200, body } = answer(brought);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const sound = await startInProcessTarget();
  await sound.close();
  return {
    ...sound,
    url,
    reset: () => {},
    send: (request) => sendHttp(url, request, 1000),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A text that breaks out wherever one forgets to escape it. */
export const hostileText = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">]]>'"\`|\u0000\u001b[31m😀&amp;\\`;

/** A report of a server that is wrong in every answer, and whose answers are hostile. */
export const wrongServerReport = async (cases = sampleCases): Promise<Report> =>
  runSampleReport(
    await startDummyTarget(({ authorization, body }) => ({
      status: authorization === '' ? 500 : 200,
      body: JSON.stringify({
        data: { component: { createMeeting: { id: hostileText, [hostileText]: body.length } } },
        errors: [{ message: hostileText, extensions: { code: hostileText } }],
      }),
    })),
    cases,
  );
