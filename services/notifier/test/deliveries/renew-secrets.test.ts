import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { renewSecrets } from '../../src/deliveries/renew-secrets.ts'
import { type Endpoint, signingSecrets } from '../../src/domain/endpoint.ts'
import { createSealedSecrets } from '../../src/domain/sealed-secrets.ts'
import { newSecret } from '../../src/domain/signature.ts'
import { openEndpoints } from '../../src/store/endpoints.ts'
import { later, now } from '../support/trials.ts'

const mongo = await closedAfterAll(openDatabase('notifier-renewed'))
const endpoints = await openEndpoints(mongo.connection)
const collection = mongo.connection.collection<Endpoint>('endpoints')

const [older, newer] = ['the older key of this test, 32 characters', 'the newer key of this test, 32 characters']
const [before, between, after] = [
  createSealedSecrets([older]),
  createSealedSecrets([newer, older]),
  createSealedSecrets([newer]),
]
const log = createLog('notifier', 'silent')
const sweep = (sealed = between) => renewSecrets({ endpoints, sealed, clock: { now: () => now }, log })

/** An account as it is stored. */
const stored = (_id: string, more: Partial<Endpoint>): Endpoint => ({
  _id,
  tier: 'pro',
  billingVersion: 1,
  version: 2,
  url: 'https://example.com/',
  ...more,
})
async function put(...documents: Endpoint[]): Promise<void> {
  await collection.deleteMany({})
  await collection.insertMany(documents)
}
const read = async (userId: string) => (await endpoints.read(userId)) ?? expect.unreachable()

test('after a sweep the older key is needed by nothing: each secret signs on by the newer one alone', async () => {
  const [present, old, plain] = [newSecret(), newSecret(), newSecret()]
  await put(
    stored('rotated', {
      secret: before.seal('rotated', present),
      oldSecrets: [
        { secret: before.seal('rotated', newSecret()), until: later(-1) },
        { secret: before.seal('rotated', old), until: later(60) },
      ],
    }),
    // As it was stored before secrets were encrypted.
    stored('plain', { secret: plain }),
    stored('without', {}),
  )
  await sweep()
  expect(signingSecrets(await read('rotated'), now, after)).toEqual([present, old])
  expect((await read('rotated')).oldSecrets).toHaveLength(1)
  expect(signingSecrets(await read('plain'), now, after)).toEqual([plain])
  expect(JSON.stringify(await collection.find().toArray())).not.toContain(plain.slice(6))
  expect(await read('without')).toEqual(stored('without', {}))
})

test('a secret that the first key has sealed is not written again', async () => {
  const present = between.seal('ada', newSecret())
  await put(stored('ada', { secret: present }))
  await sweep()
  expect(await read('ada')).toEqual(stored('ada', { secret: present }))
})

test('more than one batch is renewed, past secrets whose key is missing, which stay', async () => {
  const lost = createSealedSecrets(['a key of this test that nobody has any more'])
  const ids = Array.from({ length: 260 }, (_, index) => `user-${index}`)
  const isLost = (id: string) => Number(id.slice(5)) % 2 === 0
  const secret = newSecret()
  await put(...ids.map((id) => stored(id, { secret: (isLost(id) ? lost : before).seal(id, secret) })))
  await sweep()
  for (const id of ids) {
    const reader = isLost(id) ? lost : after
    expect(signingSecrets(await read(id), now, reader)).toEqual([secret])
  }
})

test('without a key nothing changes', async () => {
  const plain = stored('ada', { secret: newSecret() })
  await put(plain)
  await sweep(createSealedSecrets())
  expect(await read('ada')).toEqual(plain)
})
