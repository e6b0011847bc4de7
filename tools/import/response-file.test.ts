import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { ResponseFile } from './response-file.ts';

const response = { status: 200, json: { data: { title: 'Plaça' } } };

test('responses are there when the file is opened again, and gone when it is removed', (t) => {
  const file = join(createTemporaryFolder(t), 'state');
  new ResponseFile(file, 'options').add('{ a }', response);
  const opened = new ResponseFile(file, 'options');
  assert.deepEqual([opened.find('{ a }'), opened.find('{ b }'), opened.size], [response, undefined, 1]);
  opened.remove();
  assert.equal(existsSync(file), false);
});

test('a half-written last line is dropped', (t) => {
  const file = join(createTemporaryFolder(t), 'state');
  new ResponseFile(file, 'options').add('{ a }', response);
  appendFileSync(file, '["{ b }",{"status":2');
  const opened = new ResponseFile(file, 'options');
  opened.add('{ c }', response);
  assert.equal(opened.size, 2);
  assert.equal(new ResponseFile(file, 'options').size, 2);
});

test('a file of other options is refused', (t) => {
  const file = join(createTemporaryFolder(t), 'state');
  assert.equal(new ResponseFile(file, { url: 'a' }).size, 0);
  assert.throws(() => new ResponseFile(file, { url: 'b' }), isCommandError(2, 'other options', 'Remove'));
});

for (const line of ['{', '[1,2]', '["{ a }"]', 'null', '[]'])
  test(`a line that is ${line} is refused`, (t) => {
    const file = join(createTemporaryFolder(t), 'state');
    new ResponseFile(file, 'options').add('{ a }', response);
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`);
    assert.throws(() => new ResponseFile(file, 'options'), isCommandError(2, 'line 3 is damaged', 'Remove'));
  });
