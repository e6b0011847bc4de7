import { parse, print } from 'graphql';
import { mayWrite } from '../../src/client/unambiguous-document.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../../src/client/actor.ts';
import { type TargetResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { type ResponseDifference, compareWithRecording } from '../fidelity/compare.ts';
import { type VolatilePart, volatileParts } from '../fidelity/volatile-parts.ts';

/** A document that an actor sends. */
export interface SentDocument {
  actor: Actor;
  query: string;
  variables?: Record<string, unknown>;
}

/** A request to both servers, in the words of the family of their dialects, or of the contract if they have different ones. */
export interface DiffRequest extends SentDocument {
  /** The schema coordinate or the type that the request tests. */
  coordinate: string;
  /** The schema coordinates of the selected fields, other than ids and names of types. */
  selected: string[];
  /** The schema coordinate or the type that owns the fields at `responsePath`. */
  parentCoordinate: string;
  /** The schema coordinate of the mutation whose record it reads. */
  after?: string;
  /** The first type or field that only one server has, and the server that does not have it. */
  absent?: { coordinate: string; from: keyof Targets };
  /** The locale of the input if it is not the default one: a platform translates error messages. */
  locale?: string;
  /** The response keys that lead to the subject. */
  responsePath: string[];
}

/** How the responses of two servers compare: `expected` is the value of b, `found` the value of a. */
export interface Comparison {
  /** Whether the status, the codes and paths of the errors, and the null values are the same. */
  sameOutcome: boolean;
  differences: ResponseDifference[];
}

/** A request, the responses of both servers, and their comparison. */
export interface SideBySideExchange extends Comparison {
  request: DiffRequest;
  a: TargetResponse;
  b: TargetResponse;
}

/** The two servers that are compared. */
export interface Targets {
  a: Target;
  b: Target;
}

/** Compares two responses to a document, except for volatile parts. */
export function compareResponses(
  query: string,
  variables: unknown,
  a: TargetResponse,
  b: TargetResponse,
  volatile: readonly VolatilePart[] = volatileParts,
): Comparison {
  const request = { method: 'POST', path: '/api', headers: {}, json: { query, variables } };
  const recorded = { name: 'b', order: 1, actor: 'anonymous', request, response: comparedParts(b) } as const;
  const { sameOutcome, differences } = compareWithRecording(recorded, comparedParts(a), volatile);
  return { sameOutcome, differences };
}

const comparedParts = ({ status, contentType, location, json, text, problem }: TargetResponse) => ({
  status,
  headers: { 'content-type': contentType, ...(location === undefined ? {} : { location }) },
  ...(json === undefined ? { text: problem ?? text } : { json }),
});

/** Sends a request to both servers and compares the responses; a CommandError if a server does not respond. */
export async function sendToBoth(
  targets: Targets,
  request: DiffRequest,
  variablesOfB = request.variables,
): Promise<SideBySideExchange> {
  const hasOneFamily = targets.a.dialect.family === targets.b.dialect.family;
  const wordsOf = ({ dialect }: Target, document: SentDocument) =>
    hasOneFamily ? document : translate(document, dialect.translator);
  const [a, b] = await Promise.all([
    sendTo('a', targets.a, wordsOf(targets.a, request)),
    sendTo('b', targets.b, wordsOf(targets.b, { ...request, variables: variablesOfB })),
  ]);
  return { request, a, b, ...compareResponses(request.query, request.variables, a, b) };
}

const translate = (
  { actor, query, variables = {} }: SentDocument,
  { translateDocument, translateVariables }: Target['dialect']['translator'],
): SentDocument => ({
  actor,
  query: print(translateDocument(parse(query))),
  variables: translateVariables(variables),
});

/** Sends a document to one server; a CommandError if it does not respond. */
export async function sendTo(
  name: keyof Targets,
  target: Target,
  document: SentDocument,
  retry = true,
): Promise<TargetResponse> {
  const { actor, query, variables } = document;
  const isMutation = query.startsWith('mutation');
  // Locales and ids come from the servers.
  if (!isMutation && mayWrite(query))
    throw new CommandError(
      `--${name} ${target.url} gets no query that a server could read as a mutation`,
      exitCodes.usage,
    );
  try {
    return await target.send(graphqlRequest(query, variables ?? {}, await target.authorizationHeaders(actor)));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    // A server may close a reused connection. A mutation is not repeated, because it may have been executed.
    if (retry && !isMutation) return sendTo(name, target, document, false);
    throw new CommandError(`--${name} ${target.url} cannot be reached: ${error.message}`, exitCodes.unreachable);
  }
}
