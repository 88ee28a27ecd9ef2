import { createHash } from 'node:crypto'
import { isMissing } from '../client.ts'

/**
 * An object that is made once, however many set-ups run at once: they have the same key. For a day Stripe answers a key with what it
 * made then, though that may have been removed since: then the key is another one.
 * @param isThere whether an object is still there to be used
 */
export async function madeOnce<One extends { id: string }>(
  key: string,
  make: (idempotencyKey: string) => Promise<One>,
  isThere: (id: string) => Promise<boolean>,
): Promise<One> {
  const made = await make(key)
  const isUsable = await isThere(made.id).catch((error) => {
    if (isMissing(error)) return false
    throw error
  })
  return isUsable ? made : madeOnce(`${key}:${made.id}`, make, isThere)
}

/** Another one for other parameters: Stripe refuses a key that it knows with others. */
export const digestOf = (params: object): string =>
  createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 16)

/** The objects of one of Stripe's lists, the oldest first: every set-up takes the same one. */
export async function listAll<One>(pages: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = []
  for await (const one of pages) all.push(one)
  return all.reverse()
}
