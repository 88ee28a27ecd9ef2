import { randomUUID } from 'node:crypto'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import type { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import type { BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import type { WorkView } from '@utter/contracts/http/works/views'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { giveOwnVoice } from '@utter/testing/customers/own-voice'
import { eventually } from '@utter/testing/eventually'
import { readDescription } from '@utter/testing/routes/read-description'
import { type RegisteredRoute, registeredRoutes } from '@utter/testing/routes/registered-routes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { createSoftPasskey } from '@utter/testing/soft-passkey'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const all = await registeredRoutes()
const isPublic = ({ path }: RegisteredRoute) => !path.startsWith('/internal/')
const isOfAccount = ({ access }: RegisteredRoute) => access !== 'anybody' && access !== 'internal'
const nameOf = ({ method, path }: RegisteredRoute): [string, string] => [method, path]

const owner = await Customer.signUp(url)
const stranger = await Customer.signUp(url)

/** The address of a route, with one id for each of its parameters. */
const withId = (path: string, id: string) => path.replace(/:\w+/g, id)
/** Bodies that are checked before it is looked for whose they would be. */
const bodies: [part: string, body: object][] = [
  ['/paragraphs', { text: 'Mine alone.' }],
  ['/passkeys', { name: 'Mine alone' }],
  ['/tags', { tags: ['Mine alone'] }],
]
const bodyOf = (path: string) => bodies.find(([part]) => path.includes(part))?.[1] ?? {}
const call = (who: Customer, method: string, path: string) =>
  who.request(method, path, { ...(method !== 'GET' && method !== 'DELETE' && { body: bodyOf(path) }) })

/** The delivery of a job to an address where nobody listens. */
async function newDelivery(): Promise<string> {
  await makeEnterprise(owner)
  const submitted = await owner.speak('Mine alone.', { webhookUrl: 'http://127.0.0.1:1024/' })
  return eventually('it is delivered', async () => {
    const { body } = await owner.get(`/api/webhooks/deliveries?jobId=${jobIdOf(submitted)}`)
    return (body as { id: string }[])[0]?.id
  })
}

async function newWork(): Promise<string> {
  await makeEnterprise(owner)
  const chapters = [{ title: 'One', paragraphs: [{ text: 'Mine alone.' }] }]
  const work = { title: 'Mine', requestId: randomUUID(), voiceId: 'default', chapters }
  return eventually('the session has the plan', async () => {
    const { status, body } = await owner.post('/api/works', work)
    return status === 202 && (body as WorkView).workId
  })
}

async function newPasskey(): Promise<string> {
  const options = (await owner.post('/api/auth/passkeys/options')).body as { challenge: string; user: { id: string } }
  const added = await owner.post('/api/auth/passkeys', { passkey: createSoftPasskey(url).create(options) })
  return (added.body as PasskeyRow).id
}

/** How an owner gets an id of each kind, by the part of the address before it. */
const owned: Record<string, () => Promise<string>> = {
  '/api/jobs': async () => jobIdOf(await owner.speak('Mine alone.')),
  '/api/events': async () => jobIdOf(await owner.speak('Mine alone.')),
  '/api/batch': async () => {
    await makeEnterprise(owner)
    const jobs = [{ userText: 'Mine alone.', requestId: randomUUID(), voiceId: 'default' }]
    // The copy of the session has the plan a moment later than the account.
    return eventually('the session has the plan', async () => {
      const { status, body } = await owner.post('/api/batch', { jobs })
      return status === 202 && (body as BatchSubmitted).batchId
    })
  },
  '/api/works': newWork,
  '/api/events/works': newWork,
  '/api/keys': async () =>
    ((await owner.post('/api/keys', { name: 'a key', scopes: ['jobs:read'] })).body as CreatedApiKey).id,
  '/api/webhooks/deliveries': newDelivery,
  '/api/voices/mine': () => giveOwnVoice(owner),
  '/api/auth/passkeys': newPasskey,
  '/api/auth/sessions': async () => ((await owner.get('/api/auth/sessions')).body as { id: string }[])[0]?.id ?? '',
}
/** The voice that a text is spoken with: it belongs to everybody, or the job fails, as that of `POST /api/tts`. */
const isOfVoice = (path: string) => path.startsWith('/v1/text-to-speech/')
const withIds = all.filter(
  (route) => isPublic(route) && isOfAccount(route) && route.path.includes('/:') && !isOfVoice(route.path),
)
test.each(withIds.map(nameOf))("another account's id is one that does not exist: %s %s", async (method, path) => {
  const id = await owned[path.split('/:', 1)[0] ?? '']?.()
  expect(id, 'a new kind of id: say above how its owner gets one').toMatch(/^[\w-]{8,}$/)
  const theirs = await call(stranger, method, withId(path, id ?? ''))
  const missing = await call(stranger, method, withId(path, randomUUID()))
  const answerOf = ({ status, body }: typeof theirs) => ({ status, body: { ...(body as object), requestId: '' } })
  expect(theirs.status).toBe(404)
  expect(answerOf(theirs)).toEqual(answerOf(missing))
  // It has changed nothing either: the owner finds it.
  const readable = withIds.find((route) => route.method === 'GET' && path.startsWith(route.path.replace(/\/:.*/, '')))
  if (readable && !readable.path.startsWith('/api/events'))
    expect((await owner.get(withId(readable.path, id ?? ''))).status).toBe(200)
})

test("the API's description has no other route with an id of an account", async () => {
  const { paths } = await readDescription(url)
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => path.includes('{') && security.length > 0 && !isOfVoice(path))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.sort()).toEqual(withIds.map(({ method, path }) => `${method} ${path}`).sort())
})
