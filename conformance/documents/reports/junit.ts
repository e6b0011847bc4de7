import { escapeMarkup } from '../../../src/client/format-text.ts';
import { element, junitDocument } from '../../reports/junit-template.ts';
import { type DocumentsReport, type JudgedOperation, placeOf } from '../index.ts';
import type { NotReadable } from '../model.ts';

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

const time = '0.000';

function suite(name: string, testcases: string[]): { xml: string; counts: Counts } {
  const count = (tag: string) => testcases.filter((each) => each.includes(`<${tag}`)).length;
  const counts = { tests: testcases.length, failures: count('failure'), errors: 0, skipped: count('skipped') };
  return { xml: element('testsuite', { name, ...counts, time }, `\n${testcases.join('\n')}\n`), counts };
}

function testcase(operation: JudgedOperation, target: string): string[] {
  const judgement = operation.verdicts[target];
  if (!judgement) return [];
  const { verdict, messages } = judgement;
  const { file, line } = operation;
  const text = messages.join('\n');
  const message = messages[0] ?? '';
  const content = operation.known.includes(target)
    ? element('skipped', { message: `refused as in the baseline: ${message}` })
    : verdict === 'refused'
      ? element('failure', { message, type: 'refused' }, escapeMarkup(text))
      : verdict === 'affected'
        ? element('system-out', {}, escapeMarkup(`affected: ${text}`))
        : '';
  return [
    element(
      'testcase',
      { classname: `plenum.documents.${target}`, name: placeOf(operation), file, line, time },
      content,
    ),
  ];
}

function unreadable({ file, line, reason, isInvalid, isKnown }: NotReadable & { isKnown?: boolean }): string {
  const isFailure = isInvalid === true && isKnown !== true;
  const content = element(isFailure ? 'failure' : 'skipped', { message: reason, ...(isFailure && { type: 'syntax' }) });
  return element('testcase', { classname: 'plenum.documents', name: `${file}:${line}`, file, line, time }, content);
}

/** Renders a report as JUnit XML with a suite for each target, and one for what is not readable. Only new refusals are failures. */
export function documentsJunit({ operations, targets, notReadable }: DocumentsReport): string {
  const suites = [
    ...targets.map((target) =>
      suite(
        target,
        operations.flatMap((each) => testcase(each, target)),
      ),
    ),
    ...(notReadable.length > 0 ? [suite('not readable', notReadable.map(unreadable))] : []),
  ];
  const sum = (name: keyof Counts) => suites.reduce((total, { counts }) => total + counts[name], 0);
  const attributes = { tests: sum('tests'), failures: sum('failures'), errors: 0, skipped: sum('skipped'), time };
  return junitDocument(
    attributes,
    suites.map(({ xml }) => xml),
  );
}
