import { mayWrite } from '../../src/client/unambiguous-document.ts';
import { containsMutation, parseDocument } from '../../src/cases/documents.ts';
import type { HttpStep } from '../../src/cases/case.ts';
import type { Actor } from '../../src/client/actor.ts';
import { isJsonObject, parseJson, stringsIn } from '../../src/client/json-value.ts';
import type { SentOperation } from '../model/write-tracker.ts';

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

/**
 * Whether a server could find a mutation anywhere in an HTTP request: in a parameter of the URL or of a form, in a string of JSON,
 * also of malformed JSON and of members that are repeated, in a part of the body or in all of it.
 */
export function mayWriteIn({ path = '', body = '' }: HttpRequest): boolean {
  const parameters = [path.replace(/^[^?]*\??/, ''), body].flatMap((text) => [...new URLSearchParams(text).values()]);
  const strings = (body.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((each) => String(parseJson(each)));
  const texts = [...parameters, ...strings, ...body.split(/\r?\n(?:\r?\n|--)/), body];
  // A parameter can be JSON.
  return texts.some((text) => mayWrite(text) || stringsIn(parseJson(text)).some(mayWrite));
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
