import { dialectWithSchema, listUnshownRecords, loadServerDialect } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { Store } from '../../store/store.ts';
import { formatWorldProblem } from '../../records/validate.ts';
import { loadWorld } from '../../records/world.ts';
import { defineCommand } from '../command.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { serverNotes } from './server-help.ts';

export const checkCommand = defineCommand({
  name: 'check',
  group: 'data',
  summary: 'validate the world folder and list every problem with its file and record',
  options: {
    world: serverOptions.world,
    dialect: {
      ...serverOptions.dialect,
      help: 'dialect whose schema is compared with the records: what it does not show is listed',
      default: undefined,
    },
    schema: {
      ...serverOptions.schema,
      help: 'with --dialect: schema of a town in SDL, whose fields the records may have values of',
    },
  },
  isConfigurable: true,
  notes: serverNotes,
  async run({ options: { world, dialect, schema } }, { print }) {
    if (schema !== undefined && dialect === undefined)
      throw new CommandError('--schema needs --dialect, the release of the town', exitCodes.usage);
    const server = dialect === undefined ? undefined : await loadServerDialect(dialectWithSchema(dialect, schema));
    const { tables, problems } = loadWorld(world, Date.now(), server?.checkAddedMember);
    for (const problem of problems) print(formatWorldProblem(problem));
    print(problems.length === 0 ? `${world} is valid` : `${problems.length} problem${problems.length > 1 ? 's' : ''}`);
    if (problems.length > 0) return exitCodes.usage;
    if (server)
      for (const unshown of await listUnshownRecords(new Store(tables), server.createSchema('empty')))
        print(`${dialect} does not show ${unshown}`);
    return 0;
  },
});
