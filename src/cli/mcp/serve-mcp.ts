import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { escapeControlCharacters } from '../../client/format-text.ts';
import { NoResponseError } from '../../client/target.ts';
import { version } from '../../version.ts';
import { createControlTools } from './control-tools.ts';
import { checkDocuments, runDocument } from './document-tools.ts';
import { findExamples, searchSchema } from './schema-tools.ts';
import { type StandInClient, ToolError } from './stand-in-client.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Every tool. */
const listTools = (): Tool[] => [searchSchema, findExamples, runDocument, checkDocuments, ...createControlTools()];

/** How many characters a result has at most. */
const maxResultLength = 20_000;

/** The standard input and output of this process; tells when the input has ended. */
class ProcessTransport extends StdioServerTransport {
  #end!: () => void;
  readonly ended = new Promise<void>((resolve) => (this.#end = resolve));

  override async close(): Promise<void> {
    await super.close();
    this.#end();
  }
}

/**
 * Serves the Model Context Protocol at the standard input and output of this process. Resolves when the input has ended, or when the
 * signal is aborted. `onBug` gets errors that are no fault of the caller.
 */
export async function serveMcp(
  client: StandInClient,
  { signal, onBug }: { signal: AbortSignal; onBug(error: Error): void },
): Promise<void> {
  let sdl: Promise<string> | undefined;
  const context: ToolContext = {
    client,
    readSdl: () => (sdl ??= client.control('GET /__admin/schema').then((schema) => schema.sdl)),
  };
  const transport = new ProcessTransport();
  const handle = serveStdio(() => createMcpServer(context, onBug), { transport, onerror: onBug });
  const close = () => void handle.close();
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  await transport.ended;
}

function createMcpServer(context: ToolContext, onBug: (error: Error) => void): McpServer {
  const { url, identity } = context.client;
  const instructions = `Tools for a stand-in of the GraphQL API of Decidim (dialect ${String(identity['dialect'])}, world ${String(identity['world'])}) at ${url}. Records are invented; what a tool changes is in the stand-in only. Begin with search_schema or find_examples, then run_document.`;
  const server = new McpServer({ name: 'plenum', version }, { instructions });
  for (const { name, description, inputSchema, isReadOnly, run } of listTools()) {
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false };
    server.registerTool(name, { description, inputSchema: fromJsonSchema(inputSchema), annotations }, async (args) => {
      try {
        return { content: [{ type: 'text', text: textOf(await run(args, context)) }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: describe(error as Error, onBug) }] };
      }
    });
  }
  return server;
}

/** The text of a result; a long one is cut, and says so. */
function textOf(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1);
  if (text.length <= maxResultLength) return text;
  const cut = `The result has ${text.length} characters, of which these are the first ${maxResultLength}. Ask for less: fewer fields, a smaller page, a filter.`;
  return `${cut}\n${text.slice(0, maxResultLength)}`;
}

function describe(error: Error, onBug: (error: Error) => void): string {
  if (error instanceof ToolError || error instanceof NoResponseError)
    return escapeControlCharacters(error.message).slice(0, maxResultLength);
  onBug(error);
  return 'The tool failed because of a bug, which the log of plenum mcp describes.';
}
