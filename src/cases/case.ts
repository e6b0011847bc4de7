import type { Actor } from '../client/actor.ts';
import type { ExpectedResponse } from '../dialects/expected-response.ts';

/**
 * RFC 2119 level of a requirement. Every failure fails a run, but only a failed MUST makes a target not conformant. OBSERVE is for what
 * the specification leaves open.
 */
export type RequirementLevel = 'MUST' | 'SHOULD' | 'OBSERVE';

/** A GraphQL request of a case. */
export interface GraphQLStep {
  actor: Actor;
  query: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  /** Placeholder names for values of the response, by their path below `data`. */
  capture?: Record<string, string>;
  expect: ExpectedResponse;
}

/** What an HTTP step sends. */
export interface HttpStepRequest {
  method: string;
  /** What follows the URL of the endpoint; `/../oauth/token` is beside it. */
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent in the URL of a GET, and else as a form. */
  parameters?: Record<string, string>;
  /** Seconds that pass on the clock of the server before. */
  after?: number;
  /** Who sends it with a browser: the person signs in if asked to, and allows what an application asks for. */
  browser?: { email: string; password: string };
}

/** An HTTP request of a case, sent as it is written. */
export interface HttpStep {
  actor: Actor;
  http: HttpStepRequest;
  /** Placeholder names for values of the JSON body, by their path; with `browser`, of the parameters that the application gets. */
  capture?: Record<string, string>;
  expect: ExpectedResponse;
}

export type Step = GraphQLStep | HttpStep;

/** A conformance case: one statement about a server and the requests that prove it. */
export interface Case {
  /** The folder and the id in the file, such as `answer/accepted`, with the number of the value of `each`. */
  id: string;
  description: string;
  /** Ids of requirements. */
  requirements: string[];
  level: RequirementLevel;
  /** Names of the dialects or families that the case applies to; all if omitted. */
  dialects?: string[];
  /** The first release of Decidim that the case holds for. */
  since?: string;
  /** The last release of Decidim that the case holds for. */
  until?: string;
  /** Set on recorded cases that nobody has reviewed; they fail. */
  draft?: true;
  steps: Step[];
  /** Where the case is written. */
  source?: CaseSource;
}

/** The file and the line of a case. */
export interface CaseSource {
  file: string;
  line: number;
}

/** A binding sentence of the specification, or what dialects require beyond it; see `requirements.json`. */
export interface Requirement {
  id: string;
  /** Section of the specification, such as `2.3`, or `dialect`. */
  section: string;
  level: RequirementLevel;
  text: string;
  dialects?: string[];
  /** The pages of the platform's reference that it rests on; empty if it rests on the specification or on measurements alone. */
  pages: string[];
  /** Why no case checks it. */
  untested?: string;
}
