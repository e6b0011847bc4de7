import { CommandError, exitCodes } from './errors.ts';

/**
 * Imports a module that needs an optional peer dependency. Throws a CommandError that names who needs the package, and the command that installs it,
 * if it is not installed.
 */
export async function importOptional<T>(packageName: string, user: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.endsWith('MODULE_NOT_FOUND') || !message.includes(`'${packageName}'`)) throw error;
    throw new CommandError(`${user} needs ${packageName}: npm install ${packageName}`, exitCodes.usage);
  }
}
