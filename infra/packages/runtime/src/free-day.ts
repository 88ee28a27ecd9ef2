import * as z from 'zod/mini'
import { wholeNumber } from './read-config.ts'

/** The variable of each process that counts what the chat model is sent for free accounts; 0: no bound. */
export const freeDailyChatCharacters = {
  FREE_DAILY_CHAT_CHARACTERS: z._default(wholeNumber, 2_000_000),
}
