import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { finished } from 'node:stream/promises';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describeResponse, graphqlRequest } from '../../client/http-message.ts';
import { sendHttp } from '../../client/http.ts';
import { type Schema, type Static, anyObject, object, optional, string } from '../../control/admin/json-schema.ts';
import { operations } from '../../control/admin/operations.ts';
import { type Shape, propertiesOf, schemas } from '../../control/admin/schemas.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { ControlClient } from '../../stand-in/remote/control-client.ts';
import { Transport } from '../../stand-in/remote/transport.ts';
import { version } from '../../version.ts';
import { searchSchema } from './search-schema.ts';

type StandIn = Awaited<ReturnType<typeof openStandIn>>;

/** How many characters a result has at most. */
const maxResultLength = 20_000;
const maxRequests = 20;
const timeoutMs = 30_000;

const document = { ...string, minLength: 1, maxLength: 100_000 };
const session = optional({
  ...schemas.Name,
  description: 'the test session to act on; the world of the server without',
});
const match = optional<Shape<'Match'>>({ $ref: '#/$defs/Match' });
const $defs = { Match: schemas.Match };

/**
 * Connects to the stand-in of a GraphQL endpoint; `control` is for a test session, or for the world of the server. Throws a
 * CommandError if the server is no stand-in, or if its control cannot be used.
 */
export async function openStandIn(url: string, controlToken: string | undefined) {
  const isSecure = url.startsWith('https:');
  const transport = new Transport(isSecure ? httpsRequest : httpRequest, isSecure);
  const control = (name?: string) => new ControlClient({ transport, url, session: name, controlToken });
  try {
    // Only a server that says that it is a stand-in gets the token.
    const identity = await new ControlClient({ transport, url, controlToken: undefined }).send('GET /');
    if (identity.name !== 'plenum') throw new Error('its GET / does not name Plenum');
    await control().send('GET /__admin/health');
  } catch (error) {
    throw new CommandError(
      `${url} is no stand-in that can be used: ${(error as Error).message}`,
      exitCodes.unreachable,
    );
  }
  return { url, control };
}

/** Serves the Model Context Protocol at the standard input and output until the input has ended, or the signal is aborted. */
export async function serveMcp(standIn: StandIn, signal: AbortSignal, onError: (error: Error) => void): Promise<void> {
  const handle = serveStdio(() => createMcpServer(standIn), { onerror: onError });
  await finished(process.stdin, { signal }).catch(() => {});
  await handle.close();
}

function createMcpServer({ url, control }: StandIn): McpServer {
  const instructions = `Tools for a stand-in of the GraphQL API of Decidim at ${url}. Records are invented; what a tool changes is in the stand-in only. Begin with search_schema, then run_document.`;
  const server = new McpServer({ name: 'plenum', version }, { instructions });

  /** Adds a tool. What `run` throws is the result of a call that failed. */
  function add<S extends Schema>(
    name: string,
    description: string,
    isReadOnly: boolean,
    inputSchema: S,
    run: (args: Static<S>) => Promise<unknown>,
  ): void {
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false };
    const tool = { description, annotations, inputSchema: fromJsonSchema<Static<S>>(inputSchema as object) };
    server.registerTool(name, tool, async (args) => ({ content: [{ type: 'text', text: textOf(await run(args)) }] }));
  }

  add(
    'search_schema',
    'Searches the GraphQL schema that the stand-in serves. The name of a type returns the whole type; a coordinate, such as Query.component, or words return the types and members that contain them all.',
    true,
    object({ query: { ...string, minLength: 1, maxLength: 200 } }),
    async ({ query }) => searchSchema((await control().send('GET /__admin/schema')).sdl, query.trim()),
  );
  add(
    'check_document',
    'Says which releases of Decidim accept, affect or refuse the operations of a GraphQL document, and why. Nothing is executed.',
    true,
    object({ document }),
    async (args) => {
      const { judgeDocuments } = await import('../../../conformance/documents/index.ts');
      const report = await judgeDocuments({ texts: [args.document] });
      const judged = report.operations.map(({ line, name, verdicts }) => ({ line, name, verdicts }));
      return { operations: judged, notReadable: report.notReadable.map(({ line, reason }) => ({ line, reason })) };
    },
  );
  add(
    'run_document',
    'Sends a GraphQL document to the stand-in and returns the status and the body of the response. `sender` says whose token is sent, such as {"admin": true} or {"user": 2}; without it, the request is anonymous. reset undoes what mutations change.',
    false,
    object({
      document,
      variables: optional(anyObject),
      operationName: optional(string),
      sender: optional(schemas.NewToken),
      session,
    }),
    async ({ variables = {}, operationName, sender, session: name, ...args }) => {
      const client = control(name);
      // Where the control needs a token, only a request to the control opens a session.
      await client.send('GET /__admin/clock');
      const issued = sender && (await client.send('POST /__admin/tokens', { body: sender }));
      const headers = { ...client.headers, ...(issued && { authorization: `Bearer ${issued.token}` }) };
      const request = graphqlRequest(args.document, variables, headers, operationName);
      const response = await sendHttp(url, request, timeoutMs);
      return `${describeResponse(response)}\n${response.text}`;
    },
  );
  add(
    'find_requests',
    `${operations.findRequests.summary} Returns the last ${maxRequests}, newest last, without their bodies.`,
    true,
    object({ ...schemas.RequestFilter.properties, match, session }, { $defs }),
    async ({ session: name, ...body }) => {
      const { requests } = await control(name).send('POST /__admin/requests/find', { body });
      return { found: requests.length, requests: requests.slice(-maxRequests) };
    },
  );
  add('reset', operations.reset.summary, false, object({ session }), async ({ session: name }) => {
    await control(name).send('POST /__admin/reset');
    return 'Done.';
  });
  add<Schema<Shape<'NewFault'> & { session?: string }>>(
    'add_fault',
    `${operations.addFault.summary} Requests that match it then fail, or are slow, until reset. {"effect": {"status": 503}} is for every request, {"match": {"coordinate": "Query.component"}, "effect": {"graphqlError": {"message": "…"}}, "times": 1} for one field, once.`,
    false,
    { ...schemas.NewFault, properties: { ...propertiesOf('NewFault'), match, session }, $defs },
    async ({ session: name, ...body }) => control(name).send('POST /__admin/faults', { body }),
  );
  return server;
}

/** The text of a result; a long one is cut, and says so. */
function textOf(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1);
  if (text.length <= maxResultLength) return text;
  return `These are the first ${maxResultLength} of ${text.length} characters: ask for less.\n${text.slice(0, maxResultLength)}`;
}
