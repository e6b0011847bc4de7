import { createRequire } from 'node:module';

// graphql reads NODE_ENV once, when it is loaded. Unless it is `production`, each type check also looks for a second copy of
// graphql, and reads take half as long again. Every entry of the package imports this module first, so that the command
// line and an embedded server run the same code, and the environment of the process stays as it is.
const load = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env['NODE_ENV'] = 'production';
try {
  load('graphql');
} finally {
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
}
