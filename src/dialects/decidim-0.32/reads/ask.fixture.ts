import { createEngine } from '../../../app.ts';
import { Crash } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import { memoryStore } from '../../../store/open.ts';
import { type Actor, type Data, demoWorld } from '../../../testing/stand-in.ts';
import { standIn as specification } from '../../specification/stand-in.ts';
import type { Fill } from '../../spoken.ts';
import { decidimSchema } from '../schema.ts';
import { ways } from '../ways.ts';

const spoken = { ...specification, schema: decidimSchema, ways };
const engines = { mock: createEngine(spoken, 'mock'), empty: createEngine(spoken, 'empty') };
const users: Record<Actor, number | null> = { admin: 1, member: 2, other: 3, anonymous: null };

/** The demo world, asked in this process. */
export interface World {
  store: Store;
  ask(query: string, actor?: Actor): { data: Data; messages: string[]; crashed: boolean };
}

/** A fresh demo world that answers in the platform's schema. */
export function platformWorld(fill: Fill = 'empty'): World {
  const store = memoryStore(demoWorld);
  return {
    store,
    ask(query, actor = 'anonymous') {
      const viewer = store.find('users', users[actor]) ?? null;
      const context = { viewer, store, ways, origin: 'http://localhost', durable: undefined };
      const { data, errors = [] } = engines[fill].run({ query }, context) as Data;
      return {
        data: JSON.parse(JSON.stringify(data ?? null)),
        messages: errors.map(({ message }: Data) => message as string),
        crashed: errors.some(({ originalError }: Data) => originalError instanceof Crash),
      };
    },
  };
}
