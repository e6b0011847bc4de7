import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType, isInterfaceType, isInputObjectType, isEnumType, isUnionType } from 'graphql';
const parts = (file: string, loose = false) => { const s = buildSchema(readFileSync(file, 'utf8')); const m = new Map<string,string>();
 for (const t of Object.values(s.getTypeMap())) { if (t.name.startsWith('__')) continue; m.set(t.name, t.constructor.name);
  if (isObjectType(t)||isInterfaceType(t)) { m.set(t.name+' implements', t.getInterfaces().map(x=>x.name).sort().join()); for (const f of Object.values(t.getFields())) { m.set(`${t.name}.${f.name}`, String(f.type)); for (const a of f.args) m.set(`${t.name}.${f.name}(${a.name}:)`, String(a.type)); } }
  if (isInputObjectType(t)) for (const f of Object.values(t.getFields())) m.set(`${t.name}.${f.name}`, String(f.type));
  if (isEnumType(t)) for (const v of t.getValues()) m.set(`${t.name}.${v.name}`, 'value');
  if (isUnionType(t)) m.set(t.name+' members', t.getTypes().map(x=>x.name).sort().join());
 } return m; };
const [a, b] = [parts(process.argv[2]), parts(process.argv[3])];
const kinds = (m: Map<string,string>) => ({ types: [...m.keys()].filter(k=>!/[. ]/.test(k)).length, fields: [...m].filter(([k])=>/^\w+\.\w+$/.test(k)).length, args: [...m.keys()].filter(k=>k.includes('(')).length });
console.log(kinds(a), kinds(b));
for (const [k, v] of b) if (!a.has(k)) console.log('missing', k, v); else if (a.get(k) !== v) console.log('differs', k, a.get(k), '| expected', v);
for (const k of a.keys()) if (!b.has(k)) console.log('extra', k, a.get(k));
