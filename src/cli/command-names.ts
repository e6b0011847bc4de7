/** What each command does, in one line. */
export const commands = {
  serve: 'answer at http://HOST:PORT/api; what it does when no command is given',
  reset: 'put the data folder back to the world; every token that was given out ends',
  check: 'say whether the world folder is right, and what is wrong with which record',
} as const;
/** The commands of the conformance suite, which have flags of their own. */
export const suiteCommands = {
  conform: 'judge a server, requirement by requirement; conform --help lists its flags',
  fidelity: 'replay what a deployment answered, and say where the stand-in differs; fidelity --help lists its flags',
  diff: 'send the same requests to two servers, and say where they differ; diff --help lists its flags',
  record: 'turn the traffic of a server into draft cases; record --help lists its flags',
} as const;
export type CommandName = keyof typeof commands;
export type SuiteCommand = keyof typeof suiteCommands;
