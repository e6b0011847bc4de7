import type { Identity } from '../control/admin/admin-request.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import type { Shadow } from '../control/shadow/shadow.ts';
import type { Upstream } from '../control/upstream/forwarding.ts';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import type { ListenOptions } from '../server/listen.ts';
import type { InstanceSource } from './instances.ts';

/** The deployment beside the stand-in. */
export interface UpstreamOptions extends Pick<Upstream, 'origin' | 'forwardsWrites'> {
  /** How long it may send nothing; 30 seconds by default. */
  timeoutMs?: number;
}

export interface ServeOptions extends ListenOptions, InstanceSource {
  dialect: ServerDialect;
  /** What `GET /` says. */
  identity: Identity;
  mockMode: MockMode;
  /** Whether each IP address may send at most 100 requests per minute. */
  limitRequests: boolean;
  tokenLifetimeSeconds: number;
  /** The origins, besides those of this machine, whose web pages may use fixed tokens; `*` allows every origin. */
  corsOrigins?: readonly string[];
  /**
   * The names, besides those of this machine, that the `Host` header may have; `*` allows every name. If omitted, a server on
   * a loopback address allows no others, and a server on another address allows every name.
   */
  allowedHosts?: readonly string[];
  /** Whether every request must name a test session. */
  requireSession?: boolean;
  /** Whether there is no control API; then the headers of the control are ignored. */
  noAdmin?: boolean;
  /** The token of the control API. On an address that is not a loopback address, there is no control without one. */
  adminToken?: string | undefined;
  /** The deployment that answers what the stand-in does not know; none by default. */
  upstream?: UpstreamOptions | undefined;
  /** Compares the responses with those of a live deployment; none by default. */
  shadow?: Shadow | undefined;
  onBug(error: Error): void;
  /** Receives each exchange of every instance. */
  onExchange?: (exchange: Exchange) => void;
  /**
   * If set, changes of the world folder are loaded while the server runs; only for a server without a data folder. Receives the
   * reason if they cannot be loaded, and undefined if they are.
   */
  onWorldChange?(error?: Error): void;
}
