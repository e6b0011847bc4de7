import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadCases } from '../../src/cases/load.ts';
import type { Case } from '../../src/cases/case.ts';
import { buildReport } from '../../conformance/verdict.ts';
import { requirements } from '../../src/cases/requirements.ts';
import { runCases } from '../../conformance/index.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import type { TargetRequest } from '../../src/client/http-message.ts';
import type { Target } from '../../src/client/target.ts';
import { sendHttp } from '../../src/client/http.ts';
import type { Result, Report, Waiver } from '../../conformance/model.ts';

/** The cases about permissions, and some others, for reports with every outcome. */
export const sampleCases: Case[] = loadCases().filter(
  ({ requirements: [first], requirements: all }, index) =>
    index % 30 === 0 ||
    ['refusal.role', 'refusal.anonymous', 'refusal.setting'].includes(first!) ||
    all.some((id) => id.startsWith('auth.') || id.startsWith('meeting.update-by')),
);

interface SampleResults {
  target: Target;
  results: Result[];
  seconds: number;
}

/** Runs cases against a target and closes it. */
async function runSample(target: Target, cases = sampleCases): Promise<SampleResults> {
  const started = performance.now();
  const results = await runCases(cases, { target, runId: 'sample' });
  await target.close();
  return { target, results, seconds: (performance.now() - started) / 1000 };
}

const buildSampleReport = ({ target, results, seconds }: SampleResults, waivers: Waiver[] = []): Report =>
  buildReport({
    target,
    runId: 'sample',
    // Before the waivers of the tests expire.
    startedAt: new Date('2026-01-01T00:00:00Z'),
    seconds,
    mode: 'write',
    scope: { subject: 'case' },
    results,
    requirements,
    waivers,
    leftovers: ['meeting 3, "Case sample"'],
    cleanUpFailures: [],
  });

/** Runs cases against a target, closes it, and returns the report. */
export const runSampleReport = async (target: Target, cases = sampleCases, waivers: Waiver[] = []): Promise<Report> =>
  buildSampleReport(await runSample(target, cases), waivers);

/** Returns a function that runs the sample cases once in this process; each report has a copy of the results. */
function shareSample(startTarget: () => Promise<Target>) {
  let shared: Promise<SampleResults> | undefined;
  return async (waivers: Waiver[] = []): Promise<Report> => {
    shared ??= startTarget().then((target) => runSample(target));
    const { results, ...run } = await shared;
    return buildSampleReport({ ...run, results: structuredClone(results) }, waivers);
  };
}

/** A report of the stand-in. */
export const correctServerReport = shareSample(startInProcessTarget);

/** A request of the actor `other` with the token of an administrator; others as they are. */
const asAdministrator = (request: TargetRequest): TargetRequest =>
  request.headers['Authorization'] === 'Bearer other-token'
    ? { ...request, headers: { ...request.headers, Authorization: 'Bearer admin-token' } }
    : request;

/** A report of a stand-in that treats the actor `other` as an administrator. */
export const wrongRoleReport = shareSample(async () => {
  const target = await startInProcessTarget();
  return { ...target, send: (request, onHeaders) => target.send(asAdministrator(request), onHeaders) };
});

/** A request to a dummy target. */
export interface ReceivedRequest {
  authorization: string;
  body: string;
}

/** Starts a target whose responses a function computes from the requests. */
export async function startDummyTarget(
  respond: (request: ReceivedRequest) => { status?: number; body: string },
): Promise<Target> {
  const listener: RequestListener = async (request, response) => {
    const authorization = request.headers.authorization ?? '';
    const { status = 200, body } = respond({ authorization, body: await text(request) });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const standIn = await startInProcessTarget();
  await standIn.close();
  return {
    ...standIn,
    url,
    reset: () => {},
    send: (request) => sendHttp(url, request, 1000),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A text that breaks every format in which it is not escaped. */
export const hostileText = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">]]>'"\`|\u0000\u001b[31m😀&amp;\\`;

const startWrongServer = (): Promise<Target> =>
  startDummyTarget(({ authorization, body }) => ({
    status: authorization === '' ? 500 : 200,
    body: JSON.stringify({
      data: { component: { createMeeting: { id: hostileText, [hostileText]: body.length } } },
      errors: [{ message: hostileText, extensions: { code: hostileText } }],
    }),
  }));
const wrongServerSample = shareSample(startWrongServer);

/** A report of a server whose responses are all wrong and hostile. */
export const wrongServerReport = async (cases = sampleCases): Promise<Report> =>
  cases === sampleCases ? wrongServerSample() : runSampleReport(await startWrongServer(), cases);
