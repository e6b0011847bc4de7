import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** A field that is read, or an inline fragment, whose name is `... on TYPE`. */
export interface Field {
  name: string;
  alias?: string;
  /** The arguments as GraphQL literals, such as `"4"`. */
  args?: Record<string, string>;
  /** What is read of an object. */
  of?: Field[];
}

/** A field, the name of one without arguments, or several of them. */
export type Fields = Field | string | readonly Fields[];

/** The key of a field in a response. */
export const keyOf = ({ alias, name }: Field): string => alias ?? name;

/** Creates a selection. If several fields have the same key, the last one wins, and has to select what the earlier ones select. */
export function select(...fields: Fields[]): Field[] {
  const all = ((fields as unknown[]).flat(Infinity) as (Field | string)[]).map((each) =>
    typeof each === 'string' ? { name: each } : each,
  );
  return [...new Map(all.map((each) => [keyOf(each), each])).values()];
}

export const field = (name: string, of: Fields, args?: Record<string, string>): Field => ({
  name,
  of: select(of),
  ...(args && { args }),
});

/** The argument `id` of a field. */
export const idArgument = (id: number) => ({ id: `"${id}"` });

/** A fragment of the fields that only a type has. */
export const on = (type: string, of: Fields): Field => field(`... on ${type}`, of);

/** Where objects are: the fields and fragments that lead to them, with what is read beside them. */
export type Place = readonly Field[];

/** The selection of fields of the objects at a place. */
export const within = (place: Place, fields: Field[]): Field[] =>
  place.reduceRight((inner, step) => [{ ...step, of: select(step.of ?? [], inner) }], fields);

/** Prints a query, without spaces that only readers need. */
export const printQuery = (fields: Field[]): string => `query plenumImport ${printFields(fields)}`;

const printFields = (fields: Field[]): string =>
  `{ ${fields
    .map(({ alias, name, args, of }) => {
      const printed = Object.entries(args ?? {}).map(([key, value]) => `${key}: ${value}`);
      return `${alias ? `${alias}: ` : ''}${name}${args ? `(${printed.join(', ')})` : ''}${of ? ` ${printFields(of)}` : ''}`;
    })
    .join(' ')} }`;

const translations = field('translations', ['locale', 'text']);

/** What can be read of a deployment: what its schema has, without the fields that it refused. */
export class TargetSchema {
  /** The fields that the deployment refused. */
  readonly refused = new Set<Field>();

  constructor(readonly schema: GraphQLSchema) {}

  /** The fields of a type that the schema allows. A text is read in all locales, or in one if the type has no others. */
  prune(fields: Field[], type: GraphQLNamedType | null | undefined = this.schema.getQueryType()): Field[] {
    return fields.flatMap((each) => this.#pruneField(type, each));
  }

  #pruneField(owner: GraphQLNamedType | null | undefined, each: Field): Field[] {
    if (each.name === '__typename') return [each];
    const found = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields()[each.name] : undefined;
    const [, condition] = each.name.split('... on ');
    const type = condition === undefined ? found && getNamedType(found.type) : this.schema.getType(condition);
    const hasArguments = Object.keys(each.args ?? {}).every((name) => found?.args.some((arg) => arg.name === name));
    if (!type || !hasArguments || this.refused.has(each)) return [];
    if (isLeafType(type)) return [{ ...each, of: undefined }];
    const of = this.prune(each.of ?? (type.name === 'TranslatedField' ? [translations] : []), type);
    return of.length > 0 ? [{ ...each, of }] : [];
  }
}
