import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';

// The pages have a TypeScript project of their own, for browsers.
const { ControlError, asControlError, control } = await import(
  new URL('../pages/shared/control.ts', import.meta.url).href
);

/** Gives the module what a browser has; `response` answers every request. */
function inBrowser(t: TestContext, response: () => Promise<Response>, stored: Record<string, string> = {}): void {
  const globals = {
    sessionStorage: { getItem: (key: string) => stored[key] ?? null },
    Request: class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'http://localhost:4000'), init);
      }
    },
    fetch: (...[input, init]: Parameters<typeof fetch>) => {
      // It rejects with a TypeError for a header that cannot be sent, as a browser does.
      void new Request(input, init);
      return response();
    },
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

const problems: [title: string, response: () => Promise<Response>, stored: Record<string, string>, expected: object][] =
  [
    [
      'a token that no header can have is a problem of the token',
      async () => new Response('{}'),
      { 'plenum.controlToken': 'tökén €' },
      { status: 400, message: 'The session or the control token has characters that a header cannot have.' },
    ],
    [
      'a response that is not JSON is a problem of the server',
      async () => new Response('<html>'),
      {},
      { status: 200, message: 'The response is not that of a control API: <html>' },
    ],
    [
      'a server that does not answer is a problem of the server',
      () => Promise.reject(new TypeError('fetch failed')),
      {},
      { status: 0, message: 'The server does not answer. Is it still running?' },
    ],
    [
      'a problem document names the member and lists what is wrong',
      async () => Response.json({ detail: 'No.', member: 'name', problems: ['No.', 'Never.'] }, { status: 400 }),
      {},
      { status: 400, message: 'No.', member: 'name', problems: ['No.', 'Never.'] },
    ],
  ];
for (const [title, response, stored, expected] of problems)
  test(`the pages: ${title}`, async (t) => {
    inBrowser(t, response, stored);
    await assert.rejects(control('GET /__admin/users'), (error: Error) => {
      assert.ok(error instanceof ControlError);
      assert.deepEqual({ ...error, message: error.message }, { member: undefined, problems: undefined, ...expected });
      return true;
    });
  });

test('the pages: a TypeError is a bug, and no problem of the server', () => {
  const bug = new TypeError('x is undefined');
  assert.throws(() => asControlError(bug), bug);
  const problem = new ControlError(409, 'No.');
  assert.equal(asControlError(problem), problem);
});
