import { decidim } from './decidim-0.32/decidim.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import type { SpokenDialect } from './spoken.ts';
import { specification } from './specification/specification.ts';

/** Every dialect, with the stand-in's side of it, which is loaded when it is spoken. */
const all: [Dialect, () => Promise<{ standIn: SpokenDialect }>][] = [
  [specification, () => import('./specification/stand-in.ts')],
  [decidim, () => import('./decidim-0.32/stand-in.ts')],
];

/** Every dialect, by its name. */
export const dialects: Record<string, Dialect> = Object.fromEntries(all.map(([dialect]) => [dialect.name, dialect]));

/** The dialect of this name; a CommandError names those that there are. */
export const dialectNamed = (name: string): Dialect => entryNamed(name)[0];

/** The dialect of this name, as the stand-in speaks it; a CommandError names those that there are. */
export const spokenDialect = async (name: string): Promise<SpokenDialect> => (await entryNamed(name)[1]()).standIn;

function entryNamed(name: string): (typeof all)[number] {
  const found = all.find(([dialect]) => dialect.name === name);
  if (found) return found;
  throw new CommandError(`unknown dialect ${name}; there are ${Object.keys(dialects).join(', ')}`, exitCodes.usage);
}
