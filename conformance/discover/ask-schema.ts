import { graphqlRequest } from '../../src/client/http-message.ts';
import { textOf, valueAt } from '../../src/client/json-value.ts';
import { ask, objectsAt, preflightName } from '../../src/client/query-target.ts';
import type { Actor } from '../../src/client/actor.ts';
import type { Target } from '../../src/client/target.ts';
import { CommandError } from '../../src/errors.ts';

/** The names of types, each with those of its fields. */
export type TypeNames = Map<string, Set<string>>;

/** The types that introspection shows to an actor; undefined if it shows none. */
export async function introspect(target: Target, actor: Actor): Promise<TypeNames | undefined> {
  const selection = '{ __schema { types { name fields(includeDeprecated: true) { name } } } }';
  const data = await ask(target, actor, selection).catch((error: unknown) => {
    // A release without sign-in refuses every credential.
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  const types = objectsAt(data, ['__schema', 'types']);
  if (types.length === 0) return undefined;
  return new Map(
    types.map((type) => [
      textOf(type['name']),
      new Set(objectsAt(type, ['fields']).map((field) => textOf(field['name']))),
    ]),
  );
}

/** What validation says about a document: the errors as one text, in which single quotes stand for double ones. */
export interface ValidationErrors {
  text: string;
  /** Whether it says that a type does not have a field, in the words of graphql-ruby or graphql-js. */
  lacksField(typeName: string, field: string): boolean;
  /** Whether it knows a type that cannot be spread where the document has it. */
  knowsType(typeName: string): boolean;
  /** Whether it does not know a type, which the platform refuses like introspection. */
  lacksType(typeName: string): boolean;
}

/**
 * Sends a document without a token that is refused, or whose root fields are all skipped, so that nothing is executed. Undefined if the response does
 * not show what validation says.
 */
export async function validate(target: Target, selection: string): Promise<ValidationErrors | undefined> {
  const response = await target.send(graphqlRequest(`query ${preflightName} { ${selection} }`, {}, {}));
  if (response.status !== 200) return undefined;
  const errors = valueAt(response.json, ['errors']);
  if (errors !== undefined && !Array.isArray(errors)) return undefined;
  const text = errors === undefined ? '' : JSON.stringify(errors).replaceAll(String.raw`\"`, "'");
  return {
    text,
    lacksField: (typeName, field) =>
      text.includes(`Field '${field}' doesn't exist on type '${typeName}'`) ||
      text.includes(`Cannot query field '${field}' on type '${typeName}'`),
    knowsType: (typeName) =>
      text.includes(`Fragment on ${typeName} can't be spread`) || text.includes(`can never be of type '${typeName}'`),
    lacksType: (typeName) =>
      text.includes('INTROSPECTION_DISABLED_ERROR') ||
      text.includes(`No such type ${typeName}`) ||
      text.includes(`Unknown type '${typeName}'`),
  };
}
