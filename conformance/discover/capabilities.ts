import { truncate } from '../../src/client/format-text.ts';
import { textOf, valueAt } from '../../src/client/json-value.ts';
import { ask } from '../../src/client/query-target.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import type { Target } from '../../src/client/target.ts';
import { introspect } from './ask-schema.ts';
import { type ObservedLimits, askedPageSize, findLimits } from './limits.ts';
import { findModules } from './modules.ts';
import { findMutations } from './mutations.ts';
import type { FoundSpace } from './spaces.ts';

/** What a deployment can do, as far as it shows. All texts come from the deployment and are bounded. */
export interface Capabilities {
  /** The dialect, or the releases that it is between. */
  release: string;
  /** The version that the API says; empty if it says none. */
  version: string;
  /** What shows the release. */
  evidence: string[];
  /** Who may read the schema: everybody, only administrators, or nobody who was asked. */
  introspection: 'open' | 'administrators' | 'closed';
  /** The known mutations that it has, by coordinate; null if its responses do not show them. */
  mutations: string[] | null;
  limits: ObservedLimits;
  /** What no release has: modules, types, fields and kinds of components. */
  modules: string[];
  /** The locales, the default one first if it is known. */
  locales: string[];
  /** How many spaces and components everybody sees, by kind. */
  spaces: Record<string, number>;
  components: Record<string, number>;
  /** What its responses did not show. */
  notShown: string[];
}

/** What is known of a deployment before it is asked for the rest. */
export interface KnownParts {
  release: { name: string; evidence: string[] };
  /** What everybody sees. */
  spaces: FoundSpace[];
  locales: TargetFile['locales'];
}

/** How many names of a kind a deployment may fill a record with, and how long each may be. */
const maxNames = 200;
const maxLength = 120;
const bounded = (names: string[]): string[] => names.slice(0, maxNames).map((name) => truncate(name, maxLength));

const countBy = (names: string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const name of bounded([...new Set(names)]))
    counts.set(name, names.filter((each) => truncate(each, maxLength) === name).length);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
};

/** Finds what a deployment can do. Sends no mutation, and no token unless the target has that of an administrator. */
export async function capabilitiesOf(target: Target, { release, spaces, locales }: KnownParts): Promise<Capabilities> {
  const openTypes = await introspect(target, 'anonymous');
  const isAdministrator = openTypes === undefined && target.missingCredentials('admin') === undefined;
  const types = openTypes ?? (isAdministrator ? await introspect(target, 'admin') : undefined);
  const version =
    target.dialect.family === 'decidim'
      ? textOf(valueAt(await ask(target, 'anonymous', '{ decidim { version } }'), ['decidim', 'version']))
      : '';
  const mutations = await findMutations(target, types);
  const modules = await findModules(target, types, spaces);
  const limits = await findLimits(target, spaces);
  return {
    release: release.name,
    version: truncate(version, maxLength),
    evidence: release.evidence.map((line) => truncate(line, 1000)),
    introspection: openTypes ? 'open' : types ? 'administrators' : 'closed',
    mutations: mutations ?? null,
    limits,
    modules: bounded(modules),
    locales: bounded(locales ? [locales.default, ...(locales.others ?? [])] : []),
    spaces: countBy(spaces.map(({ type }) => type)),
    components: countBy(spaces.flatMap(({ components }) => components.map(({ type }) => type))),
    notShown: [
      ...(version ? [] : ['the exact version: the API does not say it']),
      ...(types ? [] : ['types and fields of modules, except for some known ones: introspection is closed']),
      ...(mutations ? [] : ['mutations: its responses do not say which types it knows']),
      ...(limits.depth === undefined ? ['the limits of depth and complexity'] : []),
      ...(limits.pageSize === undefined
        ? [`the longest page: no list of proposals that was asked for ${askedPageSize} was cut`]
        : []),
      ...(locales ? [] : ['languages: no text has a translation']),
    ],
  };
}

const words: Record<Capabilities['introspection'], string> = {
  open: 'open to everybody',
  administrators: 'open to administrators',
  closed: 'closed to anonymous clients',
};

const limitTexts: Record<keyof ObservedLimits, (limit: number | true) => string> = {
  depth: (limit) => `depth ${limit}`,
  complexity: (limit) => `complexity ${limit}`,
  aliases: (limit) => `${limit} aliases`,
  recursion: () => 'fields nested in themselves',
  pageSize: (limit) => `${limit} records a page`,
};

const countText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** The limits, each in a few words. */
const limitLines = (limits: ObservedLimits): string[] =>
  Object.entries(limits).map(([name, limit]) => limitTexts[name as keyof ObservedLimits]?.(limit) ?? '');

/** The capabilities in words, by what they are about. */
export const describeCapabilities = (capabilities: Capabilities): [about: string, text: string][] => {
  const { release, version, introspection, mutations, limits, modules, locales } = capabilities;
  return [
    ['release', version ? `${release}; the API says ${version}` : release],
    ['introspection', words[introspection]],
    ['mutations', mutations ? mutations.join(', ') || 'none' : 'not shown'],
    ['limits', limitLines(limits).join(', ') || 'not shown'],
    ['modules', modules.join(', ') || 'none that shows'],
    ['languages', locales.join(', ') || 'not shown'],
    ['spaces', countText(capabilities.spaces) || 'none'],
    ['components', countText(capabilities.components) || 'none'],
  ];
};
