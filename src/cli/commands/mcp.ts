import { CommandError, exitCodes } from '../../errors.ts';
import { importOptional } from '../../import-optional.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { defineCommand } from '../command.ts';
import { urlOption } from '../deployment-options.ts';

const { world, dialect, controlToken } = serverOptions;

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'serve the Model Context Protocol at the standard input and output, for agents that write a client',
  options: {
    url: {
      ...urlOption,
      help: 'stand-in that runs, such as http://localhost:4000/api; without it, one in memory is started',
    },
    controlToken: { ...controlToken, help: 'token of the control API of the stand-in' },
    world,
    dialect,
  },
  isConfigurable: true,
  notes: `Agents search the schema, check documents against the releases of Decidim, run them as a user, read recorded requests, reset, and
add faults. Nothing is written outside the stand-in. The log goes to the standard error output. It ends with its input. With --url,
--world and --dialect have no effect. docs/guides/test-your-frontend.md has a configuration.

Exit codes: 0 the input has ended, 2 a wrong flag, configuration or world, 4 the URL is no stand-in, or its control cannot be used,
70 a bug.`,
  async run({ options: { url, controlToken: token, world: folder, dialect: name } }, { printError, signal }) {
    const onBug = (error: Error) => printError(`${error.stack}\n`);
    const { serveMcp } = await importOptional(
      '@modelcontextprotocol/server',
      'mcp',
      () => import('../mcp/serve-mcp.ts'),
    );
    const { connectStandIn, createStandIn } = await import('../../index.ts');
    const standIn = await (url === undefined
      ? createStandIn({ world: folder, dialect: name, onBug })
      : connectStandIn(url, token === undefined ? {} : { controlToken: token }).catch((error: Error) => {
          throw new CommandError(error.message, exitCodes.unreachable);
        }));
    try {
      // Nothing else may write to the standard output.
      printError(`serving the Model Context Protocol for ${standIn.url}\n`);
      await serveMcp(standIn, signal, onBug);
    } finally {
      await standIn.close();
    }
    return 0;
  },
});
