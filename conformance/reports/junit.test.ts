import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Report } from '../model.ts';
import { junitReport } from './junit.ts';
import { hostileText, wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** Parses an XML document into its elements; throws if it is not well-formed. */
function parseElements(xml: string): Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const element = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
    all.push(element);
  });
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return all;
}

const named = (all: Element[], name: string) => all.filter((element) => element.name === name);

/** Compares the counts of a suite with its test cases. */
function assertCounts(suite: Element, cases: Element[]) {
  const count = (name: string) => cases.filter(({ children }) => children.some((child) => child.name === name)).length;
  const { tests, failures, errors, skipped } = suite.attributes;
  const counted = [cases.length, count('failure'), count('error'), count('skipped')];
  assert.deepEqual([tests, failures, errors, skipped].map(Number), counted);
}

describe('junitReport', () => {
  test('has a suite with correct counts for each folder', async () => {
    const report = await wrongRoleReport([{ id: 'answer/role-other', reason: 'known' }]);
    report.results[0]!.outcome = 'could not run';
    report.results[1]!.outcome = 'not sent';
    report.outage = 'The target stopped responding at step 1 of a/b.';
    const all = parseElements(junitReport(report));
    for (const suite of named(all, 'testsuite')) assertCounts(suite, named(suite.children, 'testcase'));
    assertCounts(named(all, 'testsuites')[0]!, named(all, 'testcase'));
    const suites = named(all, 'testsuite').map(({ attributes }) => attributes['name']);
    for (const name of ['answer', 'target']) assert.ok(suites.includes(name), suites.join());
    const errors = named(all, 'error').map(({ attributes }) => attributes['message']);
    assert.deepEqual(errors, [report.outage]);
  });

  test('shows the requirement, the difference and the curl command of a failure', async () => {
    const all = parseElements(junitReport(await wrongRoleReport()));
    const failed = named(all, 'testcase').find(({ attributes }) => attributes['name']?.startsWith('role-other'))!;
    const [properties, failure] = failed.children;
    assert.equal(failed.attributes['classname'], 'plenum.answer');
    assert.deepEqual(
      properties!.children.map(({ attributes }) => [attributes['name'], attributes['value']]),
      [
        ['level', 'MUST'],
        ['requirement', 'refusal.role'],
        ['requirement', 'auth.answer'],
      ],
    );
    assert.match(failure!.attributes['message']!, /instead of .*MUTATION_NOT_AUTHORIZED_ERROR/);
    assert.match(failure!.text, /Only administrators can answer proposals\.[^]*curl .*\$PLENUM_OTHER_TOKEN/);
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
    const all = parseElements(junitReport(hostileReport));
    const names = named(all, 'testcase').map(({ attributes }) => attributes['name']);
    assert.ok(names.some((name) => name?.endsWith(': a\n\tb\r')));
    assert.ok(names.some((name) => name?.includes('\\u0000\\u001b[31m😀&amp;')));
    assert.equal(names.length, texts.length);
    assert.doesNotThrow(() => parseElements(junitReport(report)));
  });
});
