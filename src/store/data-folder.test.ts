import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import {
  createMemoryStore,
  createWrittenFolder,
  journalLines,
  openStore,
  recordFields,
  recordsByKind,
  renameMeeting,
} from '../../test/support/stores.ts';
import {
  copyDemoWorld,
  createTemporaryFolder,
  editWorld,
  isCommandError,
  readFolder,
  replaceInFsPromises,
} from '../../test/support/folders.ts';
import { storeClock as clock, testStore } from '../../test/support/store-tests.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { CommandError, StorageError } from '../errors.ts';
import { type FolderOptions, exportData, openDataFolder, worldToLoad } from './data-folder.ts';
import { Store } from './store.ts';

testStore('a data folder', (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  return { open: (options) => openDataFolder({ data, world: demoWorld, clock, ...options }) };
});

const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'a', 'data');
const open = (data: string, options: Partial<FolderOptions> = {}) =>
  openStore({ data, world: demoWorld, clock, ...options });
const titleOf = (store: Store) => store.find('meetings', 1)!.title['en'];
const create = (store: Store) =>
  store.updateDurably((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 2)));
const filesIn = (data: string) => readdirSync(data).toSorted();
const ownFiles = ['.gitignore', 'db.json', 'journal.jsonl'];

/** Opens a folder, and returns the title of meeting 1; then renames the meeting, and checks that the next start has that. */
async function titleAfterStart(data: string, options: Partial<FolderOptions> = {}): Promise<string | undefined> {
  const first = await open(data, options);
  const title = titleOf(first.store);
  await renameMeeting(first.store, 1, 'Written after the start');
  await first.close();
  const second = await open(data);
  assert.equal(titleOf(second.store), 'Written after the start');
  await second.close();
  return title;
}

/** Asserts that a start is refused with an exit code and a message, and changes no file. */
async function assertRefused(data: string, code: number, message: RegExp, options: Partial<FolderOptions> = {}) {
  const files = readFolder(data);
  await assert.rejects(open(data, options), (error: Error) => {
    assert.ok(error instanceof CommandError, String(error.stack));
    assert.equal(error.exitCode, code, error.message);
    assert.match(error.message, message);
    return true;
  });
  assert.deepEqual(readFolder(data), files);
}

