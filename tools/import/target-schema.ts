import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { guessDialect } from '../../conformance/discover/dialect.ts';
import { textOf, valueAt } from '../../src/client/json-value.ts';
import { objectsAt } from '../../src/client/query-target.ts';
import { defaultDecidimDialect, suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { limits } from './limits.ts';
import { type Field, type Selection, field, select } from './selection.ts';
import type { Source } from './source.ts';

/** How a field has to be read: not at all, without a selection, or as a text in several locales. */
type Form = 'absent' | 'scalar' | 'texts';

/** An error of a GraphQL response. */
export interface ResponseError {
  message: string;
  /** Where in the data it is, joined with dots; undefined for an error of the whole request. */
  path: string | undefined;
}

/** The selection of a text in several locales. */
export const textsSelection = select(
  'TranslatedField',
  field('translations', select('LocalizedString', 'locale', 'text')),
);

const introspectionQuery = getIntrospectionQuery({ descriptions: false }).replace(
  /^\s*query \w+/,
  'query plenumImport',
);

/** Reads the schema of a deployment by introspection, or else takes that of the release that the deployment answers like. */
export async function findTargetSchema(source: Source): Promise<TargetSchema> {
  const { json } = await source.send(introspectionQuery);
  const own = schemaFrom(valueAt(json, ['data']));
  if (own) return new TargetSchema(own, 'its own, by introspection');
  const { target } = source.options;
  const guess = await guessDialect({ ...target, send: (request) => source.request(request) }, await target.readRoot());
  // The oldest release that fits has the fewest fields that another one lacks.
  const release = Object.values(suiteDialects).find((each) => each.readSchema && guess.fits(each));
  const { name, readSchema } = release ?? suiteDialectByName(defaultDecidimDialect);
  return new TargetSchema(
    readSchema!(),
    `that of ${name}${release ? '' : ', because the deployment does not show its release'}`,
  );
}

/** The schema in a response to an introspection, which may be hostile; undefined if it is none. */
function schemaFrom(data: unknown): GraphQLSchema | undefined {
  try {
    const schema = buildClientSchema(data as IntrospectionQuery);
    return validateSchema(schema).length === 0 ? schema : undefined;
  } catch {
    return undefined;
  }
}

const isFragment = ({ name }: Field): boolean => name.startsWith('... on ');
const coordinate = (owner: string, { alias, name }: Field): string => `${owner}.${alias ? `${alias}:` : ''}${name}`;

/** What can be read of a deployment: what its schema has, without the fields that it refused. */
export class TargetSchema {
  readonly #absent = new Set<string>();

  constructor(
    readonly schema: GraphQLSchema,
    /** Where the schema comes from, in words. */
    readonly origin: string,
  ) {}

  /** The fields that were asked for and are not there, by coordinate. */
  get absent(): string[] {
    return [...this.#absent];
  }

  /** The selection as the schema allows it; undefined if nothing of it is there. `actual` is the type that has the fields. */
  prune(
    { type, fields }: Selection,
    actual: GraphQLNamedType | null | undefined = this.schema.getQueryType(),
  ): Selection | undefined {
    const left = fields.flatMap((each): Field[] => {
      const form = this.#formOf(type, actual, each);
      if (form === 'absent') {
        this.forget(type, each);
        return [];
      }
      if (form === 'scalar') return [{ ...each, of: undefined }];
      if (form === 'texts') return [{ ...each, of: textsSelection }];
      if (!each.of) return [each];
      const of = this.prune(
        each.of,
        isFragment(each) ? this.schema.getType(each.of.type) : getNamedType(fieldOf(actual, each.name)!.type),
      );
      return of ? [{ ...each, of }] : [];
    });
    return left.length > 0 ? { type, fields: left } : undefined;
  }

  /** Remembers that a field cannot be read. */
  forget(owner: string, refused: Field): void {
    this.#absent.add(coordinate(owner, refused));
  }

  #formOf(owner: string, actual: GraphQLNamedType | null | undefined, each: Field): Form | undefined {
    if (this.#absent.has(coordinate(owner, each))) return 'absent';
    if (each.name === '__typename') return undefined;
    if (isFragment(each)) return this.schema.getType(each.of!.type) ? undefined : 'absent';
    const found = fieldOf(actual, each.name);
    if (!found || argumentNames(each).some((name) => !found.args.some((argument) => argument.name === name)))
      return 'absent';
    const type = getNamedType(found.type);
    if (each.of) return isLeafType(type) ? 'scalar' : undefined;
    if (isLeafType(type)) return undefined;
    return type.name === 'TranslatedField' ? 'texts' : 'absent';
  }
}

const fieldOf = (
  type: GraphQLNamedType | null | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;

const argumentNames = ({ args = '' }: Field): string[] =>
  [...args.matchAll(/(?<=^|, )(\w+): /g)].map(([, name]) => name!);

/** The errors of a response. */
export const errorsOf = (json: unknown): ResponseError[] =>
  objectsAt(json, ['errors']).map((error) => {
    const path = error['path'];
    return {
      message: textOf(error['message']).slice(0, limits.problemCharacters),
      // Before the execution, graphql-ruby has a path in the document, whose first word is the operation.
      path: Array.isArray(path) && !textOf(path[0]).startsWith('query') ? path.map(textOf).join('.') : undefined,
    };
  });
