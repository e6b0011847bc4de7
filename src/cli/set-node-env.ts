// First among the imports of main.ts: graphql checks for a second copy of itself at every step unless it is told not to.
process.env['NODE_ENV'] ??= 'production';
