import { getDirective } from '@graphql-tools/utils';
import { readFileSync } from 'node:fs';
import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql';
import { findSpace, isSpaceVisible } from '../../server/resolvers/find-space.ts';
import type { Component, Kind, Records, User } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import type { Example } from '../admin/example-schemas.ts';
import { type ExampleTemplate, type Sender, exampleTable } from './example-table.ts';

interface Template extends ExampleTemplate {
  group: string;
  query: string;
  document: DocumentNode;
}

/** The records of a world that an example is about. */
interface Subject {
  component?: Component;
  record?: Records[Kind];
}

let templates: Template[] | undefined;
const templatesBySchema = new WeakMap<GraphQLSchema, Template[]>();

/** Returns every example for any world, with its document. */
export const readTemplates = (): Template[] =>
  (templates ??= Object.entries(exampleTable).flatMap(([group, rows]) =>
    rows.map((row) => {
      const file = new URL(`../../../fixtures/examples/${row.file}.graphql`, import.meta.url);
      const query = readFileSync(file, 'utf8').trimEnd();
      return { ...row, group, query, document: parse(query) };
    }),
  ));

/** Creates the examples that a schema has, for those that the records of a world can show. */
export function createExamples(store: Store, schema: GraphQLSchema): Example[] {
  let found = templatesBySchema.get(schema);
  if (!found) templatesBySchema.set(schema, (found = findTemplates(schema)));
  return found.flatMap((template) => createExample(template, store) ?? []);
}

function findTemplates(schema: GraphQLSchema): Template[] {
  // Where a mutation requires no role, there is no sign-in either.
  const hasSignIn = getDirective(schema, schema.getMutationType()!, 'auth') !== undefined;
  return readTemplates().filter(
    ({ document, sender }) => (hasSignIn || sender === undefined) && validate(schema, document).length === 0,
  );
}

/** Creates an example for a world; undefined if the world has no user or record that it needs. */
function createExample(template: Template, store: Store): Example | undefined {
  const { group, name, sender, query } = template;
  const subject = template.component ? findSubject(template, store) : {};
  if (!subject) return undefined;
  const user = sender && findSender[sender](store, subject);
  if (sender && !user) return undefined;
  return {
    group,
    name,
    user: user ? { id: user.id, name: user.name } : null,
    query,
    variables: createVariables(template, subject, store.organization.defaultLocale),
  };
}

/** The variables of a document, in its order: the component, the locale, those of the table; any other is the id of the record. */
function createVariables({ document, variables }: Template, { component, record }: Subject, locale: string) {
  const values: Record<string, unknown> = { componentId: String(component?.id), locale, ...variables?.(locale) };
  const [operation] = document.definitions as OperationDefinitionNode[];
  const names = operation!.variableDefinitions!.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? String(record?.id)]));
}

function findSubject(template: ExampleTemplate, store: Store): Subject | undefined {
  const { record: kind, suits = () => true } = template;
  for (const component of store.all('components').filter((each) => isUsable(each, template, store))) {
    if (!kind) return { component };
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

/** The first user of a role; those with a token or a key first. */
function findUser(store: Store, admin: boolean): User | undefined {
  const users = store.all('users').filter((user) => (user.admin ?? false) === admin);
  return users.find(({ token }) => token) ?? users.find(({ key }) => key) ?? users[0];
}

const findSender: Record<Sender, (store: Store, subject: Subject) => User | undefined> = {
  participant: (store) => findUser(store, false) ?? findUser(store, true),
  administrator: (store) => findUser(store, true),
  author: (store, { record }) => store.find('users', record && 'authorId' in record ? record.authorId : null),
};
