import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Client, Outcome } from '../client.ts';

const script = fileURLToPath(new URL('python_requests.py', import.meta.url));
const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;

/** The library `requests` for Python. */
export const pythonRequests: Client = {
  name: 'requests (Python)',
  skip: hasRequests ? undefined : 'there is no Python 3 with the package requests',
  headers: { accept: '*/*', 'content-type': 'application/json' },
  reports: {
    fieldError: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    listMessage: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    noData: { error: 'GraphQLError', shows: ['data', 'code', 'status'] },
    unavailable: { error: 'HTTPError', shows: ['status', 'retryAfter'] },
    lostConnection: { error: 'ConnectionError', shows: [] },
    cutResponse: { error: 'ChunkedEncodingError', shows: [] },
  },
  send: (request) =>
    new Promise((resolve, reject) => {
      const child = execFile('python3', [script], (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(JSON.parse(stdout) as Outcome),
      );
      child.stdin!.end(JSON.stringify(request));
    }),
};
