import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../model.ts';
import { junitReport } from './junit.ts';
import { hostileText, wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';
import { type XmlElement, parseXml } from '../../test/support/xml.ts';

/** Compares the counts of a suite with its test cases. */
function assertCounts(suite: XmlElement) {
  const count = (selectors: string) => [...suite.querySelectorAll(selectors)].length;
  for (const [attribute, selectors] of Object.entries({
    tests: 'testcase',
    failures: 'testcase > failure',
    errors: 'testcase > error',
    skipped: 'testcase > skipped',
  }))
    assert.equal(Number(suite.getAttribute(attribute)), count(selectors), attribute);
}

const valuesOf = (elements: Iterable<XmlElement>, name: string) =>
  Array.from(elements, (each) => each.getAttribute(name));

describe('junitReport', () => {
  test('has a suite with correct counts for each folder', async () => {
    const report = await wrongRoleReport([{ id: 'answer/role-other', reason: 'known' }]);
    report.results[0]!.outcome = 'could not run';
    report.results[1]!.outcome = 'could not run';
    report.outage = 'The target stopped responding at step 1 of a/b.';
    const find = parseXml(junitReport(report));
    for (const suite of find('testsuite, testsuites')) assertCounts(suite);
    const suites = valuesOf(find('testsuite'), 'name');
    for (const name of ['answer', 'run']) assert.ok(suites.includes(name), suites.join());
    assert.deepEqual(valuesOf(find('error'), 'message'), [report.outage]);
  });

  test('shows the requirement, the difference and the curl command of a failure', async () => {
    const find = parseXml(junitReport(await wrongRoleReport()));
    const [failed] = find('testcase[name^="role-other"]');
    const [properties, failure] = failed!.children;
    assert.equal(failed!.getAttribute('classname'), 'plenum.answer');
    assert.deepEqual(valuesOf(properties!.children, 'name'), ['level', 'requirement', 'requirement']);
    assert.deepEqual(valuesOf(properties!.children, 'value'), ['MUST', 'refusal.role', 'auth.answer']);
    assert.match(failure!.getAttribute('message')!, /instead of .*MUTATION_NOT_AUTHORIZED_ERROR/);
    assert.match(failure!.textContent, /Only administrators can answer proposals\.[^]*curl .*\$PLENUM_OTHER_TOKEN/);
  });

  test('is well-formed with any text', async () => {
    const report = await wrongServerReport();
    const texts = [hostileText, ']]>', '\ud800 alone \udc00', '\ufffe\uffff', 'a\n\tb\r', '😀', '\u0085\u009b'];
    const hostileReport: Report = {
      ...report,
      results: texts.map((text, index) => ({
        ...report.results[index]!,
        description: text,
        requirements: [text],
        reason: text,
      })),
    };
    const names = valuesOf(parseXml(junitReport(hostileReport))('testcase'), 'name');
    assert.ok(names.some((name) => name?.endsWith(': a\n\tb\r')));
    assert.ok(names.some((name) => name?.includes('\\u0000\\u001b[31m😀&amp;')));
    assert.equal(names.length, texts.length);
    assert.doesNotThrow(() => parseXml(junitReport(report)));
  });
});
