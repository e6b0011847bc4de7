import type { FaultEffect } from './fault-effect.ts';

const maintenancePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Maintenance</title></head>
<body><h1>We will be back soon</h1><p>The platform is being updated.</p></body>
</html>
`;

/** Effects by the names of situations that every client should survive. */
export const presets = {
  /** A device without a network. */
  offline: { reset: true },
  /** The latency of the profile of this name in the developer tools of Chromium. */
  'slow-3g': { delay: { ms: 2000 } },
  /** The platform's limit of requests. */
  'platform-429': { status: 429 },
  /** A request that the platform fails to process. */
  'platform-500': { status: 500 },
  /** A proxy in front of a platform that is being updated. */
  maintenance: {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    retryAfter: 600,
    body: maintenancePage,
  },
} as const satisfies Record<string, FaultEffect>;

export type PresetName = keyof typeof presets;