describe('a data folder', () => {
  test('is created by the first start, with files that only the owner can read', async (t) => {
    const data = newFolder(t);
    const { close } = await open(data);
    assert.deepEqual(filesIn(data), [...ownFiles, 'locked-by']);
    await close();
    assert.deepEqual(filesIn(data), ownFiles);
    assert.equal(statSync(data).mode & 0o777, 0o700);
    for (const name of ['db.json', 'journal.jsonl']) assert.equal(statSync(join(data, name)).mode & 0o777, 0o600, name);
  });

  test('is not created for a world with a problem', async (t) => {
    const data = newFolder(t);
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', (records) => records.push({ id: 1 }));
    await assert.rejects(
      open(data, { world }),
      isCommandError(2, `${world}/meetings.json: record 5 (id 1): an earlier record has the same id`),
    );
    assert.equal(existsSync(data), false);
  });

  test('that has nothing but the files of Git is new', async (t) => {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, '.gitignore'), '*\n!.gitignore\n');
    const { source, close } = await open(data);
    await close();
    assert.equal(source, 'world');
    assert.equal(readFileSync(join(data, '.gitignore'), 'utf8'), '*\n!.gitignore\n');
  });

  test('does not change if nothing is written', async (t) => {
    const data = await createWrittenFolder(t, 'one');
    const files = readFolder(data);
    await (await open(data)).close();
    assert.deepEqual(readFolder(data), files);
  });

  test('that is used, unreadable or no folder is refused with 69 and the reason', async (t) => {
    const data = await createWrittenFolder(t, 'one');
    const { close } = await open(data);
    await assert.rejects(
      open(data),
      isCommandError(69, `${data} is in use by the plenum process ${process.pid} on ${hostname()}; stop it`),
    );
    // Nobody reads the files of a folder that is in use, so that damage is not found before its next start.
    const file = join(data, 'db.json');
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(10));
    await assert.rejects(exportData(data), isCommandError(69, 'is in use by'));
    await close();
    await assertRefused(data, 65, /db\.json:1: is not valid JSON; nothing was changed\. Choose .*--reset$/);
    rmSync(file);
    mkdirSync(file);
    await assert.rejects(open(data), isCommandError(69, `the data folder ${data} cannot be used: EISDIR`));
    const noFolder = join(createTemporaryFolder(t), 'file');
    writeFileSync(noFolder, '');
    await assert.rejects(open(noFolder), isCommandError(69, `the data folder ${noFolder} cannot be used: E`));
    await assert.rejects(exportData(noFolder), isCommandError(2, 'is not a data folder with records'));
  });

  test('of other files or another format is refused, and the message names the way out', async (t) => {
    const foreign = createTemporaryFolder(t);
    writeFileSync(join(foreign, 'notes.txt'), 'mine');
    await assertRefused(foreign, 78, /is not a data folder: it has other files, such as notes\.txt/);
    const data = await createWrittenFolder(t);
    for (const text of ['{"format":"plenum 0","records":{}}', '[]', 'null', '{"posts":[]}']) {
      writeFileSync(join(data, 'db.json'), text);
      await assertRefused(data, 78, /has the format .*, not "plenum 2"; .*--reset/);
    }
  });

  test('remembers the world that filled it', async (t) => {
    const data = newFolder(t);
    const world = copyDemoWorld(t);
    await (await open(data, { world })).close();
    assert.equal(worldToLoad(data, demoWorld), world);
    rmSync(world, { recursive: true });
    assert.equal(worldToLoad(data, demoWorld), demoWorld);
  });

  test('is exported as it is, with every write', async (t) => {
    const data = await createWrittenFolder(t, 'Exported');
    const files = readFolder(data);
    const exported = await exportData(data);
    assert.deepEqual((exported['meetings.json']![0] as { title: object }).title, { en: 'Exported' });
    assert.deepEqual(readFolder(data), files);
  });
});

const editLines = (data: string, edit: (lines: string[]) => string[]) => {
  const file = join(data, 'journal.jsonl');
  writeFileSync(file, edit(readFileSync(file, 'utf8').split('\n')).join('\n'));
};

describe('a damaged data folder', () => {
  for (const [name, step] of [
    ['journal.jsonl', 5],
    ['db.json', 211],
  ] as const)
    test(`is not used if any byte of ${name} is another one`, async (t) => {
      const data = await createWrittenFolder(t, 'one', 'two');
      const file = join(data, name);
      const whole = readFileSync(file);
      const [, key = ''] = /"signingKey":"([^"]+)"/.exec(readFileSync(join(data, 'db.json'), 'utf8')) ?? [];
      // Every byte of the start and the end, where the format and the checksum are, and some of the others.
      const positions = Array.from(whole.keys()).filter(
        (position) => position % step === 0 || position < 100 || position > whole.length - 60,
      );
      for (const position of positions) {
        const before = whole[position]!;
        const byte = [before ^ 1, before === 0x0a ? 0x0d : 0x0a, 0xff][position % 3]!;
        const damaged = Buffer.from(whole);
        damaged[position] = byte;
        writeFileSync(file, damaged);
        await assert.rejects(exportData(data), (error: Error) => {
          assert.ok(error instanceof CommandError && error.exitCode === 65, `byte ${position}: ${String(error)}`);
          assert.ok(error.message.startsWith(`${file}:`), error.message);
          assert.ok(!error.message.includes(key.slice(0, 6)), error.message);
          return true;
        });
        assert.deepEqual(readFileSync(file), damaged, `byte ${position}`);
      }
      writeFileSync(file, whole);
      assert.equal(await titleAfterStart(data), 'two');
    });

  const damages: [string, (data: string) => void, RegExp][] = [
    ['an empty journal', (data) => truncateSync(join(data, 'journal.jsonl'), 0), /journal\.jsonl: has no header;/],
    ['no journal', (data) => rmSync(join(data, 'journal.jsonl')), /journal\.jsonl: is missing;/],
    ['writes, but no db.json', (data) => rmSync(join(data, 'db.json')), /db\.json: is missing, but there are writes;/],
    ['an empty db.json', (data) => truncateSync(join(data, 'db.json'), 0), /db\.json: is not valid JSON;/],
    [
      'half a db.json',
      (data) => truncateSync(join(data, 'db.json'), Math.floor(statSync(join(data, 'db.json')).size / 2)),
      /db\.json(:\d+)?: is not valid JSON;/,
    ],
    [
      'a journal without a line',
      (data) => editLines(data, (lines) => lines.toSpliced(2, 1)),
      /journal\.jsonl:3: write 3 is in the place of write 2;/,
    ],
    [
      'a journal with a line twice',
      (data) => editLines(data, (lines) => lines.toSpliced(2, 0, lines[1]!)),
      /journal\.jsonl:3: write 1 is in the place of write 2;/,
    ],
  ];
  for (const [title, damage, message] of damages)
    test(`with ${title} is not used, and a reset repairs it`, async (t) => {
      const data = await createWrittenFolder(t, 'one', 'two', 'three');
      damage(data);
      await assertRefused(data, 65, message);
      await assertRefused(data, 65, /--reset/);
      assert.notEqual(await titleAfterStart(data, { reset: true }), 'three');
    });
});

