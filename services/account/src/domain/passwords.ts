import { hash, verify } from '@node-rs/argon2'
import { refusedAsBusy } from '@utter/http/limits/limit-in-flight'
import pLimit from 'p-limit'

// argon2id with 19 MiB, two passes, one lane: the minimum that OWASP recommends.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes 19 MiB and a core for some 30 ms each; more at once only make all of them slower. */
const inTurns = pLimit(4)
/** Hashes in the queue: about a second's work for two cores, after which a caller would wait in vain. */
const maxWaiting = 64

/** @throws Problem 503 when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inTurns.pendingCount >= maxWaiting) throw refusedAsBusy('passwords')
  return inTurns(work)
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, settings))

/** Compared with where no account has the email. */
const unknownHash = hashPassword('the password of no account')
/** Compares a password. It takes the same time for an account that does not exist. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await unknownHash)
  const isRight = await inTurn(() => verify(against, password))
  return isRight && passwordHash !== undefined
}
