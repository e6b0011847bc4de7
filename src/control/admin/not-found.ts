import { ProblemError } from '../problem.ts';

/** Throws a ProblemError because the request names something that does not exist. */
export const notFound = (what: string, id: string, member: string): never => {
  throw new ProblemError(404, `There is no ${what} ${JSON.stringify(id)}.`, member);
};
