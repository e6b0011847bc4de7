/**
 * Sends requests that nobody has written to a real platform with the world `town` and to the stand-in, and compares whole responses.
 *
 *     node --import tsx test/compare-unseen-requests.ts --url http://localhost:3000/api --dialect decidim-0.32 --seed 1 --count 400 \
 *       [--writes --reset 'COMMAND'] [--out FILE]
 *
 * `--reset` puts the records of the platform back: before the first request, and after each difference of writes, so that
 * no other follows from it. `--out` gets the exchanges that differ, as recordings of the platform.
 */
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { compareResponses } from '../conformance/replay/compare.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import type { RecordedActor, RecordedExchange, RecordedResponse } from '../src/client/recording.ts';
import { suiteDialectByName } from '../src/dialects/dialects.ts';
import { worldFolder } from '../src/records/named-worlds.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { type UnseenRequest, generateUnseenRequests } from './support/unseen-requests.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000/api' },
    dialect: { type: 'string', default: 'decidim-0.32' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    writes: { type: 'boolean', default: false },
    reset: { type: 'string' },
    out: { type: 'string' },
  },
});
const { writes } = values;
const dialect = suiteDialectByName(values.dialect);
const print = (line: string) => process.stdout.write(`${line}\n`);
const headers = { 'content-type': 'application/json' };
// The locale of a request stays with the thread of the platform that served it.
const backToEnglish = {
  query:
    '{ commentable(id: "1", type: "Decidim::Proposals::Proposal", locale: "en", toggleTranslations: false) { id } }',
};

/** A server with the actors of the town. */
function connect(url: string) {
  const tokens = new Map<RecordedActor, string>();
  // A reset closes connections.
  const dispatcher = new Agent();
  const post = (path: string, body: object, token?: string) =>
    fetch(`${url}${path}`, {
      dispatcher,
      method: 'POST',
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  return async (actor: RecordedActor, { query, variables }: Partial<UnseenRequest>): Promise<RecordedResponse> => {
    if (actor === 'garbage') tokens.set(actor, 'not.a.token');
    else if (actor !== 'anonymous' && !tokens.has(actor)) {
      const credentials = { key: `${actor}-key`, secret: `${actor}-secret-0123456789` };
      const signedIn = await post('/sign_in', { api_user: credentials });
      tokens.set(actor, ((await signedIn.json()) as { jwt_token: string }).jwt_token);
    }
    const response = await post('', { query, variables }, tokens.get(actor));
    const { status } = response;
    const body = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const sent = { status, headers: { 'content-type': type } };
    return type.includes('json') ? { ...sent, json: JSON.parse(body) } : { ...sent, text: body };
  };
}

// The town without what only the stand-in has.
const standIn = await startInProcessTarget({
  dialect: dialect.name,
  worldFolder: worldFolder('town'),
  changesFolder: 'fixtures/recordings/decidim-0.32.2-town/world',
  listens: true,
});
let ours = connect(standIn.url);
let real = connect(values.url);
async function reset(): Promise<void> {
  if (values.reset === undefined) return;
  execSync(values.reset, { stdio: 'ignore' });
  real = connect(values.url);
  await standIn.reset!();
  ours = connect(standIn.url);
}

const schema = schemaOf(dialect);
const requests = generateUnseenRequests(schema, { writes, seed: Number(values.seed), count: Number(values.count) });
const differing: RecordedExchange[] = [];
let withoutErrors = 0;
await reset();
for (const [order, { actor, query, variables }] of requests.entries()) {
  const json = { query, variables };
  const [response, received] = await Promise.all([real(actor, json), ours(actor, json)]);
  if (/mutation|commentable|Filter|Sort|locale:/.test(query)) await real('anonymous', backToEnglish);
  const body = response.json as { errors?: unknown } | undefined;
  if (body && !body.errors) withoutErrors += 1;
  const request = { method: 'POST', path: '/api', headers, json };
  const exchange = { name: `unseen/${order}`, order, actor, request, response };
  const differences = compareResponses(exchange, received, 'whole');
  if (differences.length === 0) continue;
  differing.push(exchange);
  print(`\n${order} as ${actor}: ${query}\n${JSON.stringify(variables)}`);
  for (const { path, expected, actual } of differences.slice(0, 4))
    print(`  ${path}: real ${JSON.stringify(expected)}, stand-in ${JSON.stringify(actual)}`);
  if (writes) await reset();
}
await standIn.close();
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(differing, undefined, 1)}\n`);
const equal = requests.length - differing.length;
print(`\n${equal} of ${requests.length} are equal; ${withoutErrors} have no errors`);
