import { textOf } from '../../src/client/json-value.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { objectsAt } from '../../src/client/query-target.ts';
import type { ImportContext } from './import-context.ts';
import type { ComponentToRead } from './component-query.ts';
import { publishedOnes, readComponent, readSettings } from './read-component-list.ts';
import { ComponentReader } from './read-component.ts';
import { type Selection, field, select, without } from './selection.ts';
import { type FoundSpace, processGroup, spaceReadings } from './space-readings.ts';
import { textsSelection } from './target-schema.ts';
import { type Node, idOf, nodeAt, nodesAt, present } from './values.ts';

/** Reads the spaces, their components, and the records of those. */
export async function readSpaces(context: ImportContext): Promise<void> {
  const { reader, world, plan, finish } = context;
  const groups = await reader.readParts(processGroup.selection, (part) => field('participatoryProcessGroups', part));
  const root = { value: groups.data, path: '', errors: groups.errors };
  for (const each of present(nodesAt(root, 'participatoryProcessGroups'))) processGroup.read(each, world);
  const found = await findSpaces(context);
  plan(...found.map(nameOfSpace));
  const components: ComponentToRead[] = [];
  for (const space of found) {
    const ofSpace = await readSpace(context, space);
    components.push(...ofSpace);
    plan(...ofSpace.map(nameOfComponent));
    finish(nameOfSpace(space));
  }
  const componentReader = new ComponentReader(context);
  for (const component of components) {
    await componentReader.read(component);
    finish(nameOfComponent(component));
  }
}

const nameOfSpace = ({ kind, id, slug }: FoundSpace): string => `${kind}/${id} (${slug})`;
const nameOfComponent = ({ id, many }: ComponentToRead): string => `component ${id} (${many})`;

/** The spaces that are asked for; a CommandError names one that the deployment does not show. */
async function findSpaces({ reader, spaces }: ImportContext): Promise<FoundSpace[]> {
  const all: FoundSpace[] = [];
  for (const reading of spaceReadings) {
    const { data } = await reader.readParts(select(reading.type, 'id', 'slug'), (part) => field(reading.many, part));
    for (const each of objectsAt(data, [reading.many])) {
      const id = idOf(each);
      if (id !== undefined) all.push({ ...reading, id, slug: textOf(each['slug']) || `${reading.kind}-${id}` });
    }
  }
  const unknown = spaces.filter((slug) => !all.some((each) => each.slug === slug));
  if (unknown.length > 0)
    throw new CommandError(
      `the deployment shows no space ${unknown.join(', ')}; its spaces are ${all.map(({ slug }) => slug).join(', ') || 'none'}`,
      exitCodes.usage,
    );
  return spaces.length === 0 ? all : all.filter(({ slug }) => spaces.includes(slug));
}

const componentSelection = select(
  'ComponentInterface',
  '__typename',
  'id',
  field('name', textsSelection),
  'weight',
  'visible',
  'createdAt',
  'updatedAt',
  'url',
);

async function readSpace(context: ImportContext, space: FoundSpace): Promise<ComponentToRead[]> {
  const { reader, world } = context;
  const { one, type, id, slug, reading, idField } = space;
  const args = `id: "${id}"`;
  const node = await readSpaceNode(context, space, reading.selection);
  if (!node || !reading.read(node, world, { id, slug, ...(node.isDraft && { publishedAt: null }) })) {
    reader.report(`${nameOfSpace(space)} cannot be read`);
    return [];
  }
  const listed = await reader.readParts(componentSelection, (part) =>
    field(one, select(type, 'id', field('components', part)), args),
  );
  const parent = nodeAt({ value: listed.data, path: '', errors: listed.errors }, one);
  const nodes = parent ? nodesAt(parent, 'components') : [];
  const hidden = nodes.filter((each) => !each).length;
  if (hidden > 0) reader.report(`${hidden} components of ${nameOfSpace(space)} are only for its members`);
  const components = present(nodes).flatMap(({ value }) => readComponent(context, { [idField]: id }, value));
  await readSettings(context, space);
  return await publishedOnes(context, components);
}

/** Reads the fields of a space. One that is not published, which administrators see, has an error at the time of publication. */
async function readSpaceNode(
  context: ImportContext,
  space: FoundSpace,
  selection: Selection,
  isDraft = false,
): Promise<(Node & { isDraft: boolean }) | undefined> {
  const { one, id } = space;
  const { data, errors } = await context.reader.readParts(selection, (part) => field(one, part, `id: "${id}"`));
  const node = nodeAt({ value: data, path: '', errors }, one);
  // The path of a root field has no parent.
  if (node) return { ...node, path: one, isDraft };
  const left = !isDraft && errors.has(`${one}.publishedAt`) ? without(selection, ['publishedAt']) : undefined;
  return left && readSpaceNode(context, space, left, true);
}
