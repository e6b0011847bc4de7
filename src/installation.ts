import { fileURLToPath } from 'node:url';

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** How people call plenum in this installation: in a checkout by a script of npm, and in other projects by its name. */
export const plenumCall = import.meta.url.endsWith('.ts') ? 'npm run plenum --' : 'npx plenum';
