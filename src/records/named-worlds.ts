import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { projectFolder } from '../installation.ts';

/** The worlds that come with the package. */
export const namedWorlds: readonly string[] = ['demo', 'demo-oauth', 'town'];

const folderOf = (name: string): string => join(projectFolder, 'fixtures', 'worlds', name);

/** The folder of a world: one that comes with the package, by its name, or any other. */
export const worldFolder = (value: string): string => (namedWorlds.includes(value) ? folderOf(value) : value);

/** The name of a world folder that comes with the package; undefined for any other. */
export const nameOf = (folder: string): string | undefined =>
  namedWorlds.find((name) => resolve(folder) === resolve(folderOf(name)));

/** Whether a folder in a world changes it for a dialect. */
export const isNameOfDialect = (name: string): boolean => /^(specification|decidim-[\w.]+)$/.test(name);

/** The names of the folders in a world that change it for a dialect. */
export const dialectFoldersOf = (world: string): string[] =>
  existsSync(world) ? readdirSync(world).filter(isNameOfDialect) : [];

/** A world as people write it: its name, or its folder as seen from this one. */
export function formatWorld(folder: string): string {
  const path = relative('', folder);
  return nameOf(folder) ?? (path.startsWith('..') ? resolve(folder) : path || '.');
}

/** What a data folder keeps of the world that filled it: a name, or a folder as seen from the data folder, so that both can move together. */
export type WorldOrigin = { name: string } | { folder: string };

export function originOf(world: string, data: string): WorldOrigin {
  const name = nameOf(world);
  return name === undefined ? { folder: relative(resolve(data), resolve(world)) } : { name };
}

/** The world folder that an origin stands for. */
export const folderOfOrigin = (origin: WorldOrigin, data: string): string =>
  'name' in origin ? worldFolder(origin.name) : resolve(data, origin.folder);

/**
 * The schema of a world file for editors, as seen from the world folder, which its parent contains; undefined if the package is not
 * installed in a folder above, so that others who have the world would not have the schema there.
 */
export function schemaFile(world: string, file: string, installation = projectFolder): string | undefined {
  const schema = join(installation, 'schemas', file.replace('.json', '.schema.json'));
  const [project] = installation.split(/[/\\]node_modules[/\\]/);
  const folder = join(realpathSync(dirname(resolve(world))), basename(world));
  const isBelow = !relative(project!, folder).startsWith('..');
  return isBelow && existsSync(schema) ? relative(folder, schema).replaceAll('\\', '/') : undefined;
}
