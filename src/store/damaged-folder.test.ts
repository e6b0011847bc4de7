import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createWrittenFolder, editLines, readLines, writeLines } from '../../test/support/data-folders.ts';
import { createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { formatLine } from './lines.ts';
import { openStore } from './open.ts';
import { loadSigningKey } from './signing-key.ts';

type Damage = (data: string) => void;

/** Changes the lines of the journal, which has a header and the writes 1, 2 and 3; the checksums match. */
const editJournal =
  (edit: (lines: AnyData[]) => unknown[]): Damage =>
  (data) =>
    editLines(join(data, 'journal-0'), edit);
/** Changes the lines of the snapshot; the checksums match. */
const editSnapshot =
  (edit: (lines: AnyData[]) => unknown[]): Damage =>
  (data) =>
    editLines(join(data, 'snapshot-0'), edit);
const remove =
  (name: string): Damage =>
  (data) =>
    rmSync(join(data, name));
const write =
  (name: string, text: string): Damage =>
  (data) =>
    writeFileSync(join(data, name), text);

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** Cuts the last line of the journal off, or a part of it. */
const cutJournal =
  (bytes: (lastLine: string) => number): Damage =>
  (data) => {
    const journal = join(data, 'journal-0');
    const text = readFileSync(journal, 'latin1');
    truncateSync(journal, text.length - bytes(`${text.split('\n').at(-2)}\n`));
  };

const withSchema = ([header, ...lines]: AnyData[]) => [{ ...header, schema: 1 }, ...lines];

/** A description of the damage, a function that causes it, and the message after the path of the folder. */
const rows: [string, Damage, RegExp][] = [
  ['a deleted journal', remove('journal-0'), /^snapshot-0: ends after write 0, but write 3 was acknowledged/],
  ['an emptied journal', write('journal-0', ''), /^journal-0, line 0: must be the first line of a journal/],
  [
    'a journal without its last line',
    cutJournal(({ length }) => length),
    /^journal-0: ends after write 2, but write 3/,
  ],
  ['a journal without its last byte', cutJournal(() => 1), /^journal-0: ends after write 2, but write 3 was/],
  [
    'a journal with other writes',
    (data) => editJournal((lines) => lines.with(2, { ...lines[2], put: {} }))(data),
    /^journal-0, line 4: write 3 is not the one that was acknowledged/,
  ],
  [
    'a write that is missing between two others',
    editJournal(([header, one, , three]) => [header, one, three]),
    /^journal-0, line 3: write 3 follows write 1/,
  ],
  [
    'a journal that begins after another write',
    editJournal(([header, ...rest]) => [{ ...header, seq: 1 }, ...rest]),
    /^journal-0: begins after write 1, but it follows write 0/,
  ],
  [
    'a journal that follows another one',
    editJournal(([header, ...rest]) => [{ ...header, checksum: 1 }, ...rest]),
    /^journal-0: begins after write 0, but it follows/,
  ],
  [
    'an incomplete line before another journal',
    (data) => {
      writeFileSync(join(data, 'journal-0'), 'torn', { flag: 'a' });
      const { seq, checksum } = readLines(join(data, 'head'))[0]!;
      const [header] = readLines(join(data, 'journal-0'));
      writeLines(join(data, 'journal-3'), [{ ...header, seq, checksum }]);
    },
    /^journal-0, line 4: an incomplete line follows/,
  ],
  ['a write of an unknown kind', editJournal((lines) => [...lines, { seq: 4, put: { ducks: [] } }]), /line 5: .*ducks/],
  ['a journal that cannot be read', (data) => replaceByFolder(join(data, 'journal-0')), /^journal-0.*cannot be read/],
  ['a deleted snapshot', remove('snapshot-0'), /^: the snapshot is missing, but there are writes/],
  ['an emptied snapshot', write('snapshot-0', ''), /^snapshot-0, line 0: must be the first line of a snapshot/],
  [
    'a snapshot without its last line',
    editSnapshot((lines) => lines.slice(0, -1)),
    /^snapshot-0, line \d+: .*not complete/,
  ],
  [
    'a journal in place of the snapshot',
    (data) => copyFileSync(join(data, 'journal-0'), join(data, 'snapshot-0')),
    /^snapsh.*first line of a snapshot/,
  ],
  [
    'a snapshot of another version',
    editSnapshot(([header, ...rest]) => [{ ...header, version: 3 }, ...rest]),
    /^snapshot-0, line 1: .* version 2/,
  ],
  [
    'a snapshot of another kind of program',
    write('snapshot-0', '[]\n'),
    /^snapshot-0, line 1: the checksum does not match/,
  ],
  [
    'records of an unknown kind',
    editSnapshot(([header, ...rest]) => [header, { ducks: [{ id: 1 }] }, ...rest]),
    /^snapshot-0: .*ducks/,
  ],
  [
    'a folder without an organization',
    editSnapshot(([header, ...rest]) => [header, ...rest.filter((line) => !line.organization)]),
    /^: must contain exactly one organization/,
  ],
  [
    'an invalid record of another version',
    editSnapshot((lines) =>
      withSchema(lines).map((line) =>
        line.meetings ? { meetings: line.meetings.map((each: AnyData) => ({ ...each, title: 5 })) } : line,
      ),
    ),
    /^: meetings, id 2: title: must be object/,
  ],
  ['a deleted head', remove('head'), /^head: is missing/],
  ['an emptied head', write('head', ''), /^head: must be one line/],
  ['a head of two lines', (data) => writeFileSync(join(data, 'head'), '\n', { flag: 'a' }), /^head: must be one line/],
  [
    'a head of another folder',
    (data) => writeLines(join(data, 'head'), [{ seq: 3, checksum: 1 }]),
    /^journal-0, line 4: write 3 is not/,
  ],
  [
    'a head and a snapshot that are lost',
    (data) => [remove('head'), remove('snapshot-0')].forEach((each) => each(data)),
    /^: the snapshot is missing/,
  ],
];

for (const [title, damage, message] of rows) {
  test(`fails with 65 and changes nothing: ${title}`, async (t) => {
    const data = await createWrittenFolder(t, 'one', 'two', 'three');
    await loadSigningKey(data);
    damage(data);
    const files = readFolder(data);
    await assert.rejects(openStore({ data, world: demoWorld }), (error: Error) => {
      isCommandError(65, data)(error);
      assert.match(error.message.slice(data.length).replace(/^\//, ''), message);
      return true;
    });
    assert.deepEqual(readFolder(data), files);
  });
}

test('a changed byte anywhere in the folder stops the start with its file', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two', 'three');
  const journal = readFileSync(join(data, 'journal-0'));
  const unnoticed: string[] = [];
  // `npm run torture` changes every bit.
  for (const [name, step] of [
    ['head', 1],
    ['journal-0', 37],
    ['snapshot-0', 211],
  ] as const) {
    const whole = readFileSync(join(data, name));
    for (let index = 0; index < whole.length; index += step) {
      const damaged = Buffer.from(whole);
      damaged[index]! ^= 1 << (index % 8);
      writeFileSync(join(data, name), damaged);
      try {
        const { close } = await openStore({ data, world: demoWorld });
        await close();
        unnoticed.push(`${name}, byte ${index}`);
      } catch (error) {
        isCommandError(65, join(data, name))(error);
      }
    }
    writeFileSync(join(data, name), whole);
  }
  assert.deepEqual(unnoticed, []);
  assert.deepEqual(readFileSync(join(data, 'journal-0')), journal);
});

const keyLine = (bytes: number) => formatLine(JSON.stringify(Buffer.alloc(bytes, 7).toString('base64')), 0).text;
const keys: [string, string, RegExp][] = [
  ...[0, 1, 31, 33].map((bytes): [string, string, RegExp] => [
    `${bytes} bytes`,
    keyLine(bytes),
    /signing-key: must be one line with a key/,
  ]),
  ['an empty file', '', /signing-key: must be one line with a key/],
  ['a key with a wrong checksum', '3d0a2b10 "aGVsbG8="\n', /signing-key, line 1: the checksum/],
  ['a key without a checksum', 'aGVsbG8=\n', /signing-key, line 1: the checksum/],
];
for (const [title, text, message] of keys) {
  test(`a signing key that is damaged is one clear error: ${title}`, async (t) => {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, 'signing-key'), text);
    await assert.rejects(loadSigningKey(data), isCommandError(65, message));
    assert.equal(readFileSync(join(data, 'signing-key'), 'utf8'), text);
  });
}

test('any changed bit of the signing key is noticed', async (t) => {
  const data = createTemporaryFolder(t);
  const key = await loadSigningKey(data);
  assert.equal(key.length, 32);
  assert.deepEqual(Buffer.from(await loadSigningKey(data)), Buffer.from(key));
  const file = join(data, 'signing-key');
  const whole = readFileSync(file);
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const damaged = Buffer.from(whole);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    writeFileSync(file, damaged);
    await assert.rejects(loadSigningKey(data), isCommandError(65, file), `bit ${bit}`);
  }
});
