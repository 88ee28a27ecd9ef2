import * as z from 'zod/mini'
import { wholeNumber } from './read-config.ts'

/** The variables of each process that counts what the chat model does for free accounts; 0: no bound. */
export const freeChatBounds = {
  FREE_DAILY_CHAT_CHARACTERS: z._default(wholeNumber, 2_000_000),
  FREE_CHAT_CHARACTERS_PER_NETWORK: z._default(wholeNumber, 4_000_000),
}

/** The variables of each process that knows how many calls a month a free account has before its address is verified. */
export const unverifiedBound = {
  /** From whom the platform's mails are; absent: it sends none. */
  MAIL_FROM: z.optional(z.string()),
  /** 0: as many as its plan has. */
  UNVERIFIED_FREE_CALLS: z._default(wholeNumber, 10),
}

/** A month's calls of a free account whose address is not verified. @returns undefined: as many as its plan has, also where no mail could verify it */
export const unverifiedCallsOf = ({
  MAIL_FROM,
  UNVERIFIED_FREE_CALLS,
}: {
  MAIL_FROM?: string | undefined
  UNVERIFIED_FREE_CALLS: number
}): number | undefined => (MAIL_FROM !== undefined && UNVERIFIED_FREE_CALLS > 0 ? UNVERIFIED_FREE_CALLS : undefined)
