import { code, escapeMarkdown, list } from '../reports/markdown-template.ts';
import { type Since, type TownChanges, changesOf } from './changes.ts';
import type { History } from './report.ts';

// A comment on GitHub is limited to 65,536 characters.
const maxCharacters = 30_000;

const isNew = ({ since }: TownChanges): boolean => since === undefined;

/** Renders what changed in all towns as Markdown. */
export function changesMarkdown(histories: History[], since: Since): string {
  const changes = histories.map((history) => changesOf(history, since));
  const changed = changes.filter(({ lines }) => lines.length > 0);
  const same = changes.filter((each) => each.lines.length === 0 && !isNew(each));
  const whenText = since === 'last' ? 'the last survey' : since.day;
  const title = changed.length === 0 ? `Nothing changed since ${whenText}` : `Changes since ${whenText}`;
  const sections = changed.map(({ url, since: day, lines }) =>
    [`## ${escapeMarkdown(url)}`, `Since ${day}:`, ...list(lines.map(escapeMarkdown))].join('\n\n'),
  );
  let rest = maxCharacters;
  const shown = sections.filter((text) => (rest -= text.length) > 0);
  const hidden = sections.length - shown.length;
  return `${[
    `# ${title}`,
    ...shown,
    ...(hidden > 0 ? [`${hidden} more towns changed; see \`index.html\`.`] : []),
    ...(changes.some(isNew) ? ['## New', ...list(changes.filter(isNew).map(({ url }) => code(url)))] : []),
    ...(same.length > 0 ? [`${same.length} ${same.length === 1 ? 'town' : 'towns'} without a change.`] : []),
  ].join('\n\n')}\n`;
}
