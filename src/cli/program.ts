import type { Command } from 'commander';
import { version } from '../installation.ts';
import { createCommand } from './command.ts';
import { conformCommand } from './commands/conform.ts';
import { documentsCommand } from './commands/documents.ts';
import { execCommand } from './commands/exec.ts';
import { replayCommand } from './commands/replay.ts';
import { mcpCommand } from './commands/mcp.ts';
import { recordCommand } from './commands/record.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import { worldCommand } from './commands/world.ts';
import type { Terminal } from './terminal.ts';

const examples = `
Examples:
  plenum serve --world town --dialect decidim-0.32
  plenum exec -- npm test
  plenum world import --from https://town.example --out my-town
  plenum schema --dialect decidim-0.32 > schema.graphql
  plenum documents src
  plenum conform init --url https://town.example --out target.json
  plenum conform --target target.json --mode validate`;

/** Creates the command `plenum`. */
export const createProgram = (terminal: Terminal): Command =>
  createCommand(
    'plenum',
    'a local stand-in for the GraphQL API of a citizen-participation platform, and a conformance suite for it',
    terminal,
  )
    .version(version)
    .commandsGroup('The stand-in:')
    .addCommand(serveCommand(terminal), { isDefault: true })
    .addCommand(execCommand(terminal))
    .addCommand(worldCommand(terminal))
    .commandsGroup('Your client:')
    .addCommand(schemaCommand(terminal))
    .addCommand(documentsCommand(terminal))
    .addCommand(mcpCommand(terminal))
    .commandsGroup('Judging a server:')
    .addCommand(conformCommand(terminal))
    .addCommand(recordCommand(terminal))
    .addCommand(replayCommand(terminal))
    .addHelpText('after', examples);
