import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  execute,
  getOperationAST,
  isObjectType,
} from 'graphql';
import type { CreateExecute, ExecuteOperation } from '../contract/executor.ts';
import { executeSelection } from './execute-fields.ts';
import { Execution, PromiseFoundError } from './execution.ts';
import { OperationPlan } from './operation-plan.ts';

/** Executes every operation with graphql-js. */
export const interpretOperations: CreateExecute = (schema) => (request) => execute({ schema, ...request });

/**
 * Executes operations by plans, with the results of graphql-js. A plan is made once for each operation of a document, and
 * lives as long as the document. What plans do not support is executed by graphql-js. A selection that was executed more
 * than `executionsBeforeCode` times becomes generated code.
 */
export const compileOperations = (schema: GraphQLSchema, executionsBeforeCode = 100): ExecuteOperation => {
  const interpret = interpretOperations(schema);
  const plans = new WeakMap<OperationDefinitionNode, OperationPlan>();
  const hasTypeChecks = Object.values(schema.getTypeMap()).some((type) => isObjectType(type) && type.isTypeOf);
  const isSupported = ({ operation }: OperationDefinitionNode) =>
    operation !== 'subscription' && schema.getRootType(operation) && !hasTypeChecks;

  function findPlan(document: DocumentNode, operation: OperationDefinitionNode): OperationPlan {
    let plan = plans.get(operation);
    if (!plan) plans.set(operation, (plan = new OperationPlan(schema, document, operation, executionsBeforeCode)));
    return plan;
  }

  return (request) => {
    const { document, operationName, variableValues, contextValue } = request;
    const operation = getOperationAST(document, operationName);
    if (!operation || !isSupported(operation)) return interpret(request);
    const plan = findPlan(document, operation);
    const { errors, coerced } = plan.coerceVariables(variableValues ?? {});
    if (errors) return { errors };
    const execution = new Execution(plan, contextValue, coerced);
    try {
      const data = executeSelection(plan.rootSelection(execution), undefined, execution);
      return execution.errors.length > 0 ? { errors: execution.errors, data } : { data };
    } catch (error) {
      if (error instanceof PromiseFoundError) {
        // A mutation may have written already.
        if (operation.operation === 'query') return interpret(request);
        throw error;
      }
      return { errors: [...execution.errors, error as never], data: null };
    } finally {
      if (plan.isTooLarge) plans.delete(operation);
    }
  };
};
