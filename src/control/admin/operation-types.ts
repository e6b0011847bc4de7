import type { OperationId, Table } from './operations.ts';
import type { SchemaName, Shape } from './schemas.ts';

type ParameterNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;
type ShapeIn<O, Member extends string, Otherwise> = O extends { readonly [M in Member]: infer N extends SchemaName }
  ? Shape<N>
  : Otherwise;

/** The parameters in the path of an operation. */
export type ParamsOf<Id extends OperationId> = Record<ParameterNames<Table[Id]['endpoint']>, string>;
export type QueryOf<Id extends OperationId> = ShapeIn<Table[Id], 'query', Record<never, never>>;
export type BodyOf<Id extends OperationId> = ShapeIn<Table[Id], 'body', Record<never, never>>;
/** The body of the response of an operation; void if there is none, or if it is a stream. */
export type ResponseOf<Id extends OperationId> = Table[Id] extends { readonly mediaType: string }
  ? void
  : ShapeIn<Table[Id], 'response', void>;

/** The ids of the operations by their endpoints, such as `GET /__admin/clock`. */
export type OperationAt = { [Id in OperationId as Table[Id]['endpoint']]: Id };

export type Endpoint = keyof OperationAt;

type None = Record<never, never>;
type Part<Name extends string, T> = None extends T ? { [N in Name]?: T } : { [N in Name]: T };
/** What an operation needs: the parameters of its path, its query, and its body. */
export type ControlRequest<E extends Endpoint> = Part<'params', ParamsOf<OperationAt[E]>> &
  Part<'query', { [Name in keyof QueryOf<OperationAt[E]>]?: string | number }> &
  Part<'body', BodyOf<OperationAt[E]>>;
export type ControlResponse<E extends Endpoint> = ResponseOf<OperationAt[E]>;
/** A request that may be omitted if the operation needs nothing. */
export type ControlArguments<E extends Endpoint> =
  None extends ControlRequest<E> ? [request?: ControlRequest<E>] : [request: ControlRequest<E>];
