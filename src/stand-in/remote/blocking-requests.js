import { workerData } from 'node:worker_threads';

// Sends the requests of a thread that is blocked until there is a response.

const { port, received, isSecure } =
  /** @type {{ port: import('node:worker_threads').MessagePort, received: Int32Array, isSecure: boolean }} */ (
    workerData
  );
const { request: send } = await import(isSecure ? 'node:https' : 'node:http');

port.on('message', (/** @type {import('./transport.ts').BlockingRequest} */ { id, url, method, headers, body }) => {
  /** @param {Omit<import('./transport.ts').BlockingResponse, 'id'>} response */
  const respond = (response) => {
    port.postMessage({ id, ...response });
    Atomics.add(received, 0, 1);
    Atomics.notify(received, 0);
  };
  /** @param {NodeJS.ErrnoException} error */
  const fail = ({ message, code }) => respond({ error: { message, code } });
  try {
    send(url, { agent: false, method, headers })
      .once('error', fail)
      .once('response', (/** @type {import('node:http').IncomingMessage} */ message) => {
        /** @type {Buffer[]} */
        const chunks = [];
        message
          .on('data', (chunk) => chunks.push(chunk))
          .once('error', fail)
          .once('end', () => respond({ status: message.statusCode, text: Buffer.concat(chunks).toString() }));
      })
      .end(body);
  } catch (error) {
    fail(/** @type {Error} */ (error));
  }
});
