import { unavailable } from '@utter/http/problem'
import { TransientError } from '@utter/runtime/is-transient'

/** Each try fails only when another process changed the same account between its read and its update. */
const maxTries = 20

/**
 * Reads an account and changes it by what was read, until no other process did so in between.
 * @param attempt one try; false when its guard did not match
 * @throws Problem 503 after 20 tries, which is transient: a message is handled again, and no dead letter
 */
export async function untilChanged(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) if (await attempt()) return
  throw unavailable(undefined, 1, new TransientError('the account changed during each try'))
}
