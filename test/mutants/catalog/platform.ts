import { townTarget } from '../../support/town-server.ts';
import type { Mutant } from '../mutated-server.ts';
import { mapResponse } from './http-protocol.ts';

/** A server of Decidim with another text in its responses. */
const platformMutant = (name: string, killedBy: string, from: RegExp, to: string): Mutant => ({
  name,
  operation: killedBy.split('/')[0]!,
  killedBy,
  target: townTarget,
  build: (onBug) => ({ onBug, wrapListener: mapResponse((status, body) => [status, body.replaceAll(from, to)]) }),
});

/** Servers that differ from what only Decidim has. */
export const platformMutants: Mutant[] = [
  platformMutant('comments have no votes', 'read/comments', /"upVotes":\d+/g, '"upVotes":null'),
  platformMutant('an assembly is not found by its id', 'read/assembly', /"assembly":\{.*\}\}/g, '"assembly":null}}'),
  platformMutant('a debate is not found by its id', 'read/debate', /"debate":\{/g, '"debate":null,"other":{'),
  platformMutant(
    'a message is not that of the platform',
    'create-meeting/messages',
    /too many capital letters/g,
    'capital letters',
  ),
];
