import { containsMutation, parseDocument } from '../cases/documents.ts';
import type { Actor, HttpStep } from '../model/case.ts';
import { isJsonObject, parseJson } from '../model/json-value.ts';
import type { SentOperation } from '../model/target.ts';

type HttpRequest = Pick<HttpStep['http'], 'path' | 'body'>;

/** The operation of an HTTP request, if its document has a mutation. */
export function mutationIn(request: HttpRequest, actor: Actor, mayStay: boolean): SentOperation | undefined {
  const { query, variables, operationName } = parametersOf(request);
  const document = typeof query === 'string' ? parseDocument(query) : undefined;
  if (!document || !containsMutation(document)) return undefined;
  return {
    document,
    variables: isJsonObject(variables) ? variables : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
    actor,
    mayStay,
  };
}

/** The parameters in the URL and in the JSON body; those of the URL win. */
function parametersOf({ path = '', body = '' }: HttpRequest): Record<string, unknown> {
  const json = parseJson(body);
  const { variables, ...inUrl } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  return {
    ...(isJsonObject(json) ? json : {}),
    ...inUrl,
    ...(variables === undefined ? {} : { variables: parseJson(variables) }),
  };
}
