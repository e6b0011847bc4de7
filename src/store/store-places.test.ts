import { join } from 'node:path';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { storeClock as clock, testStore } from '../../test/support/store-tests.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { openStore } from '../../test/support/stores.ts';
import { resetDataFolder } from './reset.ts';
import { loadSigningKey } from './signing-key.ts';

testStore('a data folder', (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  return {
    open: (world = demoWorld) => openStore({ data, world, clock }),
    reset: () => resetDataFolder({ data, world: demoWorld, clock }),
    readSigningKey: () => loadSigningKey(data),
  };
});
