import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readLines, writeLines } from '../../test/support/data-folders.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { LineReader } from './lines.ts';

const values = ['Areas', 'Plaça "Major"\n\u2028 \ud83d\udeb2', 'Zones \u20ac'].map((name, id) => ({ id, name }));

function writeFile(t: TestContext, written: unknown[] = values): string {
  const file = join(createTemporaryFolder(t), 'lines');
  writeLines(file, written);
  return file;
}

test('reads values as they were written, however long the lines are', (t) => {
  const chunk = 1024 * 1024;
  const long = [chunk - 12, chunk, 3 * chunk + 1, 20 * chunk].map((length) => 'x'.repeat(length));
  const many = Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'é'.repeat(id % 100) }));
  const written = [...values, ...long, ...many, ...long];
  assert.deepEqual(readLines(writeFile(t, written)), written);
});

test('reads no values from an empty file', (t) => {
  assert.deepEqual(readLines(writeFile(t, [])), []);
});

test('stops before an incomplete last line of any length', (t) => {
  const file = writeFile(t);
  const whole = readFileSync(file);
  const lastLine = whole.lastIndexOf('\n', -2) + 1;
  for (let end = lastLine; end < whole.length; end += 1) {
    writeFileSync(file, whole.subarray(0, end));
    const reader = new LineReader(file);
    assert.deepEqual([reader.next(), reader.next(), reader.next()], [values[0], values[1], undefined]);
    assert.deepEqual([reader.length, reader.count, reader.hasRest], [lastLine, 2, end > lastLine]);
    reader.close();
  }
});

test('rejects any changed bit with its line', (t) => {
  const file = writeFile(t);
  const whole = readFileSync(file);
  const unnoticed: string[] = [];
  let line = 1;
  // Without its line break, the last line is incomplete instead of damaged.
  for (const [index, byte] of whole.subarray(0, -1).entries()) {
    for (let bit = 1; bit < 256; bit *= 2) {
      const damaged = Buffer.from(whole);
      damaged[index] = byte ^ bit;
      writeFileSync(file, damaged);
      try {
        readLines(file);
        unnoticed.push(`${index}: ${bit}`);
      } catch (error) {
        const reason = `${file}, line ${line}: the checksum does not match`;
        isCommandError(65, reason, 'nothing was changed')(error);
      }
    }
    if (byte === 0x0a) line += 1;
  }
  assert.deepEqual(unnoticed, []);
});

const edits: [string, (lines: string[]) => string[], number][] = [
  ['a missing line', ([one, , three]) => [one!, three!], 2],
  ['a missing first line', ([, ...rest]) => rest, 1],
  ['a repeated line', ([one, two, three]) => [one!, two!, two!, three!], 3],
  ['swapped lines', ([one, two, three]) => [one!, three!, two!], 2],
  ['an empty line', ([one, ...rest]) => [one!, '\n', ...rest], 2],
  ['a line without a checksum', (lines) => [...lines, '{"id":4}\n'], 4],
  ['a line without JSON', (lines) => [...lines, '01234567 \n'], 4],
  ['a checksum in upper case', ([one, ...rest]) => [one!.replace(/^\w+/, (hex) => hex.toUpperCase()), ...rest], 1],
  ['a checksum without its leading zero', ([one, ...rest]) => [one!.replace(/^0/, ''), ...rest], 1],
];
for (const [title, edit, line] of edits) {
  test(`rejects ${title}`, (t) => {
    // The checksum of this line begins with a zero and contains letters.
    const file = writeFile(t, [{ id: 8, name: 'x' }, ...values.slice(1)]);
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    assert.match(lines[0]!, /^0\w*[a-f]/);
    writeFileSync(file, edit(lines).join(''));
    assert.throws(() => readLines(file), isCommandError(65, `${file}, line ${line}: the checksum does not match`));
  });
}

test('rejects a file that cannot be read', (t) => {
  const folder = createTemporaryFolder(t);
  for (const file of [folder, join(folder, 'missing')])
    assert.throws(() => readLines(file), isCommandError(65, file, 'cannot be read'));
});
