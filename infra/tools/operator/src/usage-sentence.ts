/** A fault that the person at the keyboard can mend. */
export class UsageError extends Error {}

/** commander's messages as sentences that name the argument, as those of this program's own checks do. */
const sentences: [RegExp, string][] = [
  [/^missing required argument '(.+)'/, '$1 is missing.'],
  [/^option '\S+ <(.+)>' argument missing/, '$1 is missing.'],
  [/^required option '\S+ <(.+)>' not specified/, '$1 is missing.'],
  [/^unknown command '(.+)'/, "There is no command '$1'."],
  [/^unknown option '(.+)'/, "There is no option '$1'."],
  [/^too many arguments/, 'Too many arguments'],
]

/** @param text as commander prints it: `error: missing required argument 'EMAIL'` */
export function usageSentence(text: string): string {
  const message = text.replace(/^error: /, '')
  const [pattern, sentence] = sentences.find(([pattern]) => pattern.test(message)) ?? []
  return pattern && sentence ? message.replace(pattern, sentence) : message
}
