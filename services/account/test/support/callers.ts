import type { Caller } from '@utter/http/identity'
import { createCallers } from '@utter/testing/callers'

export const callers = createCallers('account')
const gateway = callers.identity.signer('gateway')

/** An address of its own for each: counts in Redis outlive a test. */
export const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
/** The token of a caller whose address matters. */
export const callerToken = (caller: Caller): string => gateway.caller('account', caller)
