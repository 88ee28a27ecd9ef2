import { lookup } from 'node:dns/promises'
import { services } from '@utter/contracts/flow'
import { callHeaders } from '@utter/http/call'
import * as z from 'zod/mini'
import { type Check, type Finding, failed, few, ok, skipped, warning } from '../check.ts'
import type { Examined, ExaminedProcess } from '../examined.ts'
import { NotExamined } from '../not-examined.ts'
import { messageOf } from '../run-checks.ts'
import { startCommand } from './places.ts'

const answerMs = 3_000
const privatePortOfImages = 9090
const maxBlockedSeconds = 60
/** Answers of the gateway that are compared: behind a balancer they are of several replicas. */
const pagesAsked = 5

/** A question that changes nothing, to each service that the operator calls. */
const questions = {
  account: '/internal/accounts?email=doctor%40example.invalid',
  jobs: '/internal/jobs/00000000-0000-4000-8000-000000000000',
  billing: '/internal/billing/reconciliation',
  speech: '/internal/vendors',
}

export const processChecks: Check[] = [
  ...[...services, 'gateway'].map((name) => ({
    name: `processes: ${name}`,
    examine: (examined: Examined) => examineProcess(name, examined),
  })),
  ...Object.entries(questions).map(([name, path]) => ({
    name: `processes: ${name} takes our token`,
    examine: (examined: Examined) => examineToken(name, path, examined),
  })),
  { name: 'processes: publishing', examine: examinePublishing },
  { name: 'processes: versions', examine: examineVersions },
  { name: 'processes: pages', examine: examinePages },
]

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, signal: AbortSignal.timeout(answerMs), redirect: 'manual' })

async function examineProcess(name: string, { processes, dataDir }: Examined): Promise<Finding> {
  const { url, privateUrl } = processes[name] ?? {}
  if (!url && dataDir === undefined) return skipped('its address is not set here')
  if (!url) return failed('it does not run', startCommand(name, dataDir))
  try {
    const answer = await get(privateUrl ? `${privateUrl}/health/ready` : url)
    if (!privateUrl || answer.ok) return ok(privateUrl ? 'ready' : 'it answers')
    const { status, failed: by = [] } = (await answer.json()) as { status: string; failed?: string[] }
    return failed(by.length > 0 ? `${status}: ${by.join(', ')}` : status, startCommand(name, dataDir))
  } catch (error) {
    return failed(`it does not answer: ${messageOf(error)}`, startCommand(name, dataDir))
  }
}

async function examineToken(name: string, path: string, { processes, signer }: Examined): Promise<Finding> {
  const url = processes[name]?.url
  if (!url) return skipped('its address is not known here')
  if (!signer) return skipped('IDENTITY_KEY is not set here')
  const answer = await get(`${url}${path}`, callHeaders(name, signer)).catch(() => {
    throw new NotExamined('it does not answer')
  })
  await answer.body?.cancel()
  if (answer.status !== 401) return ok('the operator is known')
  return failed(
    `it refuses the operator's token`,
    'set IDENTITY_KEY to the key whose public half is `operator=…` in IDENTITY_PUBLIC_KEYS; else the clocks are off',
  )
}

/** Outboxes that a process cannot empty, as its metrics have it. */
async function examinePublishing({ processes, dataDir }: Examined): Promise<Finding> {
  const asked = services.flatMap((name) => {
    const address = processes[name]?.privateUrl
    return address ? [{ name, address }] : []
  })
  if (asked.length === 0) return skipped('metrics are not reached from here: the alert EventsAreNotPublished has it')
  const blocked = await Promise.all(
    asked.map(async ({ name, address }) => {
      const text = await get(`${address}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      const seconds = Number(/^outbox_blocked_seconds (\S+)/m.exec(text)?.[1] ?? 0)
      return seconds > maxBlockedSeconds ? [name] : []
    }),
  )
  const names = blocked.flat()
  return names[0]
    ? failed(`unable to publish for a minute: ${few(names)}`, startCommand(names[0], dataDir))
    : ok('nothing waits for the brokers')
}

const Live = z.object({ version: z.optional(z.string()) })

/** The version that each replica tells at its private port; one of before tells none. */
async function examineVersions({ processes }: Examined): Promise<Finding> {
  const asked = [...services, 'gateway'].map(async (name) => {
    const addresses = await privateAddressesOf(processes[name])
    const versions = addresses.map(async (address) => {
      const answer = await get(`${address}/health/live`).catch(() => undefined)
      if (!answer) return []
      const { version = 'an older one' } = Live.parse(await answer.json())
      return [{ name, version }]
    })
    return (await Promise.all(versions)).flat()
  })
  const told = (await Promise.all(asked)).flat()
  if (told.length === 0) return skipped('the private port of no process is reached from here')
  const groups = [...Map.groupBy(told, ({ version }) => version)]
  const [[version] = ['']] = groups
  return groups.length > 1
    ? warning(
        groups.map(([one, all]) => `${one}: ${[...new Set(all.map(({ name }) => name))].join(', ')}`).join('; '),
        'end the upgrade (infra/operating/upgrades.md): docker compose up --detach --wait, or kubectl rollout status',
      )
    : ok(`${told.length} processes are of ${version}`)
}

/** Every replica behind the name of a service: in containers each has an address of its own. */
async function privateAddressesOf(one: ExaminedProcess | undefined): Promise<string[]> {
  if (one?.privateUrl) return [one.privateUrl]
  if (!one?.url) return []
  const found = await lookup(new URL(one.url).hostname, { all: true, family: 4 }).catch(() => [])
  return found.map(({ address }) => `http://${address}:${privatePortOfImages}`)
}

/** The names of a build's files have their contents' hash: two of a replica that differ are two versions. */
async function examinePages({ processes }: Examined): Promise<Finding> {
  const url = processes.gateway?.url
  if (!url) return skipped('the address of the gateway is not known here')
  const pages = await Promise.all(
    Array.from({ length: pagesAsked }, () =>
      get(`${url}/`, { connection: 'close' }).then(
        async (answer) => /src="([^"]+\.js)"/.exec(await answer.text())?.[1],
        () => undefined,
      ),
    ),
  )
  const found = new Set(pages.filter((page) => page !== undefined))
  if (found.size === 0) return skipped('the gateway serves no pages')
  return found.size > 1
    ? warning(
        `the gateway serves ${found.size} versions of the pages`,
        'end the roll-out: kubectl rollout status deployment/gateway',
      )
    : ok('each answer of the gateway has the same')
}
