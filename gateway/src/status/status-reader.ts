import { IncidentList } from '@utter/contracts/http/status/incident'
import {
  ServedAnswer,
  type ServedPart,
  type ServedPartName,
  type ServedState,
  servedParts,
} from '@utter/contracts/http/status/served'
import type { StatusView } from '@utter/contracts/http/status/status-view'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Log } from '@utter/telemetry/log'

/** Milliseconds for which an answer is kept: whatever number of people look, the services are asked as often. */
const keptMs = 10_000
const limitMs = 1_000

/** The services that answer for parts of it. */
const owners = { jobs: ['submissions', 'voices'], notifier: ['streams', 'webhooks'] } as const satisfies Record<
  string,
  ServedPartName[]
>
type Owner = keyof typeof owners

interface StatusReaderOptions {
  urls: Record<Owner | 'account', string>
  signer: IdentitySigner
  log: Log
  now?: () => number
}

const order = ['down', 'degraded', 'operational', 'unknown'] as const satisfies ServedState[]

/**
 * Reads what is served, and the incidents. A part whose service does not answer is down now; what it was before is as it was last read, and unknown to a
 * gateway that has never read it.
 */
export function createStatusReader({ urls, signer, log, now = Date.now }: StatusReaderOptions) {
  const known = new Map<Owner, ServedPart[]>()
  let present: StatusView | undefined
  let freshUntil = Number.NEGATIVE_INFINITY
  let reading: Promise<StatusView> | undefined

  async function partsOf(owner: Owner): Promise<ServedPart[]> {
    try {
      const target = { baseUrl: urls[owner], audience: owner, path: '/internal/served', limitMs }
      const parts = await callService(target, signer, ServedAnswer)
      known.set(owner, parts)
      return parts
    } catch (error) {
      log.debug({ err: error, service: owner }, 'a service did not say what it serves')
      const before = known.get(owner) ?? owners[owner].map(neverRead)
      return before.map((part) => ({ ...part, now: 'down' as const }))
    }
  }

  async function incidents(): Promise<IncidentList | null> {
    const target = { baseUrl: urls.account, audience: 'account', path: '/internal/incidents', limitMs }
    try {
      return await callService(target, signer, IncidentList)
    } catch (error) {
      log.debug({ err: error }, 'the incidents could not be read')
      return present?.incidents ?? null
    }
  }

  async function read(): Promise<StatusView> {
    const [said, ...answers] = await Promise.all([incidents(), ...(Object.keys(owners) as Owner[]).map(partsOf)])
    const parts = servedParts.flatMap((name) => answers.flat().find(({ part }) => part === name) ?? [])
    const state = order.find((one) => parts.some((part) => part.now === one)) ?? 'unknown'
    present = { at: new Date(now()).toISOString(), state, parts, incidents: said }
    freshUntil = now() + keptMs
    return present
  }

  /** Requests that come while it is read share the answer. */
  return async (): Promise<StatusView> => {
    if (present && now() < freshUntil) return present
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

const neverRead = (part: ServedPartName): ServedPart => ({
  part,
  now: 'unknown',
  hours: [],
  uptimeOfDay: null,
  days: [],
  uptime: null,
})
