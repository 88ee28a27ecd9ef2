import { randomUUID } from 'node:crypto'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { LoggedRequests } from '@utter/contracts/http/account/requests'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { NewShare, SharedJob } from '@utter/contracts/http/jobs/share'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const stranger = new Customer(url)

async function fetched(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(new URL(address, url), { method, headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const secretIn = (link: string) => new URL(link).pathname.split('/')[2] ?? ''
async function spoken(owner: Customer, text: string): Promise<JobView> {
  const id = jobIdOf(await owner.speak(text))
  await owner.finished(id)
  return owner.job(id)
}
async function linkOf(owner: Customer, id: string, body?: unknown): Promise<string> {
  return NewShare.parse((await owner.post(`/api/jobs/${id}/share`, body)).body).url
}

test('a stranger hears a job by its link, in ranges too, until its owner takes it back', async () => {
  const owner = await Customer.signUp(url)
  const job = await spoken(owner, 'Heard by whoever has the link.')
  const link = await linkOf(owner, job.id)
  const page = await fetched(new URL(link).pathname)
  expect([page.status, page.headers.get('x-robots-tag'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'noindex, nofollow, noarchive',
    'no-referrer',
  ])
  const { status, body } = await stranger.get(`/api/shared/${secretIn(link)}`)
  expect(status).toBe(200)
  const shared = SharedJob.parse(body)
  expect(shared).toMatchObject({ userText: job.userText, durationMs: job.durationMs, createdAt: job.createdAt })
  expect(shared.voice.name).toBeDefined()
  for (const own of [job.id, job.requestId, owner.user?.id ?? '', owner.email])
    expect(JSON.stringify(body)).not.toContain(own)

  const whole = await fetched(shared.audioUrl)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(whole.bytes.equals((await fetched(job.audioUrl ?? '')).bytes)).toBe(true)
  expect(whole.headers.get('ai-disclosure')).toMatch(/^mode=machine-generated/)
  const head = await fetched(shared.audioUrl, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${whole.bytes.length}`])
  const part = await fetched(shared.audioUrl, { range: 'bytes=500-999' })
  expect([part.status, part.bytes.equals(whole.bytes.subarray(500, 1_000))]).toEqual([206, true])
  expect((await fetched(shared.audioUrl, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
  const saved = await fetched(`${shared.audioUrl}?download`)
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="shared.mp3"')

  expect((await owner.job(job.id)).share).toMatchObject({ text: true })
  expect((await owner.request('DELETE', `/api/jobs/${job.id}/share`)).status).toBe(204)
  const problemAt = async (address: string) => {
    const { status: refused, bytes } = await fetched(address)
    return { status: refused, ...JSON.parse(bytes.toString()), requestId: '' }
  }
  const takenBack = await problemAt(`/api/shared/${secretIn(link)}`)
  expect(takenBack).toMatchObject({ status: 404, code: 'share_not_found' })
  for (const address of [shared.audioUrl, `/api/shared/${'a'.repeat(43)}`, '/api/shared/short'])
    expect(await problemAt(address)).toEqual(takenBack)
  expect((await owner.job(job.id)).share).toBeUndefined()
})

test('a new link closes the one before, and a deleted job closes both', async () => {
  const owner = await Customer.signUp(url)
  const { id } = await spoken(owner, 'Shared twice.')
  const links = [await linkOf(owner, id), await linkOf(owner, id, { text: false })]
  const open = async () =>
    Promise.all(links.map(async (link) => (await stranger.get(`/api/shared/${secretIn(link)}`)).status))
  expect(await open()).toEqual([404, 200])
  const { body } = await stranger.get(`/api/shared/${secretIn(links[1] ?? '')}`)
  expect(body).not.toHaveProperty('userText')
  expect((await owner.request('DELETE', `/api/jobs/${id}`)).status).toBe(204)
  expect(await open()).toEqual([404, 404])
})

test('its words have times where the plan of its owner has them', async () => {
  const owner = await signUpOnPlan(url, 'creator')
  const { id } = await spoken(owner, 'One lamp is lit.')
  const words = async (body: object) =>
    SharedJob.parse((await stranger.get(`/api/shared/${secretIn(await linkOf(owner, id, body))}`)).body).words
  expect((await words({}))?.map(({ word }) => word).join(' ')).toBe('One lamp is lit')
  expect(await words({ text: false })).toBeUndefined()
})

test('no request of a key is noted with the secret of a link', async () => {
  const owner = await Customer.signUp(url)
  const { id } = await spoken(owner, 'Not in the log.')
  const made = await owner.post('/api/keys', { name: 'a key', scopes: ['jobs:read', 'jobs:write', 'usage:read'] })
  const program = new Customer(url, { authorization: `Bearer ${(made.body as CreatedApiKey).key}` })
  const link = await linkOf(program, id)
  for (const path of [`/api/shared/${secretIn(link)}`, `/api/shared/${secretIn(link)}/audio.mp3`])
    await fetched(path, program.headers)
  await program.get(`/api/jobs/${randomUUID()}`)
  const rows = await eventually('the last of them is noted', async () => {
    const noted = LoggedRequests.parse((await owner.get('/api/requests')).body).filter((one) => one.kind === 'request')
    return noted.some(({ status }) => status === 404) ? noted : undefined
  })
  expect(rows.map(({ path }) => path)).toContain(`/api/jobs/${id}/share`)
  expect(JSON.stringify(rows)).not.toContain(secretIn(link))
})
