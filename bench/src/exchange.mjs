import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {import('./operations.mjs').Operation} Operation
 * @typedef {import('./operations.mjs').OperationRequest} OperationRequest
 * @typedef {import('./servers.mjs').Server} Server
 */

/**
 * The HTTP request for a request of an operation; it is the same for every server.
 * @param {OperationRequest} request
 */
export const httpRequest = ({ token, body }) => ({
  method: /** @type {const} */ ('POST'),
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
});

/**
 * Sends each request of an operation once and returns the bodies of the responses; an Error if one is not the expected response.
 * @param {Server} server
 * @param {string} url
 * @param {Operation} operation
 */
export async function exchange({ name, isEcho }, url, operation) {
  const texts = [];
  for (const request of operation.requests) {
    const response = await fetch(url, httpRequest(request));
    const text = await response.text();
    const body = JSON.parse(text);
    const isExpected = isEcho ? isDeepStrictEqual(body, request.body) : request.isExpected(body);
    if (response.status !== 200 || !isExpected) {
      throw new Error(`${name}: unexpected response to ${operation.name}: ${response.status} ${text.slice(0, 500)}`);
    }
    texts.push(text);
  }
  return texts;
}
