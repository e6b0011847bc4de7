import type { GraphQLSchema } from 'graphql';
import { standInOnly } from '../../src/cases/demo-world.ts';
import { capturedNames, placeholdersIn } from '../../src/cases/placeholders.ts';
import { reasonNotToChange } from '../live/existing-records.ts';
import type { Case } from '../../src/cases/case.ts';
import type { Mode } from '../../src/client/target.ts';
import type { Target } from '../../src/client/target.ts';
import { targetNames } from '../targets/names.ts';

/** What decides whether a case can run. */
export interface ReadinessContext {
  target: Target;
  schema: GraphQLSchema;
  placeholders: ReadonlyMap<string, unknown>;
  mode: Mode;
}

/** Why a case could not run, whatever the server does: the target lacks something that it needs. */
export function reasonNotReady(testCase: Case, context: ReadinessContext): string | undefined {
  const { target, mode } = context;
  const mayWriteToDeployment = mode === 'write' && target.reset === undefined;
  return (
    missingCredentials(testCase, target) ??
    missingPlaceholder(testCase, context) ??
    (mayWriteToDeployment ? reasonNotToChange(testCase, context) : undefined)
  );
}

function missingCredentials({ steps }: Case, target: Target): string | undefined {
  return steps.map(({ actor }) => target.missingCredentials(actor)).find((reason) => reason !== undefined);
}

/** Why a case does not apply to a target that does not have what only some deployments, or none, have. */
export function missingOptionalName({ steps }: Case, known: string[]): string | undefined {
  const missing = placeholdersIn(steps).filter((name) => !known.includes(name));
  const ofStandIn = missing.find((name) => Object.hasOwn(standInOnly, name));
  if (ofStandIn !== undefined) return `only the stand-in has ${ofStandIn}`;
  const optional = missing.find((name) => targetNames[name]?.isOptional);
  return optional && `the target names no ${optional}`;
}

const missingAdvice: Record<string, string> = {
  keptMeetings: 'it leaves meetings that the API cannot undo: add "meetings" to mayChange if they may stay',
  signInKey: 'it signs in as member, whose key and secret are not known',
};

const oauthNames = new Set(['clientId', 'clientSecret', 'redirectUri', 'personEmail', 'personPassword']);

/** The reason if neither the target nor a step of the case defines a placeholder. */
function missingPlaceholder({ steps }: Case, { placeholders, target }: ReadinessContext): string | undefined {
  const captured = capturedNames(steps);
  const names = placeholdersIn(steps);
  const missing = names.find((name) => !placeholders.has(name) && !captured.has(name));
  if (missing !== undefined && oauthNames.has(missing) && target.missingOAuth !== undefined)
    return `a person signs in with an application, and ${target.missingOAuth}`;
  return missing && (missingAdvice[missing] ?? `the target has no value for the placeholder ${missing}`);
}
