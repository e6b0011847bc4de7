import { decidimSuiteDialect } from './decidim-0.32/decidim.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from './dialect.ts';
import type { ServerDialect } from './spoken.ts';
import { specificationSuiteDialect } from './specification/specification.ts';

/** Every dialect, with the stand-in's side of it, which is loaded when it is spoken. */
const all: [SuiteDialect, () => Promise<{ serverDialect: ServerDialect }>][] = [
  [specificationSuiteDialect, () => import('./specification/stand-in.ts')],
  [decidimSuiteDialect, () => import('./decidim-0.32/stand-in.ts')],
];

/** Every dialect, by its name. */
export const suiteDialects: Record<string, SuiteDialect> = Object.fromEntries(
  all.map(([dialect]) => [dialect.name, dialect]),
);

/** The dialect of this name; a CommandError names those that there are. */
export const suiteDialectByName = (name: string): SuiteDialect => entryNamed(name)[0];

/** The dialect of this name, as the stand-in speaks it; a CommandError names those that there are. */
export const loadServerDialect = async (name: string): Promise<ServerDialect> =>
  (await entryNamed(name)[1]()).serverDialect;

function entryNamed(name: string): (typeof all)[number] {
  const found = all.find(([dialect]) => dialect.name === name);
  if (found) return found;
  throw new CommandError(
    `unknown dialect ${name}; there are ${Object.keys(suiteDialects).join(', ')}`,
    exitCodes.usage,
  );
}
