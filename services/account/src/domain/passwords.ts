import { hash, verify } from '@node-rs/argon2'
import { refusedAsBusy } from '@utter/http/limit-in-flight'
import pLimit from 'p-limit'

// argon2id with 19 MiB, two passes, one lane: what OWASP gives as the least.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes 19 MiB and a core for some 30 ms each; more at once only make all of them slower. */
const inTurns = pLimit(4)
/** About a second's work for two cores: who comes later would wait in vain. */
const maxWaiting = 64

/** @throws Problem 503 when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inTurns.pendingCount >= maxWaiting) throw refusedAsBusy('passwords')
  return inTurns(work)
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, settings))

const nobody = hashPassword('the password of nobody')
/** Takes the same time whether there is such an account or not. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  const isRight = await inTurn(() => verify(against, password))
  return isRight && passwordHash !== undefined
}
