import type { Actor } from '../../conformance/model/case.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { valueAt } from '../../conformance/model/json-value.ts';
import { type DiffRequest, type SideBySideExchange, type Targets, sendTo } from './exchange.ts';

/** A meeting and the actor who created it. */
export interface CreatedMeeting {
  id: unknown;
  actor: Actor;
}

const createMeetingRequest = (title: string): DiffRequest => ({
  subject: 'MeetingsMutation.createMeeting',
  parentCoordinate: 'MeetingsMutation.createMeeting',
  actor: 'member',
  query: `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { locale: "en", attributes: {
    title: "${title}", description: "Everybody is welcome to it.", startTime: "2027-03-12T18:00:00Z",
    endTime: "2027-03-12T20:00:00Z", registrationType: REGISTRATION_DISABLED, typeOfMeeting: IN_PERSON,
    address: "Main Square 1", location: "Town hall" } }) { id } } } }`,
  responsePath: ['component', 'createMeeting'],
});

/**
 * Requests that keep the servers in the same state and are not compared. `refused` resets the locale to English: a
 * platform may keep the locale of the previous request. `valid` creates a meeting.
 */
export const probeRequests = {
  refused: createMeetingRequest(''),
  valid: createMeetingRequest('A meeting to align the ids'),
};

const createdId = ({ json }: TargetResponse): unknown => valueAt(json, ['data', 'component', 'createMeeting', 'id']);

/** Finds the meeting that both servers created with the same id. */
export function findCreatedMeeting({ request, a, b }: SideBySideExchange): CreatedMeeting | undefined {
  const id = createdId(a);
  return id !== undefined && id === createdId(b) ? { id, actor: request.actor } : undefined;
}

// Errors without a code do not count: the meeting may exist, and only a field of it fails.
const isRefused = ({ status, json }: TargetResponse): boolean =>
  status !== 200 || errorsOf(json).some((error) => valueAt(error, ['extensions']) !== undefined);

function errorsOf(json: unknown): unknown[] {
  const errors = valueAt(json, ['errors']);
  return Array.isArray(errors) ? errors : [];
}

/** Creates a meeting on one server if only the other one created it; otherwise all later ids would differ. */
export async function alignMeetingIds(targets: Targets, { a, b }: SideBySideExchange): Promise<void> {
  if (createdId(a) !== undefined && isRefused(b)) await sendTo('b', targets.b, probeRequests.valid);
  if (createdId(b) !== undefined && isRefused(a)) await sendTo('a', targets.a, probeRequests.valid);
}
