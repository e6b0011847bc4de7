import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { AppliedWaiver, CaseResult, Outcome, Report } from '../model/report.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeLine, formatJson, formatValue } from '../../src/client/format-text.ts';
import { caseFolder, folderTitle, outcomeReason, requirementDetails } from './results.ts';

const statuses: Record<Outcome, TestStatus> = {
  passed: 'passed',
  failed: 'failed',
  'not sent': 'pending',
  'could not run': 'other',
  'not applicable': 'skipped',
  waived: 'skipped',
};

function caseTest(result: CaseResult, report: Report): Test {
  const { id, description, level, requirements, source } = result.case;
  const { outcome, isKnown } = result;
  const differences = result.exchanges.flatMap((exchange) => exchange.differences);
  const last = result.exchanges.at(-1);
  const lines = differences.map(
    ({ path, expected, actual }) =>
      `${escapeLine(path)}: ${formatValue(actual, 500)} instead of ${formatValue(expected, 500)}`,
  );
  const reason = outcomeReason(result);
  const message = reason === undefined ? lines[0] : escapeLine(reason);
  return {
    testId: id,
    name: `${id}: ${description}`,
    status: isKnown ? 'skipped' : statuses[outcome],
    rawStatus: outcome,
    duration: Math.round(result.milliseconds),
    suite: [folderTitle(caseFolder(result))],
    ...(source ? { filePath: source.file, line: source.line } : {}),
    tags: [level, ...requirements],
    ...(message ? { message } : {}),
    ...(lines.length > 0 ? { trace: lines.join('\n') } : {}),
    extra: {
      level,
      requirements: requirementDetails(result, report),
      ...(differences.length > 0 && last ? { differences, curl: curlCommand(last, report.target.url) } : {}),
    },
  };
}

const waiverTest = ({ case: id, problem, reason, expires }: AppliedWaiver): Test => ({
  name: `waiver of ${id}`,
  status: 'failed',
  duration: 0,
  suite: ['waivers'],
  message: problem!,
  extra: { reason, expires },
});

const outageTest = (message: string): Test => ({
  name: 'the target responds',
  status: 'failed',
  duration: 0,
  suite: ['target'],
  message: escapeLine(message),
});

/**
 * Renders a report as CTRF JSON (https://ctrf.io). A case that is waived or known from the baseline is "skipped", one that was not
 * sent is "pending", and one that could not run is "other".
 */
export function ctrfReport(report: Report): string {
  const { runId, startedAt, seconds, target, mode, verdict, sentence, outage, leftovers, cleanUpFailures } = report;
  const invalidWaivers = report.waivers.filter(({ problem }) => problem);
  const tests = [
    ...report.results.map((result) => caseTest(result, report)),
    ...invalidWaivers.map(waiverTest),
    ...(outage === undefined ? [] : [outageTest(outage)]),
  ];
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
        pending: count('pending'),
        other: count('other'),
        start,
        stop: start + Math.round(seconds * 1000),
      },
      tests,
      extra: { run: runId, target, mode, verdict, sentence, leftovers, cleanUpFailures },
    },
  };
  return `${formatJson(document, 2)}\n`;
}
