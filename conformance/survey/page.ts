import { describeCapabilities } from '../discover/capabilities.ts';
import { htmlPage, pageHeader } from '../reports/html-page.ts';
import {
  type Markup,
  listMarkup,
  markup,
  sectionMarkup,
  tableMarkup,
  withWordBreaks,
} from '../reports/html-template.ts';
import { changesOf } from './changes.ts';
import { pageScript } from './page-script.ts';
import type { History, Outcome, TownReport } from './report.ts';

const classes: Record<Outcome, string> = {
  read: 'good',
  'partly read': 'warn',
  'not allowed': 'calm',
  redirected: 'calm',
  refused: 'calm',
  failing: 'bad',
  'no response': 'bad',
  'no GraphQL': 'mute',
  'no Decidim': 'mute',
};

const nameOf = ({ url }: TownReport): string => url.replace(/^https?:\/\//, '').replace(/\/api$/, '');

/** The release if it is known, or else the outcome. */
const badgeText = ({ outcome, capabilities }: TownReport): string => capabilities?.release ?? outcome;

const badge = (report: TownReport): Markup =>
  markup`<span class="badge ${classes[report.outcome]}">${badgeText(report)}</span>`;

const idOf = (index: number): string => `town-${index + 1}`;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Renders all reports of a folder as one HTML file that loads nothing. */
export function surveyPage(histories: History[]): string {
  const latest = histories.map((history) => history.at(-1)!);
  const read = latest.filter(({ outcome }) => outcome === 'read').length;
  const changes = histories.map((history) => changesOf(history, 'last'));
  const changed = changes.filter(({ lines }) => lines.length > 0).length;
  const counts = new Map<string, number>();
  for (const name of latest.map(badgeText)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return htmlPage({
    title: `Survey: ${plural(latest.length, 'town')}`,
    header: pageHeader({
      title: 'Survey',
      className: read === latest.length ? 'good' : 'calm',
      lines: [
        `${read} of ${plural(latest.length, 'town')} ${read === 1 ? 'shows' : 'show'} what they can do`,
        changed === 0
          ? 'Nothing changed since the visit before'
          : `${plural(changed, 'town')} changed since the visit before`,
      ],
      facts: [
        [
          'Last visit',
          latest
            .map(({ day }) => day)
            .toSorted()
            .at(-1) ?? 'none',
        ],
        ...[...counts]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, count]): [string, string] => [name, String(count)]),
      ],
    }),
    main: markup`
      ${sectionMarkup(
        'changes',
        'What changed',
        listOf(
          changes.flatMap(({ lines, since }, index) =>
            lines.length > 0
              ? [
                  markup`<li><p><a href="#${idOf(index)}">${withWordBreaks(nameOf(latest[index]!))}</a> <span class="soft">since ${since}</span></p>${listMarkup(lines)}</li>`,
                ]
              : [],
          ),
        ),
      )}
      ${sectionMarkup('towns', 'Towns', latest.length > 0 ? townsMarkup(histories) : markup`<p class="soft">There is no report yet.</p>`)}
      ${sectionMarkup('details', 'Each town', latest.length > 0 ? markup`${histories.map(detailsMarkup)}` : undefined)}`,
    footer:
      'Made by plenum survey, without a token and without a mutation. What a town does not show is not said of it.',
    script: pageScript,
  });
}

const listOf = (items: Markup[]): Markup | undefined =>
  items.length > 0 ? markup`<ul class="changes">${items}</ul>` : undefined;

const columns = ['Town', 'Release', 'Mutations', 'Spaces', 'Components', 'Languages', 'Response', 'Days'];
const none = markup`<span class="soft">–</span>`;

function townsMarkup(histories: History[]): Markup {
  const releases = [...new Set(histories.map((history) => badgeText(history.at(-1)!)))].toSorted();
  return markup`
    <div class="tools" hidden>
      <label>Search <input type="search" /></label>
      <label>Release <select><option value="">all</option>${releases.map((name) => markup`<option>${name}</option>`)}</select></label>
      <span id="count" class="soft" role="status"></span>
    </div>
    <div class="panel flush scroll" tabindex="0" role="region" aria-label="Table of towns">${tableMarkup(
      { label: 'Towns', className: 'towns' },
      columns,
      histories.map((history, index) => ({ cells: cellsOf(history, index) })),
    )}</div>`;
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, each) => total + each, 0);

const shown = (value: string | number | undefined): { className?: string; content: string | Markup } =>
  value === undefined ? { className: 'zero', content: none } : { content: String(value) };

function cellsOf(history: History, index: number): { className?: string; content: string | Markup }[] {
  const report = history.at(-1)!;
  const { capabilities, milliseconds } = report;
  return [
    { content: markup`<a href="#${idOf(index)}">${withWordBreaks(nameOf(report))}</a>` },
    { content: badge(report) },
    shown(capabilities?.mutations?.length),
    shown(capabilities ? sum(capabilities.spaces) : undefined),
    shown(capabilities ? sum(capabilities.components) : undefined),
    shown(capabilities?.locales.join(', ') || undefined),
    shown(milliseconds ? `${milliseconds.median} ms` : undefined),
    { content: daysMarkup(history) },
  ];
}

const shownDays = 14;

/** The last visits as a line, the newest at the right. */
const daysMarkup = (history: History): Markup =>
  markup`<ol class="days">${history
    .slice(-shownDays)
    .map(
      (report) =>
        markup`<li class="fill ${classes[report.outcome]}" title="${report.day}: ${badgeText(report)}"><span class="unseen">${report.day}: ${badgeText(report)}</span></li>`,
    )}</ol>`;

function detailsMarkup(history: History, index: number): Markup {
  const report = history.at(-1)!;
  const { capabilities, clients, milliseconds, requests, seconds, url, sentence, day } = report;
  const facts: [string, string][] = [
    ['visit', `${day}: ${plural(requests, 'request')} in ${seconds} s`],
    ...(milliseconds
      ? [
          ['responses', `${milliseconds.median} ms in the middle, ${milliseconds.slowest} ms at most`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(capabilities ? describeCapabilities(capabilities) : []),
    ...clients.map(({ name, text }): [string, string] => [name, text]),
  ];
  const visits = history.map((each, position) => {
    const { lines } = changesOf(history.slice(0, position + 1), 'last');
    return markup`${each.day}: ${badgeText(each)}${lines.length > 0 ? markup` <span class="soft">${lines.join('; ')}</span>` : undefined}`;
  });
  return markup`<details class="group" id="${idOf(index)}">
    <summary><h3>${withWordBreaks(nameOf(report))}</h3> ${badge(report)}</summary>
    <div class="panel">
      <p><b>${url}</b> ${sentence}.</p>
      <dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${part(
        'Refused or different',
        clients.flatMap(({ details }) => details),
      )}
      ${part('What shows the release', capabilities?.evidence ?? [])}
      ${part('What did not show', capabilities?.notShown ?? [])}
      ${part('Visits', visits.toReversed())}
    </div>
  </details>`;
}

const part = (title: string, lines: (string | Markup)[]): Markup | undefined =>
  lines.length > 0 ? markup`<h4>${title}</h4>${listMarkup(lines)}` : undefined;
