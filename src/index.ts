import './load-graphql.ts';
export { CommandError } from './errors.ts';
