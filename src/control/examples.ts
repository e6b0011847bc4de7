import { getDirective } from '../graphql/tools.ts';
import { readFileSync } from 'node:fs';
import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql';
import { findSpace, isPublic } from '../resources/find-space.ts';
import type { Component, Kind, Records, User } from '../records/records.ts';
import type { Store } from '../store/store.ts';
import { type Static, anyObject, object, orNull, recordId, string } from './api/schema.ts';

export const exampleSchema = object({
  group: { ...string, description: 'the heading under which lists of examples show it' },
  name: string,
  user: {
    ...orNull(object({ id: recordId, name: string })),
    description: 'who can send it; null if nobody has to be signed in',
  },
  query: string,
  variables: anyObject,
});

/** A GraphQL request that fits the records of a world. */
export type Example = Static<typeof exampleSchema>;

/** Who has to be signed in. */
type Sender = 'participant' | 'administrator' | 'author';

/** An example for any world, as `fixtures/examples/table.json` has it: what its document needs, and the values of its variables. */
interface ExampleRow {
  name: string;
  /** By default, nobody. */
  sender?: Sender;
  /** A component of this kind, with this setting on if one is named. */
  component?: Component['kind'];
  setting?: keyof Component['settings'];
  /** A record of this kind that the component shows. */
  record?: Kind;
  /** Which members of the record must be null, or must not; by default, it is the first record. */
  isNull?: Record<string, boolean>;
  /** The variables of the document that name neither the component, nor the record, nor the locale; `{locale}` is that of the world. */
  variables?: Record<string, unknown>;
}

interface Template extends ExampleRow {
  group: string;
  /** The document is `fixtures/examples/<file>.graphql`. */
  file: string;
  query: string;
  document: DocumentNode;
}

/** The records of a world that an example is about. */
interface Subject {
  component?: Component;
  record?: Records[Kind];
}

let templates: Template[] | undefined;

const readExampleFile = (name: string): string =>
  readFileSync(new URL(`../../fixtures/examples/${name}`, import.meta.url), 'utf8').trimEnd();

/** Returns every example for any world, with its document, in the order of lists. */
export function readTemplates(): Template[] {
  if (templates) return templates;
  const table = JSON.parse(readExampleFile('table.json')) as Record<string, Record<string, ExampleRow>>;
  templates = Object.entries(table).flatMap(([group, rows]) =>
    Object.entries(rows).map(([file, row]) => {
      const query = readExampleFile(`${file}.graphql`);
      return { ...row, group, file, query, document: parse(query) };
    }),
  );
  return templates;
}

/** Creates the examples that a schema has, for those that the records of a world can show. */
export function createExamples(store: Store, schema: GraphQLSchema): Example[] {
  // Where a mutation requires no role, there is no sign-in either.
  const hasSignIn = getDirective(schema, schema.getMutationType()!, 'auth') !== undefined;
  return readTemplates()
    .filter(({ document, sender }) => (hasSignIn || sender === undefined) && validate(schema, document).length === 0)
    .flatMap((template) => createExample(template, store) ?? []);
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
  const values: Record<string, unknown> = {
    componentId: String(component?.id),
    locale,
    ...(variables && (JSON.parse(JSON.stringify(variables).replaceAll('{locale}', locale)) as object)),
  };
  const [operation] = document.definitions as OperationDefinitionNode[];
  const names = operation!.variableDefinitions!.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? String(record?.id)]));
}

function findSubject(template: ExampleRow, store: Store): Subject | undefined {
  const { record: kind, isNull = {} } = template;
  const suits = (each: object) =>
    Object.entries(isNull).every(([name, expected]) => ((each as Record<string, unknown>)[name] === null) === expected);
  for (const component of store.all('components').filter((each) => isUsable(each, template, store))) {
    if (!kind) return { component };
    const record = store.where(kind, 'shownIn', component.id).find((each) => isPlain(kind, each, store) && suits(each));
    if (record) return { component, record };
  }
  return undefined;
}

const isUsable = (component: Component, { component: kind, setting }: ExampleRow, store: Store): boolean =>
  component.kind === kind &&
  component.publishedAt !== null &&
  isPublic(findSpace(component, store)) &&
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
