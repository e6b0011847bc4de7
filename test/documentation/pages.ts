import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every page of the documentation, by its path in the repository. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...(readdirSync(join(root, 'docs'), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
  ...readdirSync(join(root, 'examples'), { withFileTypes: true }).map((entry) =>
    join('examples', entry.isDirectory() ? join(entry.name, 'README.md') : entry.name),
  ),
].toSorted();
