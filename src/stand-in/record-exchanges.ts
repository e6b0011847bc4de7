import type { IncomingHttpHeaders } from 'node:http';
import { dirname } from 'node:path';
import { type KnownActors, type RecordedServer, RecordingFile } from '../client/recording.ts';
import type { ServerContext } from '../control/request-state.ts';
import type { Recording } from '../control/requests/recorded-requests.ts';
import { originOf } from '../records/named-worlds.ts';
import type { Store } from '../store/store.ts';

/** Opens a file for the requests to a server with this dialect and world folder. Throws a CommandError if it cannot be written. */
export function openRecording(path: string, dialect: string, world: string) {
  const file = new RecordingFile(path);
  const origin = originOf(world, dirname(path));
  const server = { dialect, world: 'name' in origin ? origin.name : origin.folder };
  return {
    file,
    add: (recording: Recording, ctx: ServerContext) => recordExchange(file, server, recording, ctx),
    /** The actors whose credentials requests have. */
    knowActors: (store: Store) => file.credentials.addActors(actorsOfWorld(store)),
  };
}

/** Writes a request to the API, and the response to it, to a file; not one without a response, or whose response is a stream. */
function recordExchange(
  file: RecordingFile,
  server: RecordedServer,
  { time, status, responseHeaders, body }: Recording,
  ctx: ServerContext,
) {
  if (!/^\/api(?![^/])/.test(ctx.path) || status === null || body === undefined) return;
  const observed = {
    method: ctx.method,
    path: ctx.url,
    requestHeaders: ctx.headers,
    requestBody: ctx.state.bodyText ?? '',
    status,
    responseHeaders: responseHeaders as IncomingHttpHeaders,
    responseBody: body.toString(),
  };
  file.add(observed, { ...server, startTime: new Date(time).toISOString() });
}

/** Whose the tokens and keys of a world are: of an administrator, of the first participant with one, or of another participant. */
function actorsOfWorld(store: Store): KnownActors {
  const users = store.all('users').filter(({ token, key }) => token || key);
  const [member, other] = users.filter(({ admin }) => !admin);
  const entries = Object.entries({ admin: users.find(({ admin }) => admin), member, other });
  return Object.fromEntries(
    entries.flatMap(([actor, user]) =>
      user
        ? [[actor, { token: user.token ?? undefined, key: user.key ?? undefined, secret: user.secret ?? undefined }]]
        : [],
    ),
  );
}
