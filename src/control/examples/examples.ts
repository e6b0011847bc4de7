import { type GraphQLSchema, parse, validate } from 'graphql';
import { getDirective } from '@graphql-tools/utils';
import { findSpace, isSpaceVisible } from '../../server/resolvers/find-space.ts';
import type { Component, User } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { changes } from './changes.ts';
import { componentReads } from './component-reads.ts';
import type { Example, ExampleTemplate, Sender, Subject } from './example.ts';
import { recordReads } from './record-reads.ts';
import { worldReads } from './world-reads.ts';

const templatesBySchema = new WeakMap<GraphQLSchema, ExampleTemplate[]>();

/** Creates the examples that a schema has, for those that the records of a world can show. */
export function createExamples(store: Store, schema: GraphQLSchema): Example[] {
  let templates = templatesBySchema.get(schema);
  if (!templates) templatesBySchema.set(schema, (templates = findTemplates(schema)));
  return templates.flatMap((template) => createExample(template, store) ?? []);
}

function findTemplates(schema: GraphQLSchema): ExampleTemplate[] {
  // Where a mutation requires no role, there is no sign-in either.
  const hasSignIn = getDirective(schema, schema.getMutationType()!, 'auth') !== undefined;
  return [...changes, ...worldReads, ...componentReads, ...recordReads].filter(
    ({ query, sender = 'nobody' }) => (hasSignIn || sender === 'nobody') && validate(schema, parse(query)).length === 0,
  );
}

/** Creates an example for a world; undefined if the world has no user or record that it needs. */
export function createExample(template: ExampleTemplate, store: Store): Example | undefined {
  const { group, name, sender = 'nobody', query, variables = () => ({}) } = template;
  const subject = template.component ? findSubject(template, store) : ({} as Subject);
  if (!subject) return undefined;
  const user = findSender[sender](store, subject.record as Authored | undefined);
  if (!user && sender !== 'nobody') return undefined;
  return {
    group,
    name,
    user: user ? { id: user.id, name: user.name } : null,
    query,
    variables: variables({ ...subject, store, locale: store.organization.defaultLocale }),
  };
}

function findSubject(template: ExampleTemplate, store: Store): Pick<Subject, 'component' | 'record'> | undefined {
  const { record: kind, suits = () => true } = template;
  for (const component of store.all('components').filter((each) => isUsable(each, template, store))) {
    if (!kind) return { component, record: undefined };
    const record = store.where(kind, 'shownIn', component.id).find((each) => isPlain(kind, each, store) && suits(each));
    if (record) return { component, record };
  }
  return undefined;
}

const isUsable = (component: Component, { component: kind, setting }: ExampleTemplate, store: Store): boolean =>
  component.kind === kind &&
  component.publishedAt !== null &&
  isSpaceVisible(findSpace(component, store), null) &&
  (!setting || component.settings[setting] === true);

/** Whether a record is neither withdrawn nor hidden by moderators. */
const isPlain = (kind: string, record: { id: number; withdrawnAt?: string | null }, store: Store): boolean =>
  (record.withdrawnAt ?? null) === null &&
  store.where('moderations', 'reportable', `${kind}/${record.id}`).every(({ hiddenAt }) => hiddenAt === null);

interface Authored {
  authorId?: number | null;
}

/** The first user of a role; those with a token or a key first. */
function findUser(store: Store, admin: boolean): User | undefined {
  const users = store.all('users').filter((user) => (user.admin ?? false) === admin);
  return users.find(({ token }) => token) ?? users.find(({ key }) => key) ?? users[0];
}

const findSender: Record<Sender, (store: Store, record: Authored | undefined) => User | undefined> = {
  nobody: () => undefined,
  participant: (store) => findUser(store, false) ?? findUser(store, true),
  administrator: (store) => findUser(store, true),
  author: (store, record) => store.find('users', record?.authorId ?? null),
};