/** Copies the files of a folder before and after something is done with it. */
async function createStates(t: TestContext, change: (data: string) => Promise<unknown>) {
  const data = await createWrittenFolder(t, 'one', 'two');
  const before = join(createTemporaryFolder(t), 'before');
  mkdirSync(before);
  for (const name of ownFiles) copyFileSync(join(data, name), join(before, name));
  await change(data);
  return { data, before };
}

describe('after a crash', () => {
  test('an incomplete last line, of whatever length, is dropped', async (t) => {
    const data = await createWrittenFolder(t, 'one', 'two', 'three');
    const file = join(data, 'journal.jsonl');
    const whole = readFileSync(file);
    const start = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (const length of [1, 2, 25, 80, whole.length - start - 1].map((bytes) => start + bytes)) {
      writeFileSync(file, whole.subarray(0, length));
      const { store, droppedTornLine, close } = await open(data);
      assert.deepEqual([droppedTornLine, titleOf(store)], [true, 'two'], `${length} bytes`);
      await close();
      assert.deepEqual(readFileSync(file), whole.subarray(0, start));
    }
    writeFileSync(file, whole.subarray(0, start + 20));
    assert.equal(await titleAfterStart(data), 'two');
  });

  test('pages of the last batch that were not written yet are dropped, but not those that a later batch says were synced', async (t) => {
    const data = await createWrittenFolder(t, 'one', 'two');
    const { store, close } = await open(data);
    await Promise.all(['three', 'four', 'five'].map((title) => renameMeeting(store, 1, title)));
    await close();
    const file = join(data, 'journal.jsonl');
    const whole = readFileSync(file);
    const starts = [0, ...Array.from(whole.keys()).filter((position) => whole[position - 1] === 0x0a), whole.length];
    /** Writes the journal with zeros from the start of a line on, as long as two thirds of it. */
    const writeZeros = (line: number) => {
      const length = Math.floor(((starts[line + 1]! - starts[line]!) * 2) / 3);
      writeFileSync(file, Buffer.from(whole).fill(0, starts[line], starts[line]! + length));
    };
    for (const line of [1, 2]) {
      writeZeros(line);
      await assertRefused(data, 65, new RegExp(String.raw`journal\.jsonl:${line + 1}: the checksum does not fit;`));
    }
    for (const [line, title] of [
      [5, 'four'],
      [4, 'three'],
      [3, 'two'],
    ] as const) {
      writeZeros(line);
      const again = await open(data);
      assert.deepEqual([again.droppedTornLine, titleOf(again.store)], [true, title]);
      await again.close();
      assert.deepEqual(readFileSync(file), whole.subarray(0, starts[line]));
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(5000)]));
    assert.equal(await titleAfterStart(data), 'five');
  });

  test('the first start is repeated if it did not end', async (t) => {
    const data = await createWrittenFolder(t);
    for (const missing of [['db.json'], ['journal.jsonl'], ['.gitignore', 'journal.jsonl']]) {
      for (const name of [...missing, 'db.json']) rmSync(join(data, name), { force: true });
      writeFileSync(join(data, 'db.json.next'), 'half of it');
      writeFileSync(join(data, 'journal.jsonl.next'), 'half of it');
      const { source, close } = await open(data);
      await close();
      assert.deepEqual([source, filesIn(data)], ['world', ownFiles]);
    }
  });

  test('a new db.json with the journal before it has the same records', async (t) => {
    const { data, before } = await createStates(t, async (folder) => {
      const { store, close } = await open(folder);
      await store.replace((tables) => tables);
      await close();
    });
    assert.deepEqual(journalLines(data), [], 'the journal began again');
    copyFileSync(join(before, 'journal.jsonl'), join(data, 'journal.jsonl'));
    assert.equal(await titleAfterStart(data), 'two');
    // A journal that begins after writes that db.json does not have is a gap.
    const begun = await createStates(t, async (folder) => {
      const { store, close } = await open(folder, { maxJournalBytes: 1 });
      await renameMeeting(store, 1, 'three');
      await close();
    });
    copyFileSync(join(begun.before, 'db.json'), join(begun.data, 'db.json'));
    await assertRefused(begun.data, 65, /journal\.jsonl:1: begins with write 4, but write 1 is missing;/);
  });

  test('the files of two backups are no data folder', async (t) => {
    const data = await createWrittenFolder(t, 'one', 'two', 'three');
    const { store, close } = await open(data);
    await store.replace((tables) => tables);
    await renameMeeting(store, 1, 'four');
    await close();
    const journal = readFileSync(join(data, 'journal.jsonl'));
    const others: [string[], RegExp][] = [
      [['one', 'two'], /journal\.jsonl:4: write 3 is missing;/],
      [['one', 'two', 'drei', 'vier'], /journal\.jsonl:4: write 3 is not the one that db\.json contains;/],
    ];
    for (const [titles, message] of others) {
      copyFileSync(join(await createWrittenFolder(t, ...titles), 'journal.jsonl'), join(data, 'journal.jsonl'));
      await assertRefused(data, 65, message);
    }
    writeFileSync(join(data, 'journal.jsonl'), journal);
    assert.equal(await titleAfterStart(data), 'four');
  });

  test('a reset with a clock that was set back since the last one is understood', async (t) => {
    const now = Date.now();
    const machine = t.mock.method(Date, 'now', () => now + 86_400_000);
    const data = await createWrittenFolder(t);
    await (await open(data, { reset: true })).close();
    machine.mock.restore();
    const journal = readFileSync(join(data, 'journal.jsonl'));
    await (await open(data, { reset: true })).close();
    writeFileSync(join(data, 'journal.jsonl'), journal);
    assert.equal(await titleAfterStart(data), titleOf(createMemoryStore(demoWorld)));
  });

  test('a reset whose journal was not begun again has the records of the world, and takes writes', async (t) => {
    const { data, before } = await createStates(t, async (folder) => (await open(folder, { reset: true })).close());
    copyFileSync(join(before, 'journal.jsonl'), join(data, 'journal.jsonl'));
    assert.equal(await titleAfterStart(data), titleOf(createMemoryStore(demoWorld)));
  });
});

