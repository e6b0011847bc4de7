import { type DocumentNode, Kind, visit } from 'graphql';
import type { AttributePath, SuiteDialect } from '../../contract/suite-dialect.ts';

/** Type names that differ from the contract's. */
const typeNames: Record<string, string> = {
  RegistrationTypeType: 'RegistrationTypeEnum',
  TypeOfMeeting: 'TypeOfMeetingEnum',
};

/** Attributes that carry the brand word. */
const attributeNames: Record<string, string> = { appAccountabilityStatusId: 'decidimAccountabilityStatusId' };

/** Attributes whose refusal is told by the name of the platform's form. */
const formNames: Record<string, AttributePath> = {
  internalState: ['state'],
  parent: ['parentId'],
  status: ['appAccountabilityStatusId'],
};

const localized = /^(title|description)([A-Z][a-z])$/;

function attributeOf(name: string): AttributePath {
  const [, field, locale] = localized.exec(name) ?? [];
  return field && locale ? [field, locale.toLowerCase()] : (formNames[name] ?? [name]);
}

// The contract takes the organization's default locale where none is said; here one must be said.
const defaultLocale = 'en';

function inWords(document: DocumentNode): DocumentNode {
  return visit(document, {
    NamedType: (node) => {
      const value = typeNames[node.name.value];
      return value ? { ...node, name: { ...node.name, value } } : undefined;
    },
    ObjectField: (node) => {
      const value = attributeNames[node.name.value];
      return value ? { ...node, name: { ...node.name, value } } : undefined;
    },
    Field: (node) => {
      if (node.name.value !== 'translation' || node.arguments?.length) return undefined;
      const locale = { kind: Kind.STRING, value: defaultLocale } as const;
      return {
        ...node,
        arguments: [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'locale' }, value: locale } as const],
      };
    },
  });
}

function branded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(branded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [attributeNames[name] ?? name, branded(each)]));
}

/** Decidim 0.32, as a deployment that is spoken to. */
export const decidimSuiteDialect: SuiteDialect = {
  name: 'decidim-0.32',
  missingOperations: { 'AccountabilityMutation.createResult': 'The API of this version has no mutations of results.' },
  undo: {
    withdrawMeeting: {
      mutation: `mutation($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on MeetingsMutation {
        meeting(id: $id) { withdraw(input: {}) { id } } } } }`,
      query: `query($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on Meetings {
        meeting(id: $id) { withdrawn } } } }`,
      expected: { component: { meeting: { withdrawn: true } } },
    },
    unansweredState: 'not_answered',
  },
  translator: {
    translateDocument: inWords,
    translateVariables: (variables) => branded(variables) as Record<string, unknown>,
    parseRefusedAttributes: ({ message }) =>
      Array.isArray(message)
        ? (message as { path: string[] }[]).map(({ path }) => [...attributeOf(path[1] ?? ''), ...path.slice(2)])
        : [],
  },
};
