import { Ajv, type KeywordCxt, type ValidateFunction, _ } from 'ajv';
import { kinds } from './kinds.ts';
import type { Kind } from './records.ts';
import { ajvFormats } from './time.ts';

/** Judges a member that a kind does not have: what is wrong with it, such as `is unknown`; undefined if it may be there. */
export type CheckAddedMember = (kind: Kind, name: string, value: unknown) => string | undefined;

/** The records that a record may refer to, and the locales of the organization. */
export interface RecordLookup {
  find(kind: Kind, id: number): object | undefined;
  locales(): string[];
  /** Only in a world. */
  where?(kind: Kind, indexName: string, value: unknown): readonly object[];
  /** Default: every member that the kind does not have is unknown. */
  checkAddedMember?: CheckAddedMember | undefined;
}

/** Creates the ajv of the records' schemas. Their validators are called with a RecordLookup as `this`. */
function createRecordAjv(fromWorld: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    loopRequired: 1,
    passContext: true,
    formats: ajvFormats,
    // A world is validated once, at the start: optimizing the code of its validators takes longer than running them.
    code: { optimize: !fromWorld },
    // The schemas are in records.ts, and a test validates them.
    meta: false,
    validateSchema: false,
  });
  ajv.addKeyword({
    keyword: 'references',
    type: 'number',
    code: (cxt: KeywordCxt) => cxt.fail(_`this.find(${cxt.schema}, ${cxt.data}) === undefined`),
  });
  ajv.addKeyword({
    keyword: 'referencesOneOf',
    type: 'string',
    code: (cxt: KeywordCxt) =>
      // A wrong kind is a problem of the pattern.
      cxt.fail(
        _`${cxt.schemaValue}.includes(${cxt.data}.split("/")[0]) && this.find(${cxt.data}.split("/")[0], Number(${cxt.data}.split("/")[1])) === undefined`,
      ),
  });
  ajv.addKeyword({
    keyword: 'organizationLocales',
    type: 'object',
    code: (cxt: KeywordCxt) =>
      cxt.fail(_`!Object.keys(${cxt.data}).every((locale) => this.locales().includes(locale))`),
  });
  ajv.addKeyword(fromWorld ? { keyword: 'inWorld', macro: (schema: object) => schema } : 'inWorld');
  return ajv;
}

/** Compiles the validator of a kind when it is first used. The rules under `inWorld` apply to the records of a world only. */
export function createRecordValidators(fromWorld: boolean): (kind: Kind) => ValidateFunction {
  let ajv: Ajv | undefined;
  return (kind) => {
    ajv ??= createRecordAjv(fromWorld);
    // ajv caches what it compiled by the schema object.
    return ajv.compile(kinds[kind].schema);
  };
}
