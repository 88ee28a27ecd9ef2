import * as z from 'zod/mini'
import { FoundAccount } from './find-account.ts'

export const accountsPerPage = 100

/**
 * `GET /internal/accounts/list`, operator to account: all, or the suspended ones, the latest first; with `email` those whose address begins
 * so, by their addresses.
 */
export const ListAccounts = z.object({
  email: z.optional(z.string()),
  suspended: z.optional(z.literal('true')),
  /** Only those that signed up, or were suspended, before. */
  before: z.optional(z.iso.datetime('before must be a date and time')),
})
export type ListAccounts = z.infer<typeof ListAccounts>

export const AccountList = z.object({ accounts: z.array(FoundAccount) })
