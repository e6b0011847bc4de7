import type { TargetRequest, TargetResponse } from '../../src/client/http-message.ts';
import type { Target } from '../../src/client/target.ts';
import type { AnyData } from '../support/test-server.ts';

/** What stands between the suite and a server without defects, and makes one of them. */
export type Filter = (send: Target['send']) => Target['send'];

/** A GraphQL request, with the token that it has. */
export interface Asked {
  query: string;
  variables: AnyData;
  operationName?: string | undefined;
  authorization?: string | undefined;
}

/** Reads a GraphQL request; undefined if it is another one. */
function read({ method, headers, body = '' }: TargetRequest): Asked | undefined {
  if (method !== 'POST' || !body.startsWith('{')) return undefined;
  const json = JSON.parse(body) as Asked;
  return typeof json.query === 'string' ? { ...json, authorization: headers['Authorization'] } : undefined;
}

const write = (request: TargetRequest, { authorization, ...json }: Asked): TargetRequest => ({
  ...request,
  headers: { ...request.headers, ...(authorization !== undefined && { Authorization: authorization }) },
  body: JSON.stringify(json),
});

const withBody = (response: TargetResponse, json: unknown): TargetResponse => ({
  ...response,
  json,
  text: JSON.stringify(json),
});

const codeOf = ({ json }: TargetResponse): unknown => (json as AnyData)?.errors?.[0]?.extensions?.code;

/** Changes each request. */
export const changeHttp =
  (change: (request: TargetRequest) => Partial<TargetRequest>): Filter =>
  (send) =>
  (request, onHeaders) =>
    send({ ...request, ...change(request) }, onHeaders);

/** Changes each GraphQL request. */
export const changeRequest = (change: (asked: Asked) => Partial<Asked>): Filter =>
  changeHttp((request) => {
    const asked = read(request);
    return asked ? write(request, { ...asked, ...change(asked) }) : request;
  });

/** Changes the attributes of each input. */
export const changeAttributes = (change: (attributes: AnyData) => object): Filter =>
  changeRequest(({ variables }) =>
    variables?.input?.attributes
      ? { variables: { ...variables, input: { ...variables.input, attributes: change(variables.input.attributes) } } }
      : {},
  );

/** Looks up a component in the place of another one. */
export const replaceComponent = (id: unknown, by: unknown): Filter =>
  changeRequest(({ variables }) =>
    String(variables?.componentId) === String(id) ? { variables: { ...variables, componentId: by } } : {},
  );

/** Changes the body of each response to a GraphQL request. */
export const changeBody =
  (change: (body: AnyData, asked: Asked) => object): Filter =>
  (send) =>
  async (request, onHeaders) => {
    const response = await send(request, onHeaders);
    const asked = read(request);
    return asked ? withBody(response, change(response.json, asked)) : response;
  };

/** Replaces text in the body of each response to a GraphQL request. */
export const replaceText = (from: RegExp, to: string): Filter =>
  changeBody((body) => JSON.parse(JSON.stringify(body).replaceAll(from, to)) as object);

/** Changes the errors of each response. */
export const changeErrors = (change: (error: AnyData, asked: Asked) => object): Filter =>
  changeBody((body, asked) =>
    body.errors ? { ...body, errors: body.errors.map((error: AnyData) => change(error, asked)) } : body,
  );

/** Sends another status. */
export const replaceStatus =
  (from: number, to: number): Filter =>
  (send) =>
  async (request, onHeaders) => {
    const response = await send(request, onHeaders);
    return response.status === from ? { ...response, status: to } : response;
  };

/** Refuses requests with a code. */
export const refuse = (code: string, isRefused: (asked: Asked) => boolean): Filter =>
  changeBody((body, asked) =>
    isRefused(asked) ? { errors: [{ message: 'Refused.', extensions: { code } }], data: null } : body,
  );

/** Sends a changed request too if one is refused with a code; its response counts if it has the other code. */
export const trySecond =
  (refusal: string, change: (asked: Asked) => Partial<Asked>, code?: string): Filter =>
  (send) =>
  async (request, onHeaders) => {
    const first = await send(request, onHeaders);
    const asked = read(request);
    if (!asked || codeOf(first) !== refusal) return first;
    const second = await send(write(request, { ...asked, ...change(asked) }));
    return code !== undefined && codeOf(second) === code ? second : first;
  };

/** Answers a request that was accepted once as it did then. */
export const acceptAgain: Filter = (send) => {
  const accepted = new Map<string, TargetResponse>();
  return async (request, onHeaders) => {
    const key = JSON.stringify(request);
    const response = await send(request, onHeaders);
    if (response.status < 400) accepted.set(key, response);
    return accepted.get(key) ?? response;
  };
};
