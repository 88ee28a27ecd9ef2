import { randomBytes } from 'node:crypto'
import { createIdentitySigner, identityHeader } from '@utter/http/identity'
import { makeIdentityKeys, privateKeyOf } from '@utter/http/identity-keys'
import { readSecrets } from '@utter/local/secrets'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { type Answer, Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { retryOnClosedSocket } from '@utter/testing/customers/retry-on-closed-socket'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { startSteadyLoad } from '@utter/testing/customers/steady-load'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { type Fleet, openFleet } from '@utter/testing/setup/fleet'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import type { Replica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Rolling restarts at once: two cores start no more beside the load. */
const maxRolling = 2
/** Replicas of each process, all of which are replaced at each step. */
const replicas = 2

// The steps of `infra/operating/rotating-secrets.md`, in their order.
let fleet: Fleet
let services: string[]
/** The gateways sign by it. */
let gatewayKey: string
let vendor: Awaited<ReturnType<typeof openVendor>>
const closing = new AsyncDisposableStack()

beforeAll(async () => {
  vendor = await openVendor()
  closing.defer(() => vendor.close())
  // The platform's own keep the secrets that they started with: requests go to others.
  fleet = closing.use(await openFleet(replicas, { ownServe: false }))
  services = fleet.names.filter((name) => name !== 'gateway')
  gatewayKey = (await readSecrets(ownPlatform().dataDir, {})).identityKeys.gateway
})
afterAll(() => closing.disposeAsync())

async function aCustomer(): Promise<RetryingCustomer> {
  const customer = await retryOnClosedSocket(() => Customer.signUp(fleet.url))
  await makeEnterprise(customer)
  await (await testOperator()).setRate(customer.email, 100_000)
  return new RetryingCustomer(customer)
}

/** A step: every replica of these is replaced by one with the variables, and each that leaves ends in order. */
async function roll(names: string[], env: Record<string, string>): Promise<void> {
  const codes = await pMap(names, (name) => fleet.roll(name, env), { concurrency: maxRolling })
  expect(codes.flat().filter((code) => code !== 0)).toEqual([])
}

/** A job is accepted and completed with what is there now. @returns the addresses of its sound: as jobs signs it, and as notifier does on the stream */
async function aRecording(careful: RetryingCustomer): Promise<string[]> {
  const id = await careful.submitOne('/api/tts', 'Yes.')
  const events = await careful.customer.events(`/api/events/${id}`, { limitMs: 60_000 })
  const { audioUrl } = await careful.customer.job(id)
  return [String(audioUrl), String(events.at(-1)?.data.audioUrl)]
}

/** A player without an account. */
const play = (address: string): Promise<Answer> => new Customer(fleet.url).get(address)

/** Figures, lists, and sounds: by the addresses that were given, and by one that is new, whichever replica signs it and whichever plays it. */
function readings({ customer }: RetryingCustomer, given: () => string[] = () => []): () => Promise<Answer> {
  let at = 0
  return async () => {
    const [turn, round] = [at % 3, Math.floor(at / 3)]
    at++
    if (turn === 0) return customer.get('/api/stats')
    const addresses = given()
    const address = addresses[round % addresses.length]
    if (turn === 1 && address) return play(address)
    const list = await customer.get('/api/jobs?status=completed')
    if (list.status !== 200) return list
    const [latest] = list.body as { id: string }[]
    if (!latest) return list
    const job = await customer.get(`/api/jobs/${latest.id}`)
    const { audioUrl } = job.body as { audioUrl?: string }
    return job.status === 200 && audioUrl ? play(audioUrl) : job
  }
}

/** Every job is completed and counted once. */
async function expectAllCompleted(careful: RetryingCustomer): Promise<void> {
  await careful.allEnded()
  expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
  await expectAtRest(careful.customer, { disturbed: false, accepted: careful.jobIds })
}

test("the gateway's identity key is replaced under load: no request fails, and at the end the old key is refused", {
  timeout: 900_000,
}, async () => {
  const { IDENTITY_PUBLIC_KEYS } = await readSecrets(ownPlatform().dataDir, {})
  const made = makeIdentityKeys()
  const others = IDENTITY_PUBLIC_KEYS.split(',').filter((pair) => !pair.startsWith('gateway='))
  const [oldPublic, newPublic] = [IDENTITY_PUBLIC_KEYS, made.publicKeys].map((text) =>
    text.split(',').find((pair) => pair.startsWith('gateway=')),
  )
  /** The answer of each replica of each service to a token by this key. */
  const answersTo = (key: string) => {
    const signer = createIdentitySigner(privateKeyOf(key), 'gateway')
    const statusOf = async (name: string, { url }: Replica) => {
      const headers = { [identityHeader]: signer.internal(name) }
      return `${name} ${(await fetch(`${url}/internal/openapi.json`, { headers })).status}`
    }
    return Promise.all(services.flatMap((name) => fleet.replicas(name).map((replica) => statusOf(name, replica))))
  }
  const all = (status: number) => services.flatMap((name) => fleet.replicas(name).map(() => `${name} ${status}`))
  const [oldKey, newKey] = [gatewayKey, made.privateKeys.gateway]

  const careful = await aCustomer()
  const load = startSteadyLoad(careful, readings(careful))
  try {
    await aRecording(careful)
    expect(await answersTo(newKey)).toEqual(all(401))
    await roll(services, { IDENTITY_PUBLIC_KEYS: [oldPublic, newPublic, ...others].join() })
    expect(await answersTo(newKey)).toEqual(all(200))
    expect(await answersTo(oldKey)).toEqual(all(200))
    await aRecording(careful)

    await roll(['gateway'], { IDENTITY_KEY: newKey })
    gatewayKey = newKey
    await aRecording(careful)

    // No minute is waited for: every gateway with the old key has ended, and nobody else sends its tokens.
    await roll(services, { IDENTITY_PUBLIC_KEYS: [newPublic, ...others].join() })
    await aRecording(careful)
  } finally {
    await load.stop()
  }
  expect(load.failed).toEqual([])
  expect(load.reads()).toBeGreaterThan(50)
  expect(await answersTo(oldKey)).toEqual(all(401))
  expect(await answersTo(newKey)).toEqual(all(200))
  await expectAllCompleted(careful)
})

test('the key that signs addresses of audio is replaced under load: each address can be played, and at the end none of the old key', {
  timeout: 900_000,
}, async () => {
  const { AUDIO_SIGNING_KEY: oldKey } = await readSecrets(ownPlatform().dataDir, process.env)
  const newKey = randomBytes(32).toString('base64url')
  const signedBy = (key: string, address: string) => {
    const { pathname, searchParams } = new URL(address, fleet.url)
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? '']
    const jobId = pathname.replace(/^\/audio\/|\.mp3$/g, '')
    return createAudioAddresses([key]).isGood(jobId, { expires, signature }, new Date())
  }
  /** The answers of the replicas of speech to a visitor, each asked by itself. */
  const statuses = async (addresses: string[]) => {
    const token = createIdentitySigner(privateKeyOf(gatewayKey), 'gateway').caller('speech', { address: '127.0.0.1' })
    const asked = fleet.replicas('speech').flatMap(({ url }) => addresses.map((address) => new URL(address, url)))
    const answers = await Promise.all(asked.map((url) => fetch(url, { headers: { [identityHeader]: token } })))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    return [...new Set(answers.map(({ status }) => status))]
  }

  const careful = await aCustomer()
  const byOld: string[] = []
  const byNew: string[] = []
  let given = () => [...byOld, ...byNew]
  const load = startSteadyLoad(
    careful,
    readings(careful, () => given()),
  )
  try {
    byOld.push(...(await aRecording(careful)))
    await roll(['speech'], { AUDIO_SIGNING_KEY: `${oldKey},${newKey}` })
    byOld.push(...(await aRecording(careful)))
    expect(byOld.filter((address) => !signedBy(oldKey, address))).toEqual([])
    expect(await statuses(byOld)).toEqual([200])

    await roll(['jobs', 'notifier', 'speech'], { AUDIO_SIGNING_KEY: `${newKey},${oldKey}` })
    byNew.push(...(await aRecording(careful)))
    expect(byNew.filter((address) => !signedBy(newKey, address))).toEqual([])
    expect(await statuses([...byOld, ...byNew])).toEqual([200])

    // A week is over: nobody plays these any more.
    given = () => byNew
    await roll(['jobs', 'notifier', 'speech'], { AUDIO_SIGNING_KEY: newKey })
    byNew.push(...(await aRecording(careful)))
    expect(byNew.filter((address) => !signedBy(newKey, address))).toEqual([])
  } finally {
    await load.stop()
  }
  expect(load.failed).toEqual([])
  expect(load.reads()).toBeGreaterThan(50)
  expect(await statuses(byNew)).toEqual([200])
  expect(await statuses(byOld)).toEqual([403])
  await expectAllCompleted(careful)
})
