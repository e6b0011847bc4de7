import {
  DirectiveLocation,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLSchema,
  isInterfaceType,
  isObjectType,
} from 'graphql';

const { FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION } = DirectiveLocation;
const deprecatedDirective = new GraphQLDirective({
  ...GraphQLDeprecatedDirective.toConfig(),
  locations: [FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION],
});

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** Sorts the values of a map in place. */
function sortMap<T extends { name: string }>(map: Record<string, T>): void {
  for (const value of Object.values(map).toSorted(byName)) {
    delete map[value.name];
    map[value.name] = value;
  }
}

/** Sorts types, directives, and the fields of objects and interfaces by name, as the platform's introspection does. */
export function sortForIntrospection(schema: GraphQLSchema): GraphQLSchema {
  const { directives, ...config } = schema.toConfig();
  const platformDirectives = directives.map((directive) =>
    directive.name === deprecatedDirective.name ? deprecatedDirective : directive,
  );
  const sorted = new GraphQLSchema({ ...config, directives: platformDirectives.toSorted(byName) });
  sortMap(sorted.getTypeMap());
  for (const type of Object.values(sorted.getTypeMap()))
    // All schemas share graphql-js's introspection types.
    if ((isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')) sortMap(type.getFields());
  return sorted;
}
