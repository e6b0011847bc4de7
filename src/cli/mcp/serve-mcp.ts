import { finished } from 'node:stream/promises';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Schema, type Static, anyObject, nameSchema, object, optional, string } from '../../control/api/schema.ts';
import { newFaultSchema } from '../../control/faults/rule.ts';
import { operations } from '../../control/operations/operations.ts';
import { requestFilter } from '../../control/requests/exchange.ts';
import { tokenRequest } from '../../control/tokens.ts';
import type { TObject } from '../../records/schema-builder.ts';
import { headersFor } from '../../index.ts';
import type { StandIn } from '../../stand-in/controls.ts';
import { version } from '../../installation.ts';
import { searchSchema } from './search-schema.ts';

/** How many characters a result has at most. */
const maxResultLength = 20_000;
const maxRequests = 20;
const timeoutMs = 30_000;

const document = { ...string, minLength: 1, maxLength: 100_000 };
const session = optional({
  ...nameSchema,
  description: 'the test session to act on; the world of the server without',
});

/** Serves the Model Context Protocol at the standard input and output until the input has ended, or the signal is aborted. */
export async function serveMcp(standIn: StandIn, signal: AbortSignal, onError: (error: Error) => void): Promise<void> {
  const handle = serveStdio(() => createMcpServer(standIn), { onerror: onError });
  await finished(process.stdin, { signal }).catch(() => {});
  await handle.close();
}

function createMcpServer(standIn: StandIn): McpServer {
  const instructions = `Tools for a stand-in of the GraphQL API of Decidim at ${standIn.url}. Records are invented; what a tool changes is in the stand-in only. Begin with search_schema, then run_document.`;
  const server = new McpServer({ name: 'plenum', version }, { instructions });

  const worldOf = (name: string | undefined) => (name === undefined ? standIn : standIn.session(name));

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
    async ({ query }) => searchSchema(await standIn.schema(), query.trim()),
  );
  add(
    'check_document',
    'Says which releases of Decidim accept, affect or refuse the operations of a GraphQL document, and why. Nothing is executed.',
    true,
    object({ document }),
    async (args) => {
      const { judgeDocuments } = await import('../../../conformance/documents/index.ts');
      const { documentVerdicts } = await import('../../../conformance/reports/write-reports.ts');
      const { documents, notReadable } = documentVerdicts(await judgeDocuments({ texts: [args.document] }));
      const judged = documents.map(({ line, name, verdicts }) => ({ line, name, verdicts }));
      return { operations: judged, notReadable: notReadable.map(({ line, reason }) => ({ line, reason })) };
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
      sender: optional(tokenRequest),
      session,
    }),
    async ({ document: query, variables = {}, operationName, sender, session: name }) => {
      const world = await worldOf(name);
      const authentication = sender && headersFor(await world.token(sender));
      const response = await world.fetch(world.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authentication },
        body: JSON.stringify({ query, variables, operationName }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return `status ${response.status}\n${await response.text()}`;
    },
  );
  add(
    'find_requests',
    `${operations.findRequests.summary} Returns the last ${maxRequests}, newest last, without their bodies.`,
    true,
    withSession(requestFilter),
    async ({ session: name, ...filter }) => {
      const requests = await (await worldOf(name)).requests.find(filter);
      return { found: requests.length, requests: requests.slice(-maxRequests) };
    },
  );
  add('reset', operations.reset.summary, false, object({ session }), async ({ session: name }) => {
    await (await worldOf(name)).reset();
    return 'Done.';
  });
  add(
    'add_fault',
    `${operations.addFault.summary} Requests that match it then fail, or are slow, until reset. {"effect": {"status": 503}} is for every request, {"match": {"coordinate": "Query.component"}, "effect": {"graphqlError": {"message": "…"}}, "times": 1} for one field, once.`,
    false,
    withSession(newFaultSchema),
    async ({ session: name, ...rule }) => (await worldOf(name)).faults.add(rule),
  );
  return server;
}

/** The schema of an operation's body, with the session beside it. */
const withSession = <T>(body: TObject<T>) =>
  ({ ...body, properties: { ...body.properties, session } }) as Schema as Schema<T & { session?: string }>;

/** The text of a result; a long one is cut, and says so. */
function textOf(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1);
  if (text.length <= maxResultLength) return text;
  return `These are the first ${maxResultLength} of ${text.length} characters: ask for less.\n${text.slice(0, maxResultLength)}`;
}
