/** Which credentials of the live deployment a request is sent with. */
export type ShadowRole = 'admin' | 'member' | 'anonymous' | 'stranger';

/** A response of the stand-in. */
export interface ObservedResponse {
  status: number;
  contentType: string;
  /** The text of a JSON value. */
  body: string;
}

/** A request as it is sent to the live deployment, and the response of the stand-in to it. */
export interface ObservedRequest {
  /** When the request arrived, in ISO 8601. */
  time: string;
  query: string;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
  operationName?: string | null | undefined;
  /** The headers of the client that have an effect on the response. */
  headers: Record<string, string>;
  role: ShadowRole;
  response: ObservedResponse | Promise<ObservedResponse>;
  /** Returns a JSON value without secrets, in which what is long is cut. */
  show(value: unknown): unknown;
}

/** The document that is sent for a request, or the reason why nothing is sent. */
export type SentForm =
  | {
      query: string;
      /** Whether the request gets the same response as this document, except for the locations of errors. */
      isEquivalent: boolean;
    }
  | { reason: string };

/** What the shadow will get of a request, before the response is known. */
export type PendingComparison = Omit<ObservedRequest, 'response' | 'query'> & {
  form: SentForm;
  response?: ObservedRequest['response'];
  /** Executes the document that is sent. */
  respondAgain?: () => ObservedRequest['response'];
};

/** Where responses differ. Members that do not exist are absent. */
export interface ShadowDifference {
  /** The names and indexes that lead to the value, such as `body.data.component.id`. */
  path: string;
  standIn?: unknown;
  live?: unknown;
}

/** A request that shows a cause, without secrets; long texts and lists are cut. */
export interface ShadowExample {
  time: string;
  role: ShadowRole;
  /** The document that was sent: in a normal form, and without the fields of a mutation that write. */
  query: string;
  operationName: string | null;
  variables: unknown;
  difference: ShadowDifference;
  standIn: { status: number; body: unknown };
  live: { status: number; body: unknown };
}

/** Responses that differ for the same reason. */
export interface ShadowGroup {
  /** Such as `Meeting.title.translations.text: another value`. */
  cause: string;
  /** Another status or error, data of another shape, or other values. */
  kind: 'outcome' | 'shape' | 'value';
  /** Why the cause is known; null if it is not. */
  known: string | null;
  /** How many requests showed it. */
  count: number;
  firstSeen: string;
  lastSeen: string;
  example: ShadowExample;
}

/** What came of the requests since the start or the last `clear`. */
export interface ShadowCounts {
  observed: number;
  /** Waiting to be sent. */
  waiting: number;
  compared: number;
  equal: number;
  /** Different for known causes only. */
  known: number;
  different: number;
  notSent: number;
  /** Not sent because too many were waiting. */
  dropped: number;
  /** Sent without a response that can be compared. */
  failed: number;
}

/** The comparison with the live deployment so far. */
export interface ShadowReport {
  /** The endpoint of the live deployment; null if there is none. */
  url: string | null;
  /** How many requests a second are sent at most. */
  rate: number;
  counts: ShadowCounts;
  /** Why requests were not sent, and how many. */
  notSent: { reason: string; count: number }[];
  lastFailure: { time: string; reason: string } | null;
  /** Unknown causes first, then by count. */
  groups: ShadowGroup[];
  /** How many causes are not in the groups because there are too many. */
  moreCauses: number;
}

/** Sends requests to a live deployment too, and compares the responses. */
export interface Shadow {
  /** Returns what is sent for a request. */
  formOf(request: Pick<ObservedRequest, 'query' | 'operationName'>): SentForm;
  /** Adds a request, which is sent later. */
  add(request: ObservedRequest): void;
  /** Counts a request that is not sent. */
  leaveOut(reason: string): void;
  report(): ShadowReport;
  /** Forgets everything so far. */
  clear(): void;
}

/** The report of a server that has no live deployment to compare with. */
export const noShadow: ShadowReport = {
  url: null,
  rate: 0,
  counts: {
    observed: 0,
    waiting: 0,
    compared: 0,
    equal: 0,
    known: 0,
    different: 0,
    notSent: 0,
    dropped: 0,
    failed: 0,
  },
  notSent: [],
  lastFailure: null,
  groups: [],
  moreCauses: 0,
};
