import { type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';

/** Types that only carry what a field of another type is about. */
const carriers = /^(TranslatedField|LocalizedString|PageInfo|QuantifiableTranslatedField)$|(Connection|Edge)$/;

/**
 * Where names lead that stand below a type: the last type on the way that is a thing of its own, and the names from there on, such as
 * `Questionnaire.title.locales`.
 */
export function fieldCoordinate(schema: GraphQLSchema, typeName: string, names: readonly string[]): string {
  let [from, start] = [typeName, 0];
  let type = schema.getType(typeName);
  for (const [index, name] of names.slice(0, -1).entries()) {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    if (!field) break;
    type = getNamedType(field.type);
    if (!(isObjectType(type) || isInterfaceType(type)) || carriers.test(type.name)) continue;
    [from, start] = [type.name, index + 1];
  }
  return [from, ...names.slice(start)].join('.');
}
