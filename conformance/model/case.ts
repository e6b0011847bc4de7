/**
 * RFC 2119 level of a requirement. Every failure fails a run, but only a failed MUST makes a target not conformant. OBSERVE is for what
 * the specification leaves open.
 */
export type RequirementLevel = 'MUST' | 'SHOULD' | 'OBSERVE';

/** The actors that sign in: an administrator and two participants. */
export const signedInActors = ['admin', 'member', 'other'] as const;

/** Everyone who sends requests: `anonymous` sends no token, `stranger` an invalid one. */
export const actors = [...signedInActors, 'anonymous', 'stranger'] as const;

export type Actor = (typeof actors)[number];

/** The response that a step requires; `cases/case.schema.json` describes each form. */
export type ExpectedResponse =
  | ExpectedError
  | { data: object }
  /** Words that the messages of the request errors must contain. */
  | { requestError: string[] }
  /** The allowed HTTP status codes. */
  | { status: number[] }
  | { oneOf: ExpectedResponse[] };

/** A response with exactly one error; null means that the error has no code or no path. */
export interface ExpectedError {
  errorCode: string | null;
  path: (string | number)[] | null;
  data: object | null;
  /** Attributes that the error lists, by the names of the input, joined with dots. */
  invalidAttributes?: string[];
}

/** A GraphQL request of a case. Without `query` it sends `operation.graphql` of the folder. */
export interface GraphQLStep {
  actor: Actor;
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  /** Placeholder names for values of the response, by their path below `data`. */
  capture?: Record<string, string>;
  expect: ExpectedResponse;
  expectByDialect?: Record<string, ExpectedResponse>;
}

/** An HTTP request of a case, sent as it is written. */
export interface HttpStep {
  actor: Actor;
  http: { method: string; headers?: Record<string, string>; body?: string };
  expect: ExpectedResponse;
  expectByDialect?: Record<string, ExpectedResponse>;
}

export type Step = GraphQLStep | HttpStep;

/** A conformance case: one statement about a server and the requests that prove it; see `cases/case.schema.json`. */
export interface Case {
  /** Folder and file name, such as `answer/accepted`. */
  id: string;
  description: string;
  /** Ids of requirements. */
  requirements: string[];
  level: RequirementLevel;
  /** Names of the dialects or families that the case applies to; all if omitted. */
  dialects?: string[];
  /** Set on recorded cases that nobody has reviewed; they fail. */
  draft?: true;
  steps: Step[];
  /** Reads that check what the server stored; the actor defaults to `anonymous`. */
  afterwards?: (Omit<GraphQLStep, 'actor'> & { actor?: Actor })[];
}

/** A binding sentence of the specification, or what dialects require beyond it; see `cases/requirements.json`. */
export interface Requirement {
  id: string;
  /** Section of the specification, such as `2.3`, or `dialect`. */
  section: string;
  level: RequirementLevel;
  text: string;
  dialects?: string[];
  /** Why no case checks it. */
  untested?: string;
}
