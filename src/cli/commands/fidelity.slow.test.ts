import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../test/support/run-command.ts';
import { fidelityCommand } from './fidelity.ts';

function createTerminal() {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(...text.split('\n'));
  return { environment: {}, print, progress: () => {}, colors: false, signal: new AbortController().signal, printed };
}

test('the stand-in reaches the minimum counts of all recordings of the project', async () => {
  const terminal = createTerminal();
  assert.equal(await runCommand(fidelityCommand, [], terminal), 0, terminal.printed.slice(-40).join('\n'));
  assert.deepEqual(
    terminal.printed.map((line) => line.replace(/ +/g, ' ')).filter((line) => /^(decidim-|all exchanges)/.test(line)),
    [
      'decidim-0.30.9',
      'all exchanges 130 129 129',
      'decidim-0.31.8',
      'all exchanges 617 611 611',
      'decidim-0.31.8-town',
      'all exchanges 432 431 431',
      'decidim-0.32.2',
      'all exchanges 411 411 411',
      'decidim-0.32.2-town',
      'all exchanges 432 432 432',
      'decidim-develop-budgets',
      'all exchanges 257 257 257',
      'decidim-develop-budgets-town',
      'all exchanges 34 34 34',
      'decidim-develop-results',
      'all exchanges 234 232 232',
      'decidim-develop-second-component',
      'all exchanges 19 19 19',
    ],
  );
});

test('the development version differs from recordings of 0.32 where it has mutations of results', async () => {
  const terminal = createTerminal();
  const folder = fileURLToPath(new URL('../../../fixtures/recordings/decidim-0.32.2', import.meta.url));
  await runCommand(fidelityCommand, ['--recordings', folder, '--dialect', 'decidim-develop'], terminal);
  const differing = terminal.printed.flatMap((line) => /^[✘~] (\S+) \(\d/.exec(line)?.[1] ?? []);
  assert.deepEqual(
    differing.filter((name) => !name.startsWith('field-values/')),
    // The last two list a result that the second one created.
    [
      'create-meeting/accountability-component',
      'create-result/as-admin',
      'create-meeting/budgets-component',
      'query/results',
      'query/result',
    ],
  );
});
