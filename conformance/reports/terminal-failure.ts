import type { styleText } from 'node:util';
import type { CaseResult, Report } from '../model/report.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { alternativesText } from './expected-text.ts';
import { escapeLine, formatValue, truncate } from '../../src/client/format-text.ts';
import { referenceUrl } from '../../src/cases/requirements.ts';
import { outcomeReason, requirementDetails, requirementLabel } from './results.ts';
import { formatTable, wrapLine } from './terminal-table.ts';

export type Style = Parameters<typeof styleText>[0];

/** How a report looks: the width, and what adds a color to a text. */
export interface Look {
  width: number;
  style(style: Style, text: string): string;
}

const minTableWidth = 80;

/** Indents lines by two spaces. */
const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

function differenceLines({ exchanges }: CaseResult, { width, style }: Look): string[] {
  const isNarrow = width < minTableWidth;
  const limit = (share: number) => (isNarrow ? 3 * width : Math.floor((width - 8) * share));
  const rows = exchanges.flatMap((exchange) =>
    exchange.differences.map(({ path, expected, actual }) => [
      truncate(escapeLine(path) || 'response', limit(0.3)),
      formatValue(expected, limit(0.33)),
      formatValue(actual, limit(0.33)),
    ]),
  );
  if (rows.length === 0) return [];
  if (!isNarrow) return formatTable([['path', 'expected', 'actual'], ...rows], width, (text) => style('dim', text));
  return rows.flatMap(([path, expected, actual]) => [
    ...wrapLine(path!, width - 4),
    ...wrapLine(`  expected ${expected}`, width - 4, '    '),
    ...wrapLine(`  actual   ${actual}`, width - 4, '    '),
  ]);
}

/** A failure with its requirements, its differences and the command that repeats it. */
export function failureLines(result: CaseResult, report: Report, look: Look): string[] {
  const { id, description, level, source } = result.case;
  const last = result.exchanges.at(-1);
  const requirements = requirementDetails(result, report);
  const reason = outcomeReason(result);
  const alternatives = last && last.differences.length > 0 ? alternativesText(last.expected) : undefined;
  return [
    `${look.style('red', '✘')} ${look.style('bold', escapeLine(id))}  ${level}`,
    ...indent([
      escapeLine(description),
      ...(source ? [escapeLine(`${source.file}:${source.line}`)] : []),
      ...requirements.map((each) => `${requirementLabel(each)}: ${escapeLine(each.text)}`),
      ...[...new Set(requirements.flatMap(({ pages }) => pages))].map((path) => `see ${referenceUrl(path)}`),
      ...(reason ? [escapeLine(reason)] : []),
      ...(last
        ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no response'}`]
        : []),
      ...indent([...differenceLines(result, look), ...(alternatives ? [escapeLine(alternatives)] : [])]),
      ...(last ? [escapeLine(curlCommand(last, report.target.url))] : []),
    ]),
    '',
  ];
}
