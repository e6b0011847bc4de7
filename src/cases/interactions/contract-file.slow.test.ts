import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contractOf } from '../../../test/support/contracts.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { readContract, saveContract } from './contract-file.ts';
import type { ContractFile } from './interaction.ts';

const writer = fileURLToPath(new URL('../../../test/support/contract-writer.ts', import.meta.url));

test('processes that write a contract at once lose nothing', async (t) => {
  const file = join(createTemporaryFolder(t), 'contracts', 'web.json');
  const [names, count] = [['A', 'B', 'C'], 25];
  await Promise.all(
    names.map((name) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', writer, file, name, String(count)], {
        timeout: 120_000,
      }),
    ),
  );
  const written = readContract(file).contract.interactions.map(({ operation }) => operation);
  const expected = names.flatMap((name) => Array.from({ length: count }, (_, index) => `query ${name}${index + 1}`));
  assert.deepEqual(written.toSorted(), expected.toSorted());
  assert.deepEqual(readdirSync(dirname(file)), ['web.json']);
});

/** The text of a contract with a mistake. */
function changed(change: (contract: ContractFile) => void): string {
  const contract = contractOf(['A']);
  change(contract);
  return JSON.stringify(contract, undefined, 2);
}

test('a file that is no contract is refused with file, line and what was expected', (t) => {
  const file = join(createTemporaryFolder(t), 'web.json');
  const text = JSON.stringify(contractOf(['A']), undefined, 2);
  const rows: [string, RegExp][] = [
    ['', /web\.json:1: the contract: it must be object/],
    ['[]', /web\.json:1: the contract: it must be object/],
    [text.slice(0, 200), /web\.json:\d+: expected a whole JSON document: /],
    [text.replace('"format": "plenum-contract"', '"format": "other"'), /web\.json:2: format: expected plenum-contract/],
    [text.replace('"formatVersion": 1', '"formatVersion": 2'), /web\.json:3: formatVersion: expected 1, and it is 2/],
    [
      changed((each) => delete (each as Partial<ContractFile>).world),
      /web\.json:1: the contract: expected a member world/,
    ],
    [
      changed((each) => (each.interactions[0]!.role = 'king' as never)),
      /web\.json:12: interactions\.0\.role: expected one of admin, /,
    ],
    [changed((each) => ((each.interactions[0] as object as { x: 1 }).x = 1)), /interactions\.0\.x: unknown member/],
    [
      changed((each) => (each.interactions[0]!.answers = [{ data: 'anything' }])),
      /answers\.0\.data: it must match pattern/,
    ],
    [changed((each) => (each.interactions[0]!.answers = [{} as never])), /answers\.0: expected a member data/],
  ];
  for (const [content, message] of rows) {
    writeFileSync(file, content);
    assert.throws(() => readContract(file), { exitCode: 2, message });
  }
  assert.throws(() => readContract(`${file}.missing`), { exitCode: 2, message: /cannot be read/ });
});

test('a contract that cannot be written is an error that names it', async (t) => {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const file = join(folder, 'file', 'web.json');
  await assert.rejects(saveContract(file, contractOf(['A']), 'update'), {
    exitCode: 69,
    message: /file cannot be written/,
  });
});

test('the file of an update is the merged contract, and ends with a line break', async (t) => {
  const file = join(createTemporaryFolder(t), 'web.json');
  await saveContract(file, contractOf(['B']), 'update');
  await saveContract(file, { ...contractOf(['A', 'B']), plenum: '9.9.9' }, 'update');
  assert.equal(
    readFileSync(file, 'utf8'),
    `${JSON.stringify({ ...contractOf(['A', 'B']), plenum: '9.9.9' }, undefined, 2)}\n`,
  );
});
