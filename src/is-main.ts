import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether Node.js was started with a module, by its `import.meta.url`, however the path of its folder is written. */
export const isMain = (moduleUrl: string): boolean =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
