import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {import('./operations.mjs').Operation} Operation
 * @typedef {import('./servers.mjs').Server} Server
 */

/**
 * The HTTP request of an operation, the same for every server.
 * @param {Operation} operation
 */
export const httpRequest = ({ request }) => ({
  method: /** @type {const} */ ('POST'),
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' },
  body: JSON.stringify(request),
});

/**
 * Sends the operation once and gives the text of the answer; an Error when that is not the right one.
 * @param {Server} server
 * @param {string} url
 * @param {Operation} operation
 */
export async function exchange(server, url, operation) {
  const response = await fetch(url, httpRequest(operation));
  const text = await response.text();
  if (response.status !== 200 || !isRight(server, operation, text)) {
    throw new Error(`${server.name}: wrong answer to ${operation.name}: ${response.status} ${text.slice(0, 500)}`);
  }
  return text;
}

/**
 * @param {Server} server
 * @param {Operation} operation
 * @param {string} text
 */
function isRight({ echoes }, { request, answered }, text) {
  const answer = JSON.parse(text);
  return echoes ? isDeepStrictEqual(answer, request) : !answer.errors && answered(answer.data);
}
