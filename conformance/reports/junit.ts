import { escapeMarkup } from '../../src/client/format-text.ts';
import type { Report, Result } from '../model.ts';
import { differenceText, explain, outcomeReason, resultsByGroup } from './contents.ts';

/** Formats an element of XML; `content` is XML. */
function element(name: string, attributes: Record<string, string | number>, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  const start = `<${name}${list.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Escapes tabs and line breaks too, which an XML parser replaces by spaces. */
const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

const junitDocument = (attributes: Record<string, string | number>, suites: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'plenum', ...attributes }, `\n${suites.join('\n')}\n`)}\n`;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/**
 * Renders a report as JUnit XML with a suite for each group. A result that is waived or could not run is skipped. What fails the run
 * beside its results is an error: a server that stopped responding, writes that are not undone, waivers that excuse nothing, or that
 * nothing was judged.
 */
export function junitReport(report: Report): string {
  const suites = [...resultsByGroup(report)].map(([name, results]) =>
    element(
      'testsuite',
      { name, ...counts(results), timestamp: report.startedAt },
      `\n${results.map((result) => testcase(result, report)).join('\n')}\n`,
    ),
  );
  const total = counts(report.results);
  const errors = errorsOfRun(report);
  if (errors.length === 0) return junitDocument(total, suites);
  const tests = errors.map(([name, messages]) => {
    const error = element('error', { message: messages[0]!, type: name }, escapeMarkup(messages.slice(1).join('\n')));
    return element('testcase', { classname: 'plenum.run', name, time: '0.000' }, error);
  });
  const attributes = { name: 'run', tests: tests.length, failures: 0, errors: tests.length, skipped: 0, time: '0.000' };
  const ofRun = element('testsuite', attributes, `\n${tests.join('\n')}\n`);
  return junitDocument({ ...total, tests: total.tests + tests.length, errors: tests.length }, [...suites, ofRun]);
}

/** What fails a run beside its results, by what should have held. */
function errorsOfRun({ outage, cleanUpFailures, waivers, verdict, sentence }: Report): [string, string[]][] {
  const errors: Record<string, string[]> = {
    responds: outage === undefined ? [] : [outage],
    'cleaned up': cleanUpFailures,
    waivers: waivers.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`])),
    judged: verdict === 'nothing judged' ? [sentence] : [],
  };
  return Object.entries(errors).filter(([, messages]) => messages.length > 0);
}

const counts = (results: Result[]) => ({
  tests: results.length,
  failures: results.filter(({ outcome }) => outcome === 'failed').length,
  errors: 0,
  skipped: results.filter(({ outcome }) => !['failed', 'passed', 'affected'].includes(outcome)).length,
  time: seconds(results.reduce((sum, each) => sum + each.milliseconds, 0)),
});

function testcase(result: Result, report: Report): string {
  const { id, description, level, requirements, source, group, milliseconds } = result;
  const properties = [
    ...(level ? [element('property', { name: 'level', value: level })] : []),
    ...requirements.map((value) => element('property', { name: 'requirement', value })),
  ];
  const name = `${id.startsWith(`${group}/`) ? id.slice(group.length + 1) : id}${description === '' || report.documents ? '' : `: ${description}`}`;
  const content = [
    ...(properties.length > 0 ? [element('properties', {}, properties.join(''))] : []),
    outcomeElement(result, report),
  ];
  const attributes = { classname: `plenum.${group}`, name, time: seconds(milliseconds), ...source };
  return element('testcase', attributes, `\n${content.join('')}\n`);
}

function outcomeElement(result: Result, report: Report): string {
  const { outcome, level = 'difference', details = [] } = result;
  const reason = outcomeReason(result);
  if (outcome === 'passed') return '';
  if (outcome === 'affected') return element('system-out', {}, escapeMarkup([reason, ...details].join('\n')));
  if (outcome !== 'failed') return element('skipped', { message: reason ? `${outcome}: ${reason}` : outcome });
  const { texts, differences, command = '' } = explain([result], report);
  const lines = differences.map((each) => differenceText(each, 1000));
  const message = reason ?? lines[0] ?? outcome;
  return element('failure', { message, type: level }, escapeMarkup([...texts, ...lines, command].join('\n')));
}
