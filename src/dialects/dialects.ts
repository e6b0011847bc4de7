import { decidimSuiteDialect } from './decidim/suite.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from '../contract/suite-dialect.ts';
import type { ServerDialect } from '../contract/server-dialect.ts';
import { specificationSuiteDialect } from './specification/suite.ts';

/** Every dialect, with the stand-in's side of it, which is loaded when it is spoken. */
const all: [SuiteDialect, () => Promise<{ serverDialect: ServerDialect }>][] = [
  [specificationSuiteDialect, () => import('./specification/server.ts')],
  [decidimSuiteDialect, () => import('./decidim/server.ts')],
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
