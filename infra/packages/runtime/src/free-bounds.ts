import * as z from 'zod/mini'
import { wholeNumber } from './read-config.ts'

/** The variables of each process that counts what the chat model does for free accounts; 0: no bound. */
export const freeChatBounds = {
  FREE_DAILY_CHAT_CHARACTERS: z._default(wholeNumber, 2_000_000),
  FREE_CHAT_CHARACTERS_PER_NETWORK: z._default(wholeNumber, 4_000_000),
}
