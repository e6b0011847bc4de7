import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { Result } from '../run.ts';
import type { AppliedWaiver } from '../waivers.ts';
import type { Report } from '../verdict.ts';
import { curl } from './curl.ts';
import { shown } from './legible.ts';
import { folderOf, nameOf, outcomeOf, reasonOf, requirementsOf } from './operations.ts';
import type { Outcome } from './table.ts';

const statuses: Record<Outcome, TestStatus> = {
  passed: 'passed',
  failed: 'failed',
  'could not run': 'other',
  'not applicable': 'skipped',
  waived: 'skipped',
};

function testOf(result: Result, report: Report): Test {
  const { id, fact, level, requirements } = result.case;
  const outcome = outcomeOf(result);
  const differences = result.exchanges.flatMap((exchange) => exchange.differences);
  const last = result.exchanges.at(-1);
  const said = differences.map(
    ({ at, expected, actual }) => `${at}: ${shown(actual, 500)} instead of ${shown(expected, 500)}`,
  );
  return {
    testId: id,
    name: `${id}: ${fact}`,
    status: statuses[outcome],
    rawStatus: outcome,
    duration: Math.round(result.milliseconds),
    suite: [nameOf(folderOf(result))],
    tags: [level, ...requirements],
    ...(reasonOf(result) || said.length > 0 ? { message: reasonOf(result) ?? said[0]! } : {}),
    ...(said.length > 0 ? { trace: said.join('\n') } : {}),
    extra: {
      level,
      requirements: requirementsOf(result, report),
      ...(differences.length > 0 && last ? { differences, curl: curl(last, report.target.url) } : {}),
    },
  };
}

const waiverTest = ({ case: id, fault, reason, expires }: AppliedWaiver): Test => ({
  name: `the waiver of ${id}`,
  status: 'failed',
  duration: 0,
  suite: ['waivers'],
  message: fault!,
  extra: { reason, expires },
});

/** CTRF JSON (https://ctrf.io). A failure that is waived is skipped, a case that could not run is "other". */
export function ctrf(report: Report): string {
  const { run, startedAt, seconds, target, mode, verdict, sentence, leftovers } = report;
  const faults = report.waivers.filter(({ fault }) => fault);
  const tests = [...report.results.map((result) => testOf(result, report)), ...faults.map(waiverTest)];
  const count = (status: TestStatus) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(startedAt);
  const document: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: 'plenum',
    results: {
      tool: { name: 'plenum' },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        start,
        stop: start + Math.round(seconds * 1000),
      },
      tests,
      extra: { run, target, mode, verdict, sentence, leftovers },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
