import type { TestProject } from 'vitest/node';
import { createStandIn } from '../index.ts';
import type { SharedStandIn } from './vitest.ts';

/**
 * A global setup of Vitest: starts one stand-in for all test files and workers of a project, to which the tests of `plenum/vitest` connect.
 * Its options are those that the configuration provides as `plenum`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const options = project.getProvidedContext().plenum ?? {};
  const standIn = await createStandIn(options);
  const shared: SharedStandIn = { url: standIn.url, controlToken: options.controlToken };
  project.provide('plenumStandIn', shared);
  return () => standIn.close();
}
