import { objectsAt } from '../../src/client/query-target.ts';
import { textOf, valueAt } from '../../src/client/json-value.ts';
import type { ImportContext } from './import-context.ts';
import { readingOf } from './record-reading.ts';
import { type Field, field, select } from './selection.ts';
import { textsSelection } from './target-schema.ts';
import { type Node, idIn, idOf, nodesAt, present, reference, textsOf, user } from './values.ts';
import type { RecordReading } from './record-reading.ts';

const taxonomyFields: (Field | string)[] = ['id', field('name', textsSelection)];
const taxonomies = select(
  'Taxonomy',
  ...taxonomyFields,
  field(
    'children',
    select('Taxonomy', ...taxonomyFields, field('children', select('Taxonomy', ...taxonomyFields, 'childrenCount'))),
  ),
);

/** Reads the organization and its taxonomies. */
export async function readOrganization({ reader, world }: ImportContext): Promise<void> {
  const { data } = await reader.readParts(
    select('Organization', field('name', textsSelection), field('taxonomies', taxonomies)),
    (part) => field('organization', part),
  );
  world.organizationName = textsOf(valueAt(data, ['organization', 'name']), world.locale);
  const visit = (nodes: Record<string, unknown>[], parentId: number | null): void => {
    for (const [weight, node] of nodes.entries()) {
      const id = idOf(node);
      if (id === undefined) continue;
      if (world.find('taxonomies', id) && parentId === null) continue;
      world.put('taxonomies', { id, name: textsOf(node['name'], world.locale) ?? {}, parentId, weight });
      visit(objectsAt(node, ['children']), id);
      if (!Array.isArray(node['children']) && Number(textOf(node['childrenCount'])) > 0)
        reader.report(`the taxonomies below taxonomy ${id}: they are deeper than a query may ask`);
    }
  };
  visit(objectsAt(data, ['organization', 'taxonomies']), null);
}

const topic = readingOf('staticPageTopics', 'StaticPageTopic', { weight: null });
const staticPage = readingOf('staticPages', 'StaticPage', {
  weight: null,
  topicId: reference('topic', 'StaticPageTopic'),
  slug: {
    fields: [{ name: 'url' }],
    read: ({ value }) => /\/pages\/([^/?#]+)/.exec(textOf(value['url']))?.[1] ?? `page-${idOf(value)}`,
  },
});

/** Reads a list of the query type. `known` gets the position of each record. */
async function readList(
  { reader, world }: ImportContext,
  name: string,
  reading: RecordReading,
  known: (index: number, node: Node) => Record<string, unknown> = () => ({}),
): Promise<Node[]> {
  const { data, errors } = await reader.readParts(reading.selection, (part) => field(name, part));
  const nodes = nodesAt({ value: data, path: '', errors }, name).map(
    (node) => node && { ...node, path: node.path.slice(1) },
  );
  for (const [index, node] of nodes.entries()) if (node) reading.read(node, world, known(index, node));
  return present(nodes);
}

/** Reads the pages of the organization, and the users whom its moderators have blocked. */
export async function readPagesAndBlockedUsers(context: ImportContext): Promise<void> {
  const { world } = context;
  await readList(context, 'staticPageTopics', topic, (weight) => ({ weight }));
  await readList(context, 'staticPages', staticPage, (weight) => ({ weight }));
  const blocked = await readList(context, 'moderatedUsers', userModeration, (_, { value }) => ({
    userId: idIn(value['userId']),
  }));
  for (const { value } of blocked) {
    const userId = idIn(value['userId']);
    if (userId !== undefined) world.blockedUsers.set(userId, { about: value['about'] });
    else
      context.reader.report(
        `a user whom the moderators have blocked: the userId is ${JSON.stringify(value['userId'])}`,
      );
  }
}

const userReport = readingOf('userReports', 'ReportableUser', { userModerationId: null });
const userModeration = readingOf(
  'userModerations',
  'UserModeration',
  { userId: null, blockingUserId: user('blockingUser') },
  [
    {
      fields: [field('reports', userReport.selection), { name: 'userId' }, { name: 'about' }],
      read(node, { id }, inWorld) {
        for (const each of present(nodesAt(node, 'reports'))) userReport.read(each, inWorld, { userModerationId: id });
      },
    },
  ],
);
