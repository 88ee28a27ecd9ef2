import { type Service, services } from '@utter/contracts/flow'
import { ApiPart } from '@utter/contracts/http/internal/get-openapi'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Log } from '@utter/telemetry/log'

/** Milliseconds for which a part is kept: a service's description changes only when it is deployed. */
const keptMs = 60_000
/** The same, while some service has not answered. */
const retryMs = 2_000
const limitMs = 1_000

export type ApiParts = { parts: ApiPart[]; missing: Service[] }

/**
 * The services' parts of the API's description, asked for when they are wanted. A service that is unavailable leaves its last known part;
 * one that has never answered is `missing`.
 */
export function createParts(
  urls: Record<Service, string>,
  signer: IdentitySigner,
  log: Log,
  now = () => performance.now(),
) {
  const known = new Map<Service, ApiPart>()
  let present: ApiParts = { parts: [], missing: [...services] }
  let freshUntil = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const answers = await Promise.allSettled(
      services.map(async (service) => {
        const target = { baseUrl: urls[service], audience: service, path: '/internal/openapi.json', limitMs }
        known.set(service, await callService(target, signer, ApiPart))
      }),
    )
    const failed = answers.filter((answer) => answer.status === 'rejected')
    for (const { reason } of failed) log.debug({ err: reason }, 'a service did not describe itself')
    present = {
      parts: services.flatMap((service) => known.get(service) ?? []),
      missing: services.filter((service) => !known.has(service)),
    }
    freshUntil = now() + (failed.length > 0 ? retryMs : keptMs)
  }

  /** Returns the same object until the parts are asked for again; requests that come meanwhile share that call. */
  return async (): Promise<ApiParts> => {
    if (now() >= freshUntil) {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      await refreshing
    }
    return present
  }
}
