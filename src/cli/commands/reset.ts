import { importOptional } from '../../import-optional.ts';
import { worldToLoad } from '../../store/first-start.ts';
import { resetDataFolder } from '../../store/reset.ts';
import { parseDatabaseUrl } from '../../store/postgres/address.ts';
import { defineCommand } from '../command.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { serverNotes } from './server-help.ts';

const { data, store, world } = serverOptions;

export const resetCommand = defineCommand({
  name: 'reset',
  group: 'data',
  summary: 'load the world into the data folder or the database again; every token from sign-in ends',
  options: { data, store, world },
  isConfigurable: true,
  notes: serverNotes,
  async run({ options, explicit }, { print }) {
    const { data: folder, store: url } = options;
    const isWorldOfFolder = url === undefined && !explicit.has('world');
    const source = isWorldOfFolder ? worldToLoad(folder, options.world) : options.world;
    if (url === undefined) await resetDataFolder({ data: folder, world: source });
    else {
      const { resetPostgresStore } = await importOptional(
        'pg',
        '--store',
        () => import('../../store/postgres/reset.ts'),
      );
      await resetPostgresStore({ url, world: source });
    }
    print(`${url === undefined ? folder : parseDatabaseUrl(url).name} holds the records of ${source} again`);
    return 0;
  },
});
