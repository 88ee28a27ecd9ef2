import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Instant, UserId } from '../ids.ts'

/** All that other services need of an account. The topic is compacted: read from its first offset it has every account. */
export const AccountState = defineEvent(
  'account.state',
  'account-state',
  z.object({
    username: z.string(),
    email: z.string(),
    /** The anchor of the free plan's months, as in a credential. */
    signedUpAt: Instant,
    /** Deleted accounts of the same mailbox, whose calls of the free month count for this one. */
    continues: z.optional(z.array(UserId)),
    /** The code that the account signed up with, if any; referral decides whom it counts for. */
    referredBy: z.optional(z.string()),
    /** The hash of the browser's device cookie at the last sign-up or login; referral counts nobody for himself. */
    device: z.optional(z.string()),
    /** The operator has suspended it: its links, which strangers open, open nothing. */
    suspended: z.optional(z.boolean()),
    /** The last state of an account: name and email are empty, and consumers remove what they have of it. */
    deleted: z.optional(z.boolean()),
  }),
)
