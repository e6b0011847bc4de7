import type { CaseResult, Outcome, Report } from '../model/report.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeMarkup, formatValue } from '../../src/client/format-text.ts';
import { element, junitDocument } from './junit-template.ts';
import { folderTitle, outcomeReason, requirementDetails, requirementLabel, resultsByFolder } from './results.ts';

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function failureText(result: CaseResult, report: Report): string {
  const last = result.exchanges.at(-1);
  return [
    ...requirementDetails(result, report).map((each) => `${requirementLabel(each)}: ${each.text}`),
    ...result.exchanges.flatMap(({ step, actor, differences }) =>
      differences.map(
        ({ path, expected, actual }) =>
          `${step}, ${actor}, ${path}: expected ${formatValue(expected, 1000)}, actual ${formatValue(actual, 1000)}`,
      ),
    ),
    ...(last ? [curlCommand(last, report.target.url)] : []),
  ].join('\n');
}

type JunitStatus = 'passed' | 'failure' | 'skipped';

const statuses: Record<Outcome, JunitStatus> = {
  passed: 'passed',
  failed: 'failure',
  'not sent': 'skipped',
  'could not run': 'skipped',
  'not applicable': 'skipped',
  waived: 'skipped',
};

const junitStatus = ({ outcome, isKnown }: CaseResult): JunitStatus => (isKnown ? 'skipped' : statuses[outcome]);

function outcomeElement(result: CaseResult, report: Report): string {
  const { outcome } = result;
  const reason = outcomeReason(result);
  const status = junitStatus(result);
  if (status === 'passed') return '';
  if (status === 'skipped') return element('skipped', { message: reason ? `${outcome}: ${reason}` : outcome });
  const [first] = result.exchanges.flatMap(({ differences }) => differences);
  const difference =
    first && `${first.path}: ${formatValue(first.actual, 200)} instead of ${formatValue(first.expected, 200)}`;
  const message = reason ?? difference ?? outcome;
  return element('failure', { message, type: result.case.level }, escapeMarkup(failureText(result, report)));
}

function testcase(result: CaseResult, report: Report): string {
  const { id, description, level, requirements, source } = result.case;
  const [folder, name] = id.split('/');
  const properties = [
    element('property', { name: 'level', value: level }),
    ...requirements.map((value) => element('property', { name: 'requirement', value })),
  ];
  return element(
    'testcase',
    { classname: `plenum.${folder}`, name: `${name}: ${description}`, time: seconds(result.milliseconds), ...source },
    `\n${element('properties', {}, properties.join(''))}${outcomeElement(result, report)}\n`,
  );
}

function counts(results: CaseResult[]) {
  const count = (status: JunitStatus) => results.filter((result) => junitStatus(result) === status).length;
  return {
    tests: results.length,
    failures: count('failure'),
    errors: 0,
    skipped: count('skipped'),
    time: seconds(results.reduce((sum, each) => sum + each.milliseconds, 0)),
  };
}

/** The suite of the invalid waivers, which fail the run too. */
function waiverSuite({ waivers }: Report): string[] {
  const invalid = waivers.filter(({ problem }) => problem);
  if (invalid.length === 0) return [];
  const testcases = invalid.map((each) =>
    element(
      'testcase',
      { classname: 'plenum.waivers', name: each.case, time: '0.000' },
      element('failure', { message: each.problem!, type: 'waiver' }),
    ),
  );
  const { length } = invalid;
  return [
    element(
      'testsuite',
      { name: 'waivers', tests: length, failures: length, errors: 0, skipped: 0, time: '0.000' },
      `\n${testcases.join('\n')}\n`,
    ),
  ];
}

/** The suite of a target that stopped responding, which is the only error. */
function outageSuite({ outage }: Report): string[] {
  if (outage === undefined) return [];
  const error = element('error', { message: outage, type: 'stopped' });
  const responds = element('testcase', { classname: 'plenum.target', name: 'responds', time: '0.000' }, error);
  const attributes = { name: 'target', tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' };
  return [element('testsuite', attributes, `\n${responds}\n`)];
}

/**
 * Renders a report as JUnit XML with a suite for each folder. Only failures that fail the run are failures: a case that is
 * waived, known, not sent or could not run is skipped.
 */
export function junitReport(report: Report): string {
  const suites = [...resultsByFolder(report)].map(([folder, results]) =>
    element(
      'testsuite',
      { name: folderTitle(folder), ...counts(results), timestamp: report.startedAt },
      `\n${results.map((result) => testcase(result, report)).join('\n')}\n`,
    ),
  );
  const total = counts(report.results);
  const invalidWaivers = report.waivers.filter(({ problem }) => problem).length;
  const outages = report.outage === undefined ? 0 : 1;
  const attributes = {
    ...total,
    tests: total.tests + invalidWaivers + outages,
    failures: total.failures + invalidWaivers,
    errors: outages,
  };
  return junitDocument(attributes, [...suites, ...waiverSuite(report), ...outageSuite(report)]);
}
