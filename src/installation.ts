import { fileURLToPath } from 'node:url';

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));
