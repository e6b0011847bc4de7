import type { CaseResult } from '../runner/run-cases.ts';
import type { Report } from '../judge/verdict.ts';
import { curlCommand } from './curl.ts';
import { escapeControlCharacters, formatValue } from './format-text.ts';
import {
  resultsByFolder,
  folderTitle,
  displayOutcome,
  outcomeReason,
  requirementDetails,
  requirementLabel,
} from './results.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const text = (value: string): string =>
  escapeControlCharacters(value).replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Attributes; a parser would make spaces of line ends and tabs that stand for themselves. */
const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      const escaped = text(String(value)).replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
      return ` ${name}="${escaped}"`;
    })
    .join('');

const element = (name: string, values: Record<string, string | number>, inside = ''): string =>
  inside === '' ? `<${name}${attributes(values)}/>` : `<${name}${attributes(values)}>${inside}</${name}>`;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function detailsOf(result: CaseResult, report: Report): string {
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

function endOf(result: CaseResult, report: Report): string {
  const outcome = displayOutcome(result);
  const reason = outcomeReason(result);
  if (outcome === 'passed') return '';
  if (outcome === 'could not run') return element('error', { message: reason ?? outcome, type: outcome });
  if (outcome !== 'failed') return element('skipped', { message: reason ?? outcome });
  const [first] = result.exchanges.flatMap(({ differences }) => differences);
  const message =
    reason ??
    (first
      ? `${first.path}: ${formatValue(first.actual, 200)} instead of ${formatValue(first.expected, 200)}`
      : outcome);
  return element('failure', { message, type: result.case.level }, text(detailsOf(result, report)));
}

function testcase(result: CaseResult, report: Report): string {
  const { id, description, level } = result.case;
  const properties = [
    element('property', { name: 'level', value: level }),
    ...result.case.requirements.map((value) => element('property', { name: 'requirement', value })),
  ];
  const classname = `plenum.${id.split('/')[0]}`;
  const name = `${id.split('/')[1]}: ${description}`;
  const inside = `\n${element('properties', {}, properties.join(''))}${endOf(result, report)}\n`;
  return element('testcase', { classname, name, time: seconds(result.milliseconds) }, inside);
}

const figures = (results: CaseResult[]) => {
  const count = (outcome: string) => results.filter((result) => displayOutcome(result) === outcome).length;
  return {
    tests: results.length,
    failures: count('failed'),
    errors: count('could not run'),
    skipped: count('not applicable') + count('waived'),
    time: seconds(results.reduce((sum, each) => sum + each.milliseconds, 0)),
  };
};

/** A suite of the waivers that are wrong, for they fail the run too. */
function waiverSuite({ waivers }: Report): string[] {
  const faults = waivers.filter(({ problem }) => problem);
  if (faults.length === 0) return [];
  const cases = faults.map((each) =>
    element(
      'testcase',
      { classname: 'plenum.waivers', name: each.case, time: '0.000' },
      element('failure', { message: each.problem!, type: 'waiver' }),
    ),
  );
  return [
    element(
      'testsuite',
      { name: 'waivers', tests: faults.length, failures: faults.length, errors: 0, skipped: 0, time: '0.000' },
      `\n${cases.join('\n')}\n`,
    ),
  ];
}

/** JUnit XML: a suite for each folder. A failure that is waived is skipped, a case that could not run is an error. */
export function junitReport(report: Report): string {
  const suites = [...resultsByFolder(report)].map(([folder, results]) =>
    element(
      'testsuite',
      { name: folderTitle(folder), ...figures(results), timestamp: report.startedAt },
      `\n${results.map((result) => testcase(result, report)).join('\n')}\n`,
    ),
  );
  const all = figures(report.results);
  const faults = report.waivers.filter(({ problem }) => problem).length;
  const whole = { name: 'plenum', ...all, tests: all.tests + faults, failures: all.failures + faults };
  const inside = [...suites, ...waiverSuite(report)].join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', whole, `\n${inside}\n`)}\n`;
}
