import { stripVTControlCharacters, styleText } from 'node:util';
import { escapeLine } from '../../src/client/format-text.ts';
import { terminalVerifications } from '../contracts/terminal.ts';
import { documentsSections, verdictMeanings } from '../documents/reports/html.ts';
import { documentsMarkdown } from '../documents/reports/markdown.ts';
import { summaryOf } from '../documents/reports/results.ts';
import { documentsOnTerminal } from '../documents/reports/terminal.ts';
import { htmlPage, pageHeader } from '../reports/html-page.ts';
import { listMarkup, markup, sectionMarkup } from '../reports/html-template.ts';
import { codeBlock, escapeMarkdown, section, shortList } from '../reports/markdown-template.ts';
import { type UpgradeReport, type UpgradeStep, upgradeExitCode } from './index.ts';
import type { UsedChange } from './used-changes.ts';

const words: Record<UsedChange['criticality'], string> = {
  BREAKING: 'breaking',
  DANGEROUS: 'dangerous',
  NON_BREAKING: 'not breaking',
};
const classes: Record<UsedChange['criticality'], string> = { BREAKING: 'bad', DANGEROUS: 'warn', NON_BREAKING: 'calm' };

const releaseText = ({ url, release }: UpgradeReport): string => `${url} is ${release}`;
const nextText = ({ release, next }: UpgradeReport): string =>
  next.length > 0
    ? `Next: ${next.join(', ')}`
    : `There is no later release than ${release}; contracts are verified against later ones only`;
const placesText = ({ places }: UsedChange): string => places.map(({ file, line }) => `${file}:${line}`).join(', ');
const changeText = (change: UsedChange): string => `${change.message}: ${placesText(change)}`;
const stepText = ({ from, to, changes }: UpgradeStep): string =>
  `From ${from} to ${to}: ${changes.length === 0 ? 'nothing' : changes.length} of what the documents use changes`;

const verdictTexts: Record<number, string> = {
  0: 'Nothing breaks',
  1: 'Something breaks',
  3: 'Nothing breaks, but a part of a contract could not be verified',
};
/** The page in a sentence. */
const verdictOf = (report: UpgradeReport): string =>
  verdictTexts[upgradeExitCode(report)] ?? 'A contract could not be verified';

const contractLines = ({ verifications }: UpgradeReport, look = {}): string[] =>
  verifications.length > 0 ? [terminalVerifications(verifications, look).trimEnd()] : [];

/** Renders a report for a terminal. */
export function upgradeOnTerminal(
  report: UpgradeReport,
  { colors = false, columns = 120 }: { colors?: boolean; columns?: number | undefined } = {},
): string {
  const bold = (text: string) => (colors ? styleText('bold', text, { validateStream: false }) : text);
  const contracts = contractLines(report, { colors, columns });
  return [
    bold(escapeLine(releaseText(report))),
    ...report.evidence.map((line) => `  ${escapeLine(line)}`),
    nextText(report),
    '',
    documentsOnTerminal(report.documents, { colors, columns }),
    ...(contracts.length > 0 ? ['', bold('Contracts'), ...contracts] : []),
    ...report.steps.flatMap((step) => [
      '',
      bold(stepText(step)),
      ...step.changes.map((change) => `  ${words[change.criticality]}: ${escapeLine(changeText(change))}`),
    ]),
    '',
    bold(`${upgradeExitCode(report) === 0 ? '✔' : '✘'} ${verdictOf(report)}`),
  ].join('\n');
}

/** Renders a report in GitHub Flavored Markdown. */
export const upgradeMarkdown = (report: UpgradeReport): string =>
  `${[
    `# ${escapeMarkdown(verdictOf(report))}`,
    `${escapeMarkdown(releaseText(report))}. ${nextText(report)}.`,
    documentsMarkdown(report.documents).trimEnd(),
    ...section(
      'Contracts',
      contractLines(report).map((text) => codeBlock(stripVTControlCharacters(text), 'text')),
    ),
    ...report.steps.flatMap((step) => [
      `## ${stepText(step)}`,
      ...shortList(step.changes.map((change) => `${words[change.criticality]}: ${changeText(change)}`)),
    ]),
  ].join('\n\n')}\n`;

/** Renders a report as one HTML file that loads nothing. */
export const upgradeHtml = (report: UpgradeReport, startedAt: string): string =>
  htmlPage({
    title: `Upgrade: ${verdictOf(report)}`,
    header: pageHeader({
      title: 'Upgrade',
      className: { 0: 'good', 1: 'bad' }[upgradeExitCode(report)] ?? 'warn',
      lines: [verdictOf(report), summaryOf(report.documents)],
      facts: [
        ['Deployment', report.url],
        ['Release', report.release],
        ['Next', report.next.join(', ') || 'none'],
        ['Started', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
      ],
    }),
    main: markup`
      ${documentsSections(report.documents)}
      ${sectionMarkup('contracts', 'Contracts', report.verifications.length > 0 ? markup`<pre tabindex="0">${contractLines(report).join('')}</pre>` : undefined)}
      ${report.steps.map((step) =>
        sectionMarkup(
          `to-${step.to}`,
          stepText(step),
          listMarkup(
            step.changes.map(
              (change) =>
                markup`<span class="badge ${classes[change.criticality]}">${words[change.criticality]}</span> ${change.message} <span class="soft">${placesText(change)}</span>`,
            ),
          ) ?? markup`<p class="soft">Nothing.</p>`,
        ),
      )}
      ${sectionMarkup('evidence', 'What shows the release', listMarkup(report.evidence))}`,
    footer: verdictMeanings,
  });
