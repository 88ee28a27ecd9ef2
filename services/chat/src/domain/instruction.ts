const names = new Intl.DisplayNames('en', { type: 'language' })

/**
 * The system prompt of every chat model: its reply is spoken, not read.
 * @param language BCP 47, in which the reply is written; absent: that of the question
 */
export const instructionFor = (language?: string): string =>
  `You are a helpful assistant. Answer in one to three short sentences that can be spoken aloud, in ${
    language ? `${names.of(language)}, whatever the language of the question` : 'the language of the question'
  }. Write plain text without any markup.`
