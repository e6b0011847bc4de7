import assert from 'node:assert/strict';
import test from 'node:test';
import { createLogger } from './logger.ts';

function logOne(format: 'text' | 'json', value: string): string {
  let written = '';
  createLogger(format, (line) => (written += line)).info('event', { value });
  return written;
}

const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;

test('a line of text quotes a value that could look like several fields', () => {
  for (const [value, shown] of [
    ['plain', 'plain'],
    ['http://localhost:1/api', 'http://localhost:1/api'],
    ['x status=200', '"x status=200"'],
    ['', '""'],
    ['"', String.raw`"\""`],
  ])
    assert.match(logOne('text', value!), new RegExp(`^${time} event value=${shown!.replaceAll('\\', '\\\\')}\n$`));
});

test('characters that a terminal interprets are escaped', () => {
  for (const format of ['text', 'json'] as const) {
    const line = logOne(format, 'a\u001b[2J\r\n\u009b\u202eb');
    assert.match(line, /^[\u0020-\u007e]+\n$/);
    assert.match(line, /\\u001b\[2J/);
  }
  assert.equal((JSON.parse(logOne('json', '\u001b\n')) as { value: string }).value, '\u001b\n');
});

test('a line has no password of a URL and no token', () => {
  const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.eyJzdWIiOjF9.abc`;
  for (const format of ['text', 'json'] as const) {
    const line = logOne(format, `postgres://me:hunter2@db {"token":"xyz"} ${token} ?access_token=uvw`);
    assert.match(line, /postgres:/);
    assert.doesNotMatch(line, /hunter2|xyz|eyJ|uvw/);
  }
});

test('the stack of an error keeps its lines, but no control characters', () => {
  let written = '';
  createLogger('text', (line) => (written += line)).error('bug', new Error('a\u001bb'));
  assert.match(written, /^\S+ bug \nError: a\\u001bb\n +at /);
});
