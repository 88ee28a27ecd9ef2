import { unavailable } from '@utter/http/problem'
import type { Endpoint } from '../domain/endpoint.ts'
import type { EndpointStore } from './endpoints.ts'

const maxTries = 5

/**
 * Reads an account's document and changes it, again where it had changed in between.
 * @param change null: it is not any more what was read @throws Problem 503 where that goes on
 */
export async function untilUnchanged(
  endpoints: Pick<EndpointStore, 'readOrCreate'>,
  userId: string,
  change: (seen: Endpoint) => Promise<Endpoint | null>,
): Promise<{ before: Endpoint; after: Endpoint }> {
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await endpoints.readOrCreate(userId)
    const after = await change(before)
    if (after) return { before, after }
  }
  throw unavailable()
}
