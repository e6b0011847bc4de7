import { type Execution, type FieldPlan, type SelectionPlan, checkValue } from './execution.ts';
import { ResolveInfo } from './resolve-info.ts';

/** Executes the selected fields of an object; returns their values by response key. */
export function executeSelection(plan: SelectionPlan, source: unknown, execution: Execution): Record<string, unknown> {
  if (plan.execute) return plan.execute(source, execution);
  if (plan.executionsBeforeCode === 0) plan.execute = generateSelection(plan);
  plan.executionsBeforeCode -= 1;
  const { template, fields } = plan;
  // Copies of one object are faster than objects that grow, also when they become JSON.
  const result = { ...template };
  for (const field of fields) result[field.key] = executeField(field, source, execution);
  return result;
}

/** Generates code with an object literal, which is much faster than setting members by name. */
function generateSelection({ template, fields }: SelectionPlan): NonNullable<SelectionPlan['execute']> {
  const names = fields.map((_, index) => `field${index}`);
  const calls = new Map(fields.map(({ key }, index) => [key, `executeField(field${index}, source, execution)`]));
  // In brackets, the key `__proto__` is a member like others.
  const members = Object.entries(template).map(
    ([key, value]) => `[${JSON.stringify(key)}]: ${calls.get(key) ?? JSON.stringify(value)}`,
  );
  const code = `return (source, execution) => ({ ${members.join(', ')} })`;
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('executeField', ...names, code)(executeField, ...fields) as ReturnType<typeof generateSelection>;
}

/** Executes a field of an object: its value, or null after an error. Throws the error of a field that is not nullable. */
function executeField(field: FieldPlan, source: unknown, execution: Execution): unknown {
  execution.path[field.depth] = field.key;
  try {
    const value = resolveField(field, source, execution);
    checkValue(value);
    return field.complete(value, execution);
  } catch (error) {
    return execution.handleError(error, field.nodes, field.depth, field.isNullable);
  }
}

function resolveField(field: FieldPlan, source: unknown, execution: Execution): unknown {
  const args = execution.argumentsOf(field);
  const { resolve, name } = field;
  if (resolve) return resolve(source, args, execution.contextValue, new ResolveInfo(field, execution));
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
  const property = (source as Record<string, unknown>)[name];
  if (typeof property !== 'function') return property;
  return (source as Record<string, Function>)[name]!(args, execution.contextValue, new ResolveInfo(field, execution));
}
