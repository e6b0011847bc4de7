import { styleText } from 'node:util';
import { errorsIn } from '../../src/cases/interactions/answer.ts';
import { escapeLine } from '../../src/client/format-text.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { newFailures } from '../reports/results.ts';
import type { TerminalReportOptions } from '../reports/terminal.ts';
import { type Look, failureLines } from '../reports/terminal-failure.ts';
import { formatTable } from '../reports/terminal-table.ts';
import { type Verification, isAnythingVerified } from './verify.ts';

/** Renders verifications for the terminal: what differs and what could not be verified, then contracts by targets. */
export function terminalVerifications(
  verifications: Verification[],
  { colors = false, columns = 120 }: TerminalReportOptions = {},
): string {
  const look: Look = {
    width: columns,
    style: (format, text) => (colors ? styleText(format, text, { validateStream: false }) : text),
  };
  const targets = [...new Set(verifications.map(({ target }) => target))];
  const files = [...new Set(verifications.map(({ contract }) => contract.file))];
  const cell = (file: string, target: string): string => {
    const found = verifications.find((each) => each.contract.file === file && each.target === target);
    return found ? `${markOf(found)} ${verdictText(found)}` : '';
  };
  const rows = [
    ['contract', ...targets],
    ...files.map((file) => [file, ...targets.map((target) => cell(file, target))]),
  ];
  const lines = [
    ...verifications.flatMap((each) => detailLines(each, look)),
    ...formatTable(
      rows.map((row) => row.map(escapeLine)),
      columns,
      (text) => look.style('dim', text),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function detailLines({ target, report }: Verification, look: Look): string[] {
  const notVerified = report.results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'failed');
  const lines = [
    ...newFailures(report).flatMap((result) => [
      ...failureLines(result, report, look).slice(0, -1),
      ...messagesOf(result).map((message) => `  the server says: ${escapeLine(message)}`),
      '',
    ]),
    ...notVerified.map(({ outcome, reason, case: { id } }) =>
      escapeLine(
        `${outcome === 'not applicable' ? '-' : '?'} ${id}: ${outcome}: ${reason ?? 'the mode writes nothing'}`,
      ),
    ),
    ...report.leftovers.map((line) => `left on the target: ${escapeLine(line)}`),
    ...report.cleanUpFailures.map((line) => `${look.style('red', '✘')} not cleaned up: ${escapeLine(line)}`),
    ...(report.outage === undefined ? [] : [escapeLine(report.outage)]),
  ];
  if (lines.length === 0) return [];
  return [
    look.style('bold', `${escapeLine(target)}, dialect ${report.target.dialect}, mode ${report.mode}`),
    ...lines,
    '',
  ];
}

const maxMessages = 3;

/** The texts of the errors of the last response, which name what the server does not have. */
function messagesOf({ exchanges }: CaseResult): string[] {
  const messages = errorsIn(exchanges.at(-1)?.response?.json).map(({ message }) => message);
  return messages.filter((each) => typeof each === 'string').slice(0, maxMessages);
}

const markOf = (each: Verification): string => {
  const { verdict } = each.report;
  if (verdict === 'conformant') return isAnythingVerified(each) ? '✔' : '?';
  return verdict === 'no difference' ? '?' : '✘';
};

/** The verdict of a target about a contract, with counts. */
function verdictText({ report }: Verification): string {
  const count = (outcome: Report['results'][number]['outcome']) =>
    report.results.filter((result) => result.outcome === outcome).length;
  const counts = (['passed', 'failed', 'not sent', 'could not run', 'not applicable'] as const).flatMap((outcome) =>
    count(outcome) > 0 ? [`${count(outcome)} ${outcome}`] : [],
  );
  return `${report.verdict}: ${counts.join(', ') || 'no interaction'}`;
}
