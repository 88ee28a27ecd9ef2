import { createPublicKey, randomUUID, verify as verifySignature } from 'node:crypto'
import type { SignedJobReceipt } from '@utter/contracts/http/provenance/receipts'
import type { SigningKeySet, Verified } from '@utter/contracts/http/provenance/verify'
import type { WorkView } from '@utter/contracts/http/works/views'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { tagBytes } from '@utter/testing/tag-bytes'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

const { url } = ownPlatform()
const visitor = new Customer(url)

async function bytesOf(customer: Customer, path: string): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(new URL(path, url), { headers: customer.headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ai-disclosure')).toMatch(/^mode=machine-generated, /)
  return Buffer.from(await answer.arrayBuffer())
}
async function verify(mp3: Uint8Array<ArrayBuffer>): Promise<Verified> {
  const { status, body } = await visitor.request('POST', '/api/verify', {
    raw: mp3,
    headers: { 'content-type': 'audio/mpeg' },
  })
  expect(status).toBe(200)
  return body as Verified
}
/** A file with one bit that is another one. */
function changed(mp3: Buffer): Buffer<ArrayBuffer> {
  const other = Buffer.from(mp3)
  other.writeUInt8((other.at(-1_000) ?? 0) ^ 1, other.length - 1_000)
  return other
}

test('a job’s mp3 is known by everybody, a changed one is not, and a receipt is verified without the platform', async () => {
  const customer = await Customer.signUp(url)
  const speak = async (text: string) => customer.finished(jobIdOf(await customer.speak(text)))
  const [job, other] = [await speak('The first boat went out at nine.'), await speak('The second one stayed.')]
  const [mp3, another] = [
    await bytesOf(customer, `/audio/${job.id}.mp3`),
    await bytesOf(customer, `/audio/${other.id}.mp3`),
  ]
  const receipt = (await customer.get(`/api/jobs/${job.id}/receipt`)).body as z.infer<typeof SignedJobReceipt>
  expect(receipt).toMatchObject({
    ...{ kind: 'job', jobId: job.id, charged: { calls: 1 } },
    spoken: { voiceUsed: job.voiceUsed, provider: job.provider, pcmHash: job.pcmHash },
  })
  expect(await verify(mp3)).toMatchObject({
    ...{ ours: true, intact: true, kind: 'sound', job: job.id },
    ...{ voice: job.voiceUsed, provider: job.provider, textHash: receipt.asked.textHash },
  })
  expect(await verify(changed(mp3))).toMatchObject({ ours: false, reason: 'sound_changed' })
  expect(await verify(mp3.subarray(0, -384))).toMatchObject({ ours: false, reason: 'cut_short' })
  const swapped = Buffer.concat([mp3.subarray(0, tagBytes(mp3)), another.subarray(tagBytes(another))])
  expect(await verify(swapped)).toMatchObject({ ours: false, reason: 'other_sound' })
  expect(await verify(mp3.subarray(tagBytes(mp3)))).toMatchObject({ ours: false, reason: 'no_mark' })

  const { keys } = (await visitor.get('/.well-known/utter-keys.json')).body as z.infer<typeof SigningKeySet>
  const [header = '', payload = '', signature = ''] = receipt.signature.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const key = createPublicKey({ key: { ...keys.find((one) => one.kid === kid) }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  expect(verifySignature(null, signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
  const answer = await visitor.post('/api/verify', { signature: receipt.signature })
  expect(answer.body).toMatchObject({ ours: true, kind: 'receipt', receipt: { jobId: job.id } })
})

test('a chapter’s mp3 states its work and its sections, and its receipt what they have cost', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const chapters = [
    { title: 'Out', paragraphs: [{ text: 'The first boat went out.' }, { text: 'Then the rain came.' }] },
  ]
  const book = { title: 'Two boats', voiceId: 'joe', requestId: randomUUID(), chapters }
  const { workId } = (await customer.post('/api/works', book)).body as WorkView
  const work = await eventually('it is spoken', async () => {
    const view = (await customer.get(`/api/works/${workId}`)).body as WorkView
    return view.state === 'completed' ? view : undefined
  })
  const [chapter] = work.chapters
  const mp3 = await bytesOf(customer, `/api/works/${workId}/chapters/${chapter?.chapterId}/audio.mp3`)
  expect(await verify(mp3)).toMatchObject({
    ...{ ours: true, kind: 'chapter', work: workId, chapter: chapter?.chapterId },
    sections: [{ voice: 'joe', provider: 'piper', revision: 1 }],
  })
  expect(await verify(changed(mp3))).toMatchObject({ ours: false, reason: 'sound_changed' })
  const receipt = (await customer.get(`/api/works/${workId}/receipt`)).body
  expect(receipt).toMatchObject({ kind: 'work', workId, charged: { calls: 1 }, chapters: [{ calls: 1 }] })
})
