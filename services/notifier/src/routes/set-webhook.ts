import { SavedWebhook, SetWebhook } from '@utter/contracts/http/webhooks'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { checkWebhookUrl, webhookNotPublic } from '@utter/http/webhook-target'
import { NotPublic, resolvePublic } from '../deliveries/public-lookup.ts'
import type { Deps } from '../deps.ts'
import type { Endpoint } from '../domain/endpoint.ts'
import { newSecret } from '../domain/signature.ts'
import { untilUnchanged } from '../store/until-unchanged.ts'

/**
 * `PUT /api/settings/webhook`: sets the account's webhook, which is enabled by it, or removes it by null. The secret is
 * in the answer if it was made by this request.
 */
export const setWebhook: Route<Deps> = (app, deps) =>
  app.put(
    '/api/settings/webhook',
    {
      access: deps.guard.fresh,
      schema: {
        operation: {
          id: 'setWebhook',
          tag: 'Webhooks',
          summary: 'Set the webhook of the account, or take it away',
          description:
            'A webhook that was disabled is enabled by it. The answer has the secret if this request made it.',
          example: { webhookUrl: 'https://example.com/hooks/utter' },
          refusals: { 403: 'Webhooks are available on paid plans; or an API key was used.' },
        },
        body: SetWebhook,
        response: { 200: SavedWebhook },
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      const { webhookUrl } = request.body
      if (webhookUrl !== null) {
        checkWebhookUrl(webhookUrl, planOf(deps.plans, tier), deps.webhookTargets)
        await checkName(webhookUrl, deps)
      }
      if (await deps.erasure.isDeleted(userId)) throw unauthorized()
      const secret = newSecret()
      const made = deps.sealed.seal(userId, secret)
      const { before, after } = await untilUnchanged(deps.endpoints, userId, (seen) =>
        save(deps, seen, webhookUrl, made),
      )
      if (after.unpublishedSince) deps.endpointRelay.soon(after)
      const isMade = before.secret === undefined && after.secret === made
      return reply.header('cache-control', 'no-store').send({ webhookUrl, ...(isMade && { secret }) })
    },
  )

/** Saves a webhook, unless it is the same already. Null: it has changed since it was read. @param made the secret of an account that has none */
async function save(
  { endpoints, sealed, clock }: Deps,
  seen: Endpoint,
  url: string | null,
  made: string,
): Promise<Endpoint | null> {
  if (url === null) return seen.url === undefined ? seen : endpoints.removeUrl(seen, clock.now())
  if (seen.url === url && seen.secret !== undefined && !seen.disabledAt && !seen.failingSince) return seen
  const secret = seen.secret === undefined ? made : sealed.renew(seen._id, seen.secret)
  return endpoints.setUrl(seen, url, secret, clock.now())
}

/** A name that leads inside now is refused; one that cannot be resolved at the moment is looked at again at each connection. */
async function checkName(url: string, { resolve, webhookTargets }: Deps): Promise<void> {
  if (webhookTargets.allowPrivate) return
  const host = new URL(url).hostname
  // A literal address was checked already.
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return
  try {
    await resolvePublic(resolve, host)
  } catch (error) {
    if (error instanceof NotPublic) throw webhookNotPublic()
  }
}
