import { ask, idOf, objectsAt } from '../src/client/query-target.ts';
import { readComponentType, readProcesses } from './discover/spaces.ts';
import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import type { Target } from '../src/client/target.ts';
import { formatValue, truncate } from '../src/client/format-text.ts';
import { targetNames } from './target-names.ts';

type Check = (target: Target, value: string) => Promise<string | undefined>;

/** Checks that a record is in the component of another name. */
const recordOf =
  (componentName: string, type: string, field: string, condition?: [member: string, value: boolean]): Check =>
  async (target, record) => {
    const component = target.placeholders[componentName];
    if (component === undefined) return `is a ${field} of ${componentName}, which has no value`;
    const selection = `{ component(id: $component) { ... on ${type} { ${field}(id: $record) { id ${condition?.[0] ?? ''} } } } }`;
    const data = await ask(target, 'anonymous', selection, { component: String(component), record });
    const found = valueAt(data, ['component', field]);
    if (!isJsonObject(found)) return `is no ${field} that everybody sees in component ${String(component)}`;
    if (!condition || found[condition[0]] === condition[1]) return undefined;
    return `is a ${field} that is ${condition[1] ? 'not ' : ''}${condition[0]}`;
  };

/** Checks that nobody without a role sees a component. */
const hidden: Check = async (target, id) =>
  (await readComponentType(target, 'anonymous', id)) === undefined ? undefined : `is a component that everybody sees`;

const taxonomy =
  (depths: number[]): Check =>
  async (target, id) => {
    const data = await ask(
      target,
      'anonymous',
      '{ organization { taxonomies { id children { id children { id } } } } }',
    );
    let level = objectsAt(data, ['organization', 'taxonomies']);
    for (let depth = 1; depth <= 3; depth += 1) {
      if (level.some((each) => idOf(each) === id))
        return depths.includes(depth) ? undefined : `is a taxonomy at depth ${depth}, not ${depths.join(' or ')}`;
      level = level.flatMap((each) => objectsAt(each, ['children']));
    }
    return 'is no taxonomy of the organization';
  };

const processSlug: Check = async (target, slug) =>
  (await readProcesses(target, 'anonymous')).some((each) => each.slug === slug)
    ? undefined
    : 'is the slug of no process that everybody sees';

const checks: Record<string, Check> = {
  process: processSlug,
  proposal: recordOf('proposals', 'Proposals', 'proposal'),
  otherProposal: recordOf('proposals', 'Proposals', 'proposal'),
  proposalWithCosts: recordOf('proposalsWithCosts', 'Proposals', 'proposal'),
  proposalOff: recordOf('proposalsOff', 'Proposals', 'proposal'),
  proposalHidden: recordOf('proposalsHidden', 'Proposals', 'proposal'),
  meeting: recordOf('meetings', 'Meetings', 'meeting', ['closed', false]),
  closedMeeting: recordOf('meetings', 'Meetings', 'meeting', ['closed', true]),
  result: recordOf('accountability', 'Accountability', 'result'),
  childResult: recordOf('accountability', 'Accountability', 'result'),
  unpublished: hidden,
  restricted: hidden,
  unknownId: async (target, id) =>
    (await readComponentType(target, 'anonymous', id)) === undefined ? undefined : 'is the id of a component',
  rootTaxonomy: taxonomy([1]),
  taxonomy: taxonomy([2, 3]),
  parentTaxonomy: taxonomy([2]),
  childTaxonomy: taxonomy([2, 3]),
};

const component =
  (type: string): Check =>
  async (target, id) => {
    const actual = await readComponentType(target, 'anonymous', id);
    if (actual === type) return undefined;
    if (actual === undefined) return 'is no component that everybody sees';
    return `is a component of the type ${typeof actual === 'string' ? truncate(actual, 100) : formatValue(actual, 100)}, not ${type}`;
  };

/** What is wrong with the values of some names in a target file: records that do not exist, or are of another kind. */
export async function findNameProblems(target: Target, names: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const name of Object.keys(targetNames)) {
    const value = target.placeholders[name];
    const type = targetNames[name]!.componentType;
    const check = type === undefined ? checks[name] : component(type);
    if (value === undefined || !names.has(name) || !check) continue;
    const problem = await check(target, String(value));
    if (problem !== undefined) problems.push(`${name}: ${String(value)} ${problem}`);
  }
  return problems;
}
