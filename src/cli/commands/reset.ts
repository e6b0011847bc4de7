import { resetDataFolder } from '../../store/reset.ts';
import { parseDatabaseUrl } from '../../store/postgres/address.ts';
import { defineCommand } from '../command.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { serverNotes } from './notes.ts';

const { data, store, world } = serverOptions;

export const resetCommand = defineCommand({
  name: 'reset',
  summary: 'load the world into the data folder or the database again; every token from sign-in ends',
  options: { data, store, world },
  isConfigurable: true,
  notes: serverNotes,
  async run({ options }, { print }) {
    const { store: url } = options;
    if (url === undefined) await resetDataFolder(options);
    else await (await import('../../store/postgres/reset.ts')).resetPostgresStore({ url, world: options.world });
    print(
      `${url === undefined ? options.data : parseDatabaseUrl(url).name} holds the records of ${options.world} again`,
    );
    return 0;
  },
});
