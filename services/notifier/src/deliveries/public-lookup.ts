import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '@utter/http/public-host'

/** The addresses of a host's name. @throws where it has none */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** A name that leads to this machine or its network, at this moment. */
export class NotPublic extends Error {
  override name = 'NotPublic'
}
export class NotResolved extends Error {
  override name = 'NotResolved'
}

/** As a client of DNS alone: the system's own lookup would know the names of this network, and has four threads for all of a process. */
export function resolveByDns(): Resolve {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  return async (hostname) => {
    const of = async (family: 4 | 6) =>
      (family === 4 ? await resolver.resolve4(hostname) : await resolver.resolve6(hostname)).map((address) => ({
        address,
        family,
      }))
    const found = await Promise.allSettled([of(4), of(6)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

/** For development: the names that this machine knows. */
export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true })

/** @throws NotPublic when any of its addresses is not; NotResolved where it has none */
export async function resolvePublic(resolve: Resolve, hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new NotResolved('the name was not resolved', { cause })
  })
  if (addresses.length === 0) throw new NotResolved('the name has no address')
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new NotPublic('the name leads inside')
  return addresses
}

/**
 * The lookup of a connection, which is made to a checked address even if the name leads elsewhere a moment later. A
 * literal address is not looked up, and has to be checked before.
 */
export const lookupBy =
  (addressesOf: Resolve): LookupFunction =>
  (hostname, { all }, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (all || !first) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
