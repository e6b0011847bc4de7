import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Report } from '../model/report.ts';
import { redactReport } from './redact.ts';
import { githubAnnotations } from './github.ts';
import { wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';

describe('githubAnnotations', () => {
  let mixed: Report;
  let wrong: Report;
  before(async () => {
    mixed = redactReport(await wrongRoleReport(), []);
    wrong = redactReport(await wrongServerReport(), []);
  });

  test('has an error for each failing case, with its file and line', () => {
    const results = mixed.results.map((each) => {
      const source = each.case.id.startsWith('answer/') ? { file: 'cases/answer/roles.yaml', line: 7 } : undefined;
      return { ...each, case: { ...each.case, source } };
    });
    assert.deepEqual(githubAnnotations({ ...mixed, results }), [
      '::error file=cases/answer/roles.yaml,line=7,title=Conformance%3A answer/role-other::A user who is not an ' +
        'administrator cannot answer a proposal (other). errors: [] instead of "one error, MUTATION_NOT_AUTHORIZED_ERROR"',
      '::error title=Conformance%3A create-result/role-other::A user who is not an administrator cannot create a ' +
        'result (other). errors: [] instead of "one error, MUTATION_NOT_AUTHORIZED_ERROR"',
    ]);
  });

  test('is one line for each annotation, whatever a target sends', () => {
    const result = mixed.results.find(({ outcome }) => outcome === 'failed');
    const reason = '100% , a:b\r\n::error::owned\u001b[31m';
    const each = { ...result!.case, id: 'a/b,c:d', description: 'A fact.', source: { file: 'a/b,c:d', line: 2 } };
    const report: Report = { ...mixed, results: [{ ...result!, reason, case: each }] };
    assert.deepEqual(githubAnnotations(report), [
      String.raw`::error file=a/b%2Cc%3Ad,line=2,title=Conformance%3A a/b%2Cc%3Ad::A fact. 100%25 , a:b\r\n::error::owned\u001b[31m`,
    ]);
    for (const line of githubAnnotations(wrong))
      assert.match(line, /^::error (file=fixtures\/cases\/[\w./-]+,line=\d+,)?title=[^\r\n]+$/);
  });

  test('has at most ten cases, and says how many are hidden', () => {
    const lines = githubAnnotations(wrong);
    assert.equal(lines.length, 11);
    assert.match(lines.at(-1)!, /::\d+ more cases failed; see the step summary\.$/);
  });

  test('names an outage, and no failure that the baseline knows', () => {
    const results = mixed.results.map((result) => ({ ...result, isKnown: result.outcome === 'failed' }));
    const lines = githubAnnotations({ ...mixed, results, outage: 'The target stopped responding.' });
    assert.deepEqual(lines, ['::error title=Conformance::The target stopped responding.']);
  });
});
