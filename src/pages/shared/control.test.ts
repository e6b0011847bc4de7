import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ControlError, control } from './control.ts';

/** Gives the module what a browser has; `response` answers every request. */
function inBrowser(t: TestContext, response: () => Promise<Response>): void {
  const globals = {
    sessionStorage: { getItem: () => null },
    fetch: response,
  };
  const before = Object.entries(globals).map(([name, value]) => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    return [name, descriptor] as const;
  });
  t.after(() => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  });
}

const problems: [title: string, response: () => Promise<Response>, expected: object][] = [
  [
    'a response that is not JSON is a problem of the server',
    async () => new Response('<html>'),
    { status: 200, message: 'The response is not that of a control API: <html>' },
  ],
  [
    'a server that does not answer is a problem of the server',
    () => Promise.reject(new TypeError('fetch failed')),
    { status: 0, message: 'The server does not answer: fetch failed. Start it again, and reload the page.' },
  ],
  [
    'a problem document names the member and lists what is wrong',
    async () => Response.json({ detail: 'No.', member: 'name', problems: ['No.', 'Never.'] }, { status: 400 }),
    { status: 400, message: 'No.', member: 'name', problems: ['No.', 'Never.'] },
  ],
];
for (const [title, response, expected] of problems)
  test(title, async (t) => {
    inBrowser(t, response);
    await assert.rejects(control('GET /__admin/users'), (error: Error) => {
      assert.ok(error instanceof ControlError);
      assert.deepEqual({ ...error, message: error.message }, { member: undefined, problems: undefined, ...expected });
      return true;
    });
  });
