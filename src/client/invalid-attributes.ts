import type { RequestTranslator } from '../dialects/suite-dialect.ts';

/** An error of a response. Its members are of any type, because the target may send anything. */
export interface GraphQLErrorBody {
  message?: unknown;
  path?: (string | number)[];
  extensions?: Record<string, unknown>;
}

/** The sorted paths of the attributes that an error refuses; undefined if the dialect cannot parse the error. */
export function parseInvalidAttributes(error: GraphQLErrorBody, translator: RequestTranslator): string[] | undefined {
  try {
    return [...new Set(translator.parseRefusedAttributes(error).map((path) => path.join('.')))].toSorted();
  } catch {
    return undefined;
  }
}
