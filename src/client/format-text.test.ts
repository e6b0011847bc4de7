import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeForTerminal, escapeWorkflowCommands } from './format-text.ts';

test('of what a terminal would interpret, only colors and styles stay', () => {
  assert.equal(
    escapeForTerminal('\u001b[1mbold\u001b[22m \u001b[2J \u001b]0;title\u0007 \u202e \u009b31m\n\tx'),
    '\u001b[1mbold\u001b[22m \\u001b[2J \\u001b]0;title\\u0007 \\u202e \\u009b31m\n\tx',
  );
});

// As the runner reads a line (ActionCommand.cs): trimmed, it begins with `::`; or `##[` is anywhere in it.
const isCommand = (line: string): boolean => line.trim().startsWith('::') || line.includes('##[');

const lines = (text: string) => text.split(/[\r\n]/);

for (const text of [
  '::stop-commands::x',
  'a\n  ::error::x\r\u00a0::error::x\n\n\t ::add-mask::x',
  'x ##[error]y',
  '##[group]\n##[[',
  ':::error::x',
])
  test(`no line of ${JSON.stringify(text)} is a workflow command`, () => {
    assert.ok(lines(text).some(isCommand));
    assert.deepEqual(lines(escapeWorkflowCommands(text)).filter(isCommand), []);
  });

test('other texts stay as they are', () => {
  for (const text of ['Proposal::answer and a :: b', '## [x] #[y]\n : : x', ''])
    assert.equal(escapeWorkflowCommands(text), text);
});
