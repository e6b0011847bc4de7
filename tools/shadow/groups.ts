import type { TargetResponse } from '../../src/client/http-message.ts';
import { type Redact, redactValue } from '../../src/client/redactor.ts';
import type { ObservedRequest, ShadowExample, ShadowGroup } from '../../src/control/shadow/shadow.ts';
import type { Cause } from '../diff/causes.ts';
import { type KnownCause, findKnownReason } from '../diff/known-causes.ts';
import { kindOf } from './differences.ts';

/** A comparison that found causes. */
export interface ComparedRequest {
  request: ObservedRequest;
  standIn: TargetResponse;
  live: TargetResponse;
  causes: readonly Cause[];
}

const maxGroups = 200;
const maxCauseLength = 300;

/** The causes so far, each with the first request that shows it. */
export class ShadowGroups {
  readonly #known: readonly KnownCause[];
  readonly #redact: Redact;
  readonly #groups = new Map<string, ShadowGroup>();
  readonly #others = new Set<string>();

  constructor(known: readonly KnownCause[], redact: Redact) {
    this.#known = known;
    this.#redact = redact;
  }

  /** How many causes are in no group. */
  get moreCauses(): number {
    return this.#others.size;
  }

  /** Unknown causes first, then by count. A token that came after an example can be in it, too. */
  list(): ShadowGroup[] {
    return redactValue([...this.#groups.values()], this.#redact).toSorted(
      (one, other) => Number(one.known !== null) - Number(other.known !== null) || other.count - one.count,
    );
  }

  reasonOf({ names }: Cause): string | null {
    return names.map((name) => findKnownReason(name, this.#known)).find((reason) => reason !== undefined) ?? null;
  }

  add(compared: ComparedRequest): void {
    const { request } = compared;
    for (const cause of compared.causes) {
      // A cause can quote a message.
      const name = String(this.#show(request, cause.names[0].slice(0, maxCauseLength)));
      const group = this.#groups.get(name);
      if (group) Object.assign(group, { count: group.count + 1, lastSeen: request.time });
      else if (this.#groups.size < maxGroups)
        this.#groups.set(name, {
          cause: name,
          kind: kindOf(cause),
          known: this.reasonOf(cause),
          count: 1,
          firstSeen: request.time,
          lastSeen: request.time,
          example: this.#exampleOf(cause, compared),
        });
      else if (this.#others.size < maxGroups) this.#others.add(name);
    }
  }

  #exampleOf({ difference: { path, found, expected } }: Cause, compared: ComparedRequest): ShadowExample {
    const { request, standIn, live } = compared;
    const { time, role, query, operationName = null, variables = {} } = request;
    const show = (value: unknown) => this.#show(request, value);
    const responseOf = ({ status, json, text }: TargetResponse) => ({ status, body: show(json ?? text) });
    return {
      time,
      role,
      query: String(show(query)),
      operationName: operationName === null ? null : String(show(operationName)),
      // A dialect can represent a number by an object.
      variables: show(JSON.parse(JSON.stringify(variables))),
      difference: {
        path: String(show(path)),
        ...(found !== undefined && { standIn: show(found) }),
        ...(expected !== undefined && { live: show(expected) }),
      },
      standIn: responseOf(standIn),
      live: responseOf(live),
    };
  }

  /** Without the secrets of the live deployment and of the world. */
  #show(request: ObservedRequest, value: unknown): unknown {
    return request.show(redactValue(value, this.#redact));
  }
}
