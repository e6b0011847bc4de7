import { limitLines } from '../discover/capabilities.ts';
import type { History, TownReport } from './report.ts';

/** What changed in a town from one report to a later one, in words; `since` is the day of the earlier one. */
export interface TownChanges {
  url: string;
  /** Undefined if the town has no earlier report. */
  since: string | undefined;
  lines: string[];
}

/** What is compared of two reports: lists of texts by what they are about. */
type Facts = Map<string, string[]>;

function factsOf({ capabilities, clients }: TownReport): Facts {
  const facts: Facts = new Map();
  for (const { name, text } of clients) facts.set(name, [text]);
  if (!capabilities) return facts;
  const { release, version, introspection, mutations, limits, modules, locales } = capabilities;
  for (const [about, texts] of [
    ['release', [release]],
    ['version', version ? [version] : []],
    ['introspection', [introspection]],
    ['mutations', mutations ?? []],
    ['limits', limitLines(limits)],
    ['modules', modules],
    ['languages', locales],
  ] as const)
    facts.set(about, [...texts]);
  for (const counts of [capabilities.spaces, capabilities.components])
    for (const [kind, count] of Object.entries(counts)) facts.set(`${kind} that are visible`, [String(count)]);
  return facts;
}

/** How one fact changed; undefined if it did not. */
function changeText(about: string, before: string[], after: string[]): string | undefined {
  const gone = before.filter((each) => !after.includes(each));
  const added = after.filter((each) => !before.includes(each));
  if (gone.length + added.length === 0) return undefined;
  if (before.length < 2 && after.length < 2) return `${about}: ${before[0] ?? 'none'} → ${after[0] ?? 'none'}`;
  const parts = [
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`gone: ${gone.join(', ')}`] : []),
  ];
  return `${about}: ${parts.join('; ')}`;
}

/** What a report is compared with: the last report before it, or the last one until a day. */
export type Since = 'last' | { day: string };

/** What changed in a town since an earlier report. Capabilities are compared with the last visit that read all of them. */
export function changesOf(history: History, since: Since): TownChanges {
  const latest = history.at(-1)!;
  const earlier = history.slice(0, -1).filter(({ day }) => since === 'last' || day <= since.day);
  const previous = earlier.at(-1);
  const { url } = latest;
  if (!previous) return { url, since: undefined, lines: [] };
  const lines =
    previous.outcome === latest.outcome ? [] : [`${previous.outcome} → ${latest.outcome}: ${latest.sentence}`];
  const compared = earlier.findLast(({ outcome }) => outcome === 'read');
  if (latest.outcome !== 'read' || !compared) return { url, since: previous.day, lines };
  const [before, after] = [factsOf(compared), factsOf(latest)];
  for (const about of new Set([...before.keys(), ...after.keys()])) {
    // Without a verdict of a client, it was not asked for.
    const isAsked = [compared, latest].every(({ clients }) => clients.some(({ name }) => name === about));
    const isClient = [compared, latest].some(({ clients }) => clients.some(({ name }) => name === about));
    if (isClient && !isAsked) continue;
    const text = changeText(about, before.get(about) ?? [], after.get(about) ?? []);
    if (text !== undefined) lines.push(text);
  }
  return { url, since: previous.day, lines };
}
