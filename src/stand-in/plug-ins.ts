import { pathToFileURL } from 'node:url';
import type { DialectHttp } from '../server/endpoint.ts';
import type { Step } from '../control/request-state.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { PlugIn } from './plug-in.ts';

/** The steps that run plug-ins; none if there are no plug-ins. They know the user of each request. */
export function runPlugIns(plugIns: readonly PlugIn[], findViewer: DialectHttp['findViewer']): Step[] {
  if (plugIns.length === 0) return [];
  const setViewer: Step = async (ctx, next) => {
    const { state } = ctx;
    state.viewer = await findViewer(ctx);
    await next();
  };
  return [setViewer, ...(plugIns as unknown as Step[])];
}

/** Loads the plug-ins of a module: its default export, or a list of them. Throws a CommandError that names the file and the reason. */
export async function loadPlugIns(file: string): Promise<PlugIn[]> {
  const fail = (reason: string): never => {
    throw new CommandError(`the plug-in ${file} cannot be loaded: ${reason}`, exitCodes.usage);
  };
  let loaded: { default?: unknown };
  try {
    loaded = (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const plugIns = [loaded.default].flat();
  return plugIns.length > 0 && plugIns.every((each) => typeof each === 'function')
    ? (plugIns as PlugIn[])
    : fail('its default export must be a Koa middleware or a list of them');
}
