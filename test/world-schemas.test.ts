import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { worldFileSchema } from '../scripts/generate-world-schemas.ts';
import { worldKinds } from '../src/records/kinds.ts';
import { loadWorld } from '../src/records/world.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const worlds = ['fixtures/worlds/demo', 'fixtures/worlds/town', 'examples/own-world/world'];
const ajv = new Ajv({ allErrors: true, strict: false });
ajvFormats.default(ajv);
const validators = new Map(worldKinds.map((kind) => [kind as string, ajv.compile(worldFileSchema(kind))]));

for (const world of worlds) {
  test(`${world} is valid for its schemas and for plenum world check`, () => {
    assert.deepEqual(loadWorld(join(root, world), Date.now()).problems, []);
    for (const file of readdirSync(join(root, world)).filter((name) => name.endsWith('.json'))) {
      const validate = validators.get(file.replace('.json', ''))!;
      const content = JSON.parse(readFileSync(join(root, world, file), 'utf8')) as { $schema?: string };
      assert.ok(validate(content), `${file}: ${ajv.errorsText(validate.errors)}`);
    }
  });
}

test('an unknown field, a missing field and a wrong value are invalid', () => {
  const validate = validators.get('taxonomies')!;
  const taxonomy = { id: 1, name: { en: 'Areas' }, weight: 0 };
  assert.ok(validate([taxonomy]));
  assert.ok(validate({ $schema: 'x', records: [taxonomy] }));
  for (const change of [{ names: {} }, { name: undefined }, { name: 'Areas' }, { weight: 'first' }, { id: 0 }])
    assert.ok(!validate(JSON.parse(JSON.stringify([{ ...taxonomy, ...change }]))), JSON.stringify(change));
});
