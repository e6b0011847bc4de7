import { setTimeout } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRedactor } from '../../src/client/redactor.ts';
import {
  type ObservedRequest,
  type SentForm,
  type Shadow,
  type ShadowCounts,
  type ShadowReport,
  noShadow,
} from '../../src/control/shadow/shadow.ts';
import { type KnownCause, knownCausesFile, readKnownCauses } from '../diff/known-causes.ts';
import { findCauses, toTargetResponse } from './differences.ts';
import { ShadowGroups } from './groups.ts';
import { LiveDeployment, type LiveDeploymentOptions } from './live-deployment.ts';
import { validateFormOf } from './validate-form.ts';

export interface ShadowOptions extends Omit<LiveDeploymentOptions, 'timeoutMs' | 'signal'> {
  /** The schema of the stand-in. */
  schema: GraphQLSchema;
  /** The time limit of a response; 10 seconds by default. */
  timeoutMs?: number;
}

/** A shadow that can be stopped: it ends the request that is being sent, and sends no further one. */
export type RunningShadow = Shadow & { close(): void };

const maxWaiting = 100;
const maxWaitingCharacters = 20_000_000;
const maxPauseMs = 60_000;

/** What is forgotten by `clear`. */
interface State {
  counts: ShadowCounts;
  notSent: Map<string, number>;
  lastFailure: ShadowReport['lastFailure'];
  groups: ShadowGroups;
}

/** Creates the shadow of a live deployment. Throws a CommandError for credentials that are incomplete. */
export function createShadow({ schema, timeoutMs = 10_000, ...options }: ShadowOptions): RunningShadow {
  const closing = new AbortController();
  const { signal } = closing;
  const live = new LiveDeployment({ ...options, timeoutMs, signal });
  const { dialect } = live;
  const redact = createRedactor(() => live.secrets);
  const known: KnownCause[] = readKnownCauses(knownCausesFile(dialect.name, dialect.name));
  const forms = new LRUCache<string, SentForm>({ max: 200 });
  let waiting: ObservedRequest[] = [];
  let waitingCharacters = 0;
  let isSending = false;
  let failuresInARow = 0;
  const newState = (): State => ({
    counts: { ...noShadow.counts },
    notSent: new Map(),
    lastFailure: null,
    groups: new ShadowGroups(known, redact),
  });
  let state = newState();

  function leaveOut(reason: string): void {
    state.counts.observed += 1;
    countNotSent(reason);
  }

  function countNotSent(reason: string): void {
    state.counts.notSent += 1;
    state.notSent.set(reason, (state.notSent.get(reason) ?? 0) + 1);
  }

  async function sendWaiting(): Promise<void> {
    isSending = true;
    for (let request = takeNext(); request && !signal.aborted; request = takeNext()) {
      await send(request);
      const pauseMs = Math.min(maxPauseMs, 500 * 2 ** failuresInARow);
      if (failuresInARow > 0) await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
    isSending = false;
  }

  function takeNext(): ObservedRequest | undefined {
    const next = waiting.shift();
    if (next) waitingCharacters -= charactersOf(next);
    return next;
  }

  async function send(request: ObservedRequest): Promise<void> {
    const current = state;
    try {
      const response = await live.send(request);
      const standIn = toTargetResponse(await request.response);
      failuresInARow = 0;
      const causes = findCauses(request, { standIn, live: response }, { schema, dialect });
      const isKnown = causes.every((cause) => current.groups.reasonOf(cause) !== null);
      const differing = isKnown ? 'known' : 'different';
      current.counts.compared += 1;
      current.counts[causes.length === 0 ? 'equal' : differing] += 1;
      current.groups.add({ request, standIn, live: response, causes });
    } catch (error) {
      if (signal.aborted) return;
      failuresInARow += 1;
      current.counts.failed += 1;
      const reason = String(request.show(redact((error as Error).message)));
      current.lastFailure = { time: new Date().toISOString(), reason };
    }
  }

  return {
    formOf(request) {
      const key = `${JSON.stringify(request.operationName)} ${request.query}`;
      const form = forms.get(key) ?? validateFormOf(request, schema);
      if (key.length < 10_000) forms.set(key, form);
      return form;
    },
    leaveOut,
    add(request) {
      const missing = live.missingCredentials(request.role);
      if (missing !== undefined) return leaveOut(missing);
      state.counts.observed += 1;
      const characters = charactersOf(request);
      if (waiting.length >= maxWaiting || waitingCharacters + characters > maxWaitingCharacters)
        return void (state.counts.dropped += 1);
      waiting.push(request);
      waitingCharacters += characters;
      if (!isSending) void sendWaiting();
    },
    report: () => ({
      url: options.url,
      rate: options.rate,
      counts: { ...state.counts, waiting: waiting.length },
      notSent: [...state.notSent].map(([reason, count]) => ({ reason, count })),
      lastFailure: state.lastFailure,
      groups: state.groups.list(),
      moreCauses: state.groups.moreCauses,
    }),
    clear() {
      [waiting, waitingCharacters, state] = [[], 0, newState()];
    },
    close() {
      waiting = [];
      closing.abort();
    },
  };
}

const charactersOf = ({ query, response }: ObservedRequest): number =>
  query.length + ('body' in response ? response.body.length : 0);
