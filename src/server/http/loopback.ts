const loopbackName = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, in lower case, always means this machine: `localhost`, a name below it, or a loopback address. */
export const isLoopbackName = (name: string): boolean => loopbackName.test(name);

/** Returns the name in a host, in lower case, without the port and without the dot of the DNS root. */
export const nameOfHost = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase();
