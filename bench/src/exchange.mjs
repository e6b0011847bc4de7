import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {import('./operations.mjs').Operation} Operation
 * @typedef {import('./servers.mjs').Server} Server
 */

/**
 * The HTTP request of an operation; it is the same for every server.
 * @param {Operation} operation
 */
export const httpRequest = ({ request }) => ({
  method: /** @type {const} */ ('POST'),
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' },
  body: JSON.stringify(request),
});

/**
 * Sends an operation once and returns the body of the response; an Error if it is not the expected response.
 * @param {Server} server
 * @param {string} url
 * @param {Operation} operation
 */
export async function exchange(server, url, operation) {
  const response = await fetch(url, httpRequest(operation));
  const text = await response.text();
  if (response.status !== 200 || !isExpectedResponse(server, operation, text)) {
    throw new Error(
      `${server.name}: unexpected response to ${operation.name}: ${response.status} ${text.slice(0, 500)}`,
    );
  }
  return text;
}

/**
 * @param {Server} server
 * @param {Operation} operation
 * @param {string} text
 */
function isExpectedResponse({ isEcho }, { request, isExpectedData }, text) {
  const body = JSON.parse(text);
  return isEcho ? isDeepStrictEqual(body, request) : !body.errors && isExpectedData(body.data);
}
