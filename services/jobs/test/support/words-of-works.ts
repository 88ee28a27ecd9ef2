import type { WordTimes } from '@utter/contracts/http/jobs/word-times'

/** Speech's answers about words, made up: the same for each section, a word each ten milliseconds from the beginning of its sound. */
export function wordsBySection() {
  let words: WordTimes | undefined
  let failure: Error | undefined
  return {
    client: {
      of: async (): Promise<WordTimes | undefined> => {
        if (failure) throw failure
        return words
      },
    },
    /** Without any: the sounds have none. */
    say(...texts: string[]): void {
      failure = undefined
      words =
        texts.length === 0
          ? undefined
          : texts.map((word, index) => ({ word, start: index / 100, end: (index + 1) / 100, estimated: false }))
    },
    fail(error: Error): void {
      failure = error
    },
  }
}
