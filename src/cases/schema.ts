import { readFileSync } from 'node:fs';
import { ajv as ajvPackage } from '../packages.ts';
import { compileSchema } from '../client/json-schema.ts';

const schema = JSON.parse(readFileSync(new URL('case.schema.json', import.meta.url), 'utf8')) as {
  definitions: Record<'case' | 'step', { properties: object }>;
};

/** Whether a value is a list of cases, or an operation.yaml. */
export const isCaseFile = compileSchema<unknown>(
  schema,
  () => new (ajvPackage().Ajv)({ strict: false, allErrors: true, verbose: true }),
);

/** The members of a case, its id aside. */
export const caseKeywords = Object.keys(schema.definitions.case.properties);

/** Those that describe the only request of a case. */
export const stepKeywords = Object.keys(schema.definitions.step.properties).filter((key) => key !== 'actor');
