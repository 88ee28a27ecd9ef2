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

/**
 * A password as it is hashed: keyboards give the same letters in several forms (NIST SP 800-63B, 5.1.1.2). Hashes from before are of the
 * password as it was typed.
 */
const normalized = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalized(password), settings))

/** Compared with where no account has the email. */
const unknownHash = hashPassword('the password of no account')
/**
 * Compares a password. It takes the same time for an account that does not exist.
 * @returns `outdated`: right, by a hash of it as it was typed
 */
export async function comparePassword(
  passwordHash: string | undefined,
  password: string,
): Promise<'right' | 'outdated' | 'wrong'> {
  const against = passwordHash ?? (await unknownHash)
  const isOf = (form: string) => inTurn(() => verify(against, form))
  const isRight = await isOf(normalized(password))
  const isOutdated = !isRight && password !== normalized(password) && (await isOf(password))
  if (passwordHash === undefined) return 'wrong'
  return isRight ? 'right' : isOutdated ? 'outdated' : 'wrong'
}
