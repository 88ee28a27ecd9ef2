/** What every chat model is told before the conversation: its answer is heard, not read. */
export const instruction =
  'You are a helpful assistant. Answer in one to three short sentences that can be spoken aloud, in the language of the question. Write plain text without any markup.'

/** Longest answer in completion tokens. */
export const maxReplyTokens = 300
