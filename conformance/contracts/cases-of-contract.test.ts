import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { contractOf } from '../../test/support/contracts.ts';
import { casesOfContract } from './cases-of-contract.ts';

test('reads come before mutations, which a deployment keeps until the clean-up', () => {
  const contract = contractOf(['Proposal', 'Session']);
  const [read] = contract.interactions;
  contract.interactions.unshift({
    ...read!,
    operation: 'mutation Answer',
    document: ['mutation Answer {', '  component(id: "1") {', '    id', '  }', '}'],
  });
  const { cases } = casesOfContract(
    { file: 'web.json', contract, lineOf: () => 1 },
    schemaOf(suiteDialectByName('specification')),
  );
  assert.deepEqual(
    cases.map(({ id }) => id),
    ['web/query Proposal as anonymous', 'web/query Session as anonymous', 'web/mutation Answer as anonymous'],
  );
});