const full = Object.assign(new Error('ENOSPC: on purpose'), { code: 'ENOSPC' });

/** Opens a folder, and lets a method of the open journal fail on demand. */
async function openFailing(t: TestContext) {
  const data = newFolder(t);
  const failing = new Map<string, Error>();
  const restore = replaceInFsPromises(
    t,
    'open',
    (original) =>
      (async (path: string, ...rest: never[]) => {
        const handle = await original(path, ...rest);
        for (const method of ['write', 'datasync', 'truncate'] as const) {
          const call = handle[method].bind(handle) as (...args: unknown[]) => Promise<unknown>;
          (handle as unknown as Record<string, unknown>)[method] = async (...args: unknown[]) => {
            const error = path.endsWith('journal.jsonl') ? failing.get(method) : undefined;
            if (!error) return call(...args);
            // A full disk takes a part.
            if (method === 'write') await call(args[0], 0, 10, args[3]);
            throw error;
          };
        }
        return handle;
      }) as unknown as typeof original,
  );
  const opened = await open(data);
  restore();
  return { data, ...opened, failing };
}
describe('a disk that fails', () => {
  test('leaves no part of a write, and later writes are stored', async (t) => {
    const { data, store, failing, close } = await openFailing(t);
    await renameMeeting(store, 1, 'one');
    const before = readFolder(data);
    failing.set('write', full);
    const rejected = [renameMeeting(store, 1, 'two'), renameMeeting(store, 1, 'three')];
    assert.equal(titleOf(store), 'three');
    for (const each of rejected)
      await assert.rejects(each, (error) => error instanceof StorageError && error.cause === full);
    assert.equal(titleOf(store), 'one');
    assert.deepEqual(readFolder(data), before);
    failing.clear();
    await renameMeeting(store, 1, 'four');
    await close();
    assert.equal(await titleAfterStart(data), 'four');
  });

  for (const [title, methods] of [
    ['cannot sync', ['datasync']],
    ['cannot cut back what it refused', ['write', 'truncate']],
  ] as const)
    test(`and ${title} takes no more writes until the next start`, async (t) => {
      const { data, store, failing, close } = await openFailing(t);
      await renameMeeting(store, 1, 'one');
      for (const method of methods) failing.set(method, full);
      await assert.rejects(renameMeeting(store, 1, 'two'), StorageError);
      failing.clear();
      await assert.rejects(renameMeeting(store, 1, 'three'), /cannot be written until the server is started again/);
      assert.equal(titleOf(store), 'one');
      await close();
      assert.equal(await titleAfterStart(data), 'one');
    });

  test('keeps the records and the key if it has no room for others', async (t) => {
    const data = newFolder(t);
    const { store, close } = await open(data, { maxJournalBytes: 1 });
    await renameMeeting(store, 1, 'one');
    const [tables, key] = [store.tables, store.signingKey];
    const restore = replaceInFsPromises(
      t,
      'open',
      (original) =>
        ((path: string, ...rest: never[]) =>
          path.includes('db.json') ? Promise.reject(full) : original(path, ...rest)) as typeof original,
    );
    await assert.rejects(
      store.replace(() => createMemoryStore(demoWorld).tables, Buffer.alloc(32)),
      StorageError,
    );
    restore();
    assert.deepEqual([store.tables, store.signingKey], [tables, key]);
    await renameMeeting(store, 1, 'two');
    await close();
    const again = await open(data);
    assert.deepEqual([titleOf(again.store), again.store.signingKey], ['two', key]);
    await again.close();
  });
});

test('the journal begins again when it is long, and every write is there', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data, { maxJournalBytes: 2000 });
  let longest = 0;
  for (let count = 0; count < 20; count += 1) {
    await create(store);
    await renameMeeting(store, 1, `${count}`);
    longest = Math.max(longest, statSync(join(data, 'journal.jsonl')).size);
  }
  assert.ok(longest < 2000, `${longest} bytes`);
  await close();
  const again = await open(data);
  assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
  assert.deepEqual([titleOf(again.store), again.store.all('meetings').length], ['19', 24]);
  await again.close();
});

test('a folder whose lock was taken gets no more writes', async (t) => {
  const data = newFolder(t);
  const first = await open(data);
  await renameMeeting(first.store, 1, 'one');
  rmSync(join(data, 'locked-by'), { recursive: true });
  const second = await open(data);
  const files = readFolder(data);
  await assert.rejects(renameMeeting(first.store, 1, 'two'), /Another process may use the data folder/);
  await assert.rejects(
    first.store.replace((tables) => tables),
    /Another process may use the data folder/,
  );
  await first.close();
  assert.deepEqual(readFolder(data), files);
  await renameMeeting(second.store, 1, 'three');
  await second.close();
  assert.equal(await titleAfterStart(data), 'three');
});
