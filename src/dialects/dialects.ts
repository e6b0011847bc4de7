import { decidim } from './decidim-0.32/decidim.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import type { SpokenDialect } from './spoken.ts';
import { specification } from './specification/specification.ts';

/** Every dialect, by its name. */
export const dialects: Record<string, Dialect> = Object.fromEntries(
  [specification, decidim].map((dialect) => [dialect.name, dialect]),
);

/** The dialect of this name; a CommandError names those that there are. */
export function dialectNamed(name: string): Dialect {
  if (Object.hasOwn(dialects, name)) return dialects[name]!;
  throw new CommandError(`unknown dialect ${name}; there are ${Object.keys(dialects).join(', ')}`, exitCodes.usage);
}

/** The stand-in's side of each dialect; loaded when it is spoken. */
const spoken: Record<string, () => Promise<{ standIn: SpokenDialect }>> = {
  specification: () => import('./specification/stand-in.ts'),
  'decidim-0.32': () => import('./decidim-0.32/stand-in.ts'),
};

/** The dialect of this name, as the stand-in speaks it; a CommandError names those that there are. */
export async function spokenDialect(name: string): Promise<SpokenDialect> {
  return (await spoken[dialectNamed(name).name]!()).standIn;
}
