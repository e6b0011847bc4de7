import type { RequestListener } from 'node:http';

const nothing = JSON.stringify({ data: null });

/** Servers that are no stand-in at all, by what they do. */
export const dummyServers: Record<string, RequestListener> = {
  'answers that the data is null': (_, response) => response.setHeader('Content-Type', 'application/json').end(nothing),
  'answers 200 and nothing': (_, response) => response.end(),
  'never answers': () => {},
  'closes the connection': (request) => request.socket.destroy(),
};
