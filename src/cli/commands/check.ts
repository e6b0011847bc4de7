import { exitCodes } from '../../errors.ts';
import { loadWorld } from '../../store/world.ts';
import { defineCommand } from '../command.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { serverNotes } from './notes.ts';

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'validate the world folder and list every problem with its file and record',
  options: { world: serverOptions.world },
  isConfigurable: true,
  notes: serverNotes,
  run({ options: { world } }, { print }) {
    const { problems } = loadWorld(world, Date.now());
    for (const problem of problems) print(problem);
    print(problems.length === 0 ? `${world} is valid` : `${problems.length} problem${problems.length > 1 ? 's' : ''}`);
    return Promise.resolve(problems.length === 0 ? 0 : exitCodes.usage);
  },
});
