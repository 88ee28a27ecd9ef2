import type { DeliverDeps } from '../deps.ts'
import type { Endpoint } from '../domain/endpoint.ts'

const batch = 100
/** Secrets that cannot be read, by one sweep: past them the rest waits for the operator. */
const maxLeft = 1_000

type RenewDeps = Pick<DeliverDeps, 'endpoints' | 'sealed' | 'clock' | 'log'>

/**
 * Has every stored secret sealed by the first key: those of an earlier key, which nothing needs any more then, and those that were stored as they
 * are. A secret whose key is missing is left, and so is one that is replaced meanwhile, which the next sweep finds where it has to.
 */
export async function renewSecrets(deps: RenewDeps): Promise<void> {
  const { endpoints, sealed, log } = deps
  if (!sealed.byFirstKey) return
  const left: string[] = []
  let renewed = 0
  let found: Endpoint[]
  do {
    found = await endpoints.withSecretsOutside(sealed.byFirstKey, batch, left)
    for (const endpoint of found) {
      if (await renew(deps, endpoint)) renewed++
      else left.push(endpoint._id)
    }
  } while (found.length === batch && left.length < maxLeft)
  const count = { renewed, left: left.length }
  if (left.length > 0) log.warn(count, 'secrets of webhooks could not all be sealed anew')
  else if (renewed > 0) log.info(count, 'secrets of webhooks were sealed anew')
}

/** Also removes those that sign no more. @returns whether its secrets are sealed by the first key now */
async function renew({ endpoints, sealed, clock, log }: RenewDeps, endpoint: Endpoint): Promise<boolean> {
  const { _id: userId, secret, oldSecrets = [] } = endpoint
  if (secret === undefined) return false
  try {
    const old = oldSecrets
      .filter(({ until }) => until > clock.now())
      .map(({ secret, until }) => ({ secret: sealed.renew(userId, secret), until }))
    return (await endpoints.renewSecrets(endpoint, sealed.renew(userId, secret), old)) !== null
  } catch (error) {
    log.debug({ err: error, userId }, 'the secrets of an account could not be sealed anew')
    return false
  }
}
