import { importOptional } from '../../import-optional.ts';
import { type OptionTable, endpointUrl } from '../../option.ts';
import { createServer } from '../../stand-in/create-server.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { defineCommand } from '../command.ts';
import { createLogger } from '../logger.ts';
import { logBug } from './serve.ts';

const { world, dialect, fill, faults, controlToken, port } = serverOptions;

const options = {
  url: {
    value: 'URL',
    help: 'stand-in that runs, such as http://localhost:4000/api; without it, one in memory is started',
    parse: endpointUrl,
    default: undefined,
  },
  controlToken: { ...controlToken, help: 'token of the control API of the stand-in' },
  port: {
    ...port,
    help: 'port of the stand-in that is started, for a client beside it; 0 for any free one',
    default: 0,
  },
  world,
  dialect,
  fill,
  faults,
} satisfies OptionTable;

export const mcpCommand = defineCommand({
  name: 'mcp',
  group: 'client',
  summary: 'serve the Model Context Protocol at the standard input and output, for agents that write a client',
  options,
  isConfigurable: true,
  notes: `Agents search the schema, find examples, run documents as a user, check documents against the releases of Decidim, reset, take
snapshots, read recorded requests and add faults. Nothing is written outside the stand-in. The log goes to the standard error output. It
ends with its input. With --url, options of the stand-in that would be started have no effect. docs/mcp.md has configurations.

Exit codes: 0 the input has ended, 2 a wrong flag, configuration or world, 4 the URL is no stand-in, or its control cannot be used,
69 a port that cannot be used, 70 a bug.`,
  async run({ options: values }, { printError, signal }) {
    const logger = createLogger('text', printError);
    const { url, controlToken: token, ...own } = values;
    const { serveMcp } = await importOptional(
      '@modelcontextprotocol/server',
      'mcp',
      () => import('../mcp/serve-mcp.ts'),
    );
    // Nothing else may write to the standard output.
    const { StandInClient } = await import('../mcp/stand-in-client.ts');
    const server =
      url === undefined
        ? await createServer({ ...own, controlToken: token, memory: true }, { onBug: (error) => logBug(logger, error) })
        : undefined;
    try {
      const address = { url: url ?? server!.url, controlToken: token, fetch: server?.fetch };
      const client = await StandInClient.open(address);
      logger.info('serving the Model Context Protocol', { url: address.url });
      await serveMcp(client, { signal, onBug: (error) => logger.error('bug', error) });
    } finally {
      await server?.close();
    }
    return 0;
  },
});
