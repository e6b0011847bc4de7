import { resetDataFolder } from '../../store/reset.ts';
import { defineCommand } from '../command.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { serverNotes } from './notes.ts';

const { data, world } = serverOptions;

export const resetCommand = defineCommand({
  name: 'reset',
  summary: 'load the world into the data folder again; every token from sign-in ends',
  options: { data, world },
  isConfigurable: true,
  notes: serverNotes,
  async run({ options }, { print }) {
    await resetDataFolder(options);
    print(`${options.data} holds the records of ${options.world} again`);
    return 0;
  },
});
