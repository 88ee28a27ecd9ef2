import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeSigningKey, signingKeysIn } from '@utter/provenance/signing-keys'
import { runOf, sha256Of } from '@utter/provenance/sound-runs'
import { createStatements } from '@utter/provenance/statements'
import { soundTag } from '@utter/provenance/write-tag'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { testStatements } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { bytesAsTheyCome } from '../../../src/requests/streamed-body.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { reports } from '../../support/reports.ts'

const jobs = await closedAfterAll(openJobs('verify'))

/** As a body of unknown length is sent. */
const sent = (type: string) => ({ 'content-type': type, 'transfer-encoding': 'chunked' })
const verify = (body: unknown, type?: string) =>
  jobs.request('POST', '/api/verify', callers.visitor, { body, headers: type ? sent(type) : {} })
const verifyMp3 = (mp3: Buffer) => verify(Readable.from([mp3]), 'audio/mpeg')

function aSound(by = testStatements, frames = 10) {
  const sound = randomBytes(384 * frames)
  const said = {
    ...{ v: 1 as const, kind: 'sound' as const, job: 'j', provider: 'local', voice: 'one' },
    textHash: sha256Of('Hello.'),
    sound: [sound.subarray(0, 384), sound.subarray(384)].map(runOf),
    at: '2030-01-01T00:00:00.000Z',
  }
  const tag = soundTag({ generated: 'Utter', statement: by.sign(said) })
  return { said, tag, sound, mp3: Buffer.concat([tag, sound]) }
}

test('a sound of ours, for a visitor', async () => {
  const { mp3, said } = aSound()
  const { v: _, sound: __, ...stated } = said
  expect(await verifyMp3(mp3)).toMatchObject({ status: 200, body: { ours: true, intact: true, ...stated } })
})

test('a sound of several megabytes, of a declared length', async () => {
  const { mp3 } = aSound(testStatements, 20_000)
  const file = { body: mp3, headers: { 'content-type': 'audio/mpeg' } }
  expect(await jobs.request('POST', '/api/verify', callers.visitor, file)).toMatchObject({ body: { ours: true } })
})

const changed = (mp3: Buffer) => {
  const other = Buffer.from(mp3)
  other.writeUInt8((other.at(-1) ?? 0) ^ 1, other.length - 1)
  return other
}
test.each([
  ['no_mark', () => aSound().sound],
  ['unknown_key', () => aSound(createStatements(signingKeysIn(makeSigningKey()))).mp3],
  ['mark_changed', () => Buffer.concat([soundTag({ generated: '', statement: 'a.b.c' }), aSound().sound])],
  ['sound_changed', () => changed(aSound().mp3)],
  ['other_sound', () => Buffer.concat([aSound().tag, aSound().sound])],
  ['cut_short', () => aSound().mp3.subarray(0, -384)],
  ['longer', () => Buffer.concat([aSound().mp3, Buffer.alloc(128)])],
])('%s: it is not ours, with a sentence of its own', async (reason, file) => {
  const { status, body } = await verifyMp3(file())
  expect([status, body]).toEqual([200, { ours: false, reason, message: expect.stringMatching(/^[A-Z].*\.$/) }])
})

test('a receipt by its signature alone, as JSON and as a JWS; another one is not ours', async () => {
  const userId = await jobs.account('free')
  const { _id } = await jobs.submit(userId)
  await reports(jobs, userId, _id).audioStored()
  const token = callers.account(newIdentity({ userId }))
  const { signature, ...receipt } = (await jobs.request('GET', `/api/jobs/${_id}/receipt`, token)).body
  const ours = { status: 200, body: { ours: true, intact: true, kind: 'receipt', receipt } }
  expect(await verify({ signature })).toMatchObject(ours)
  expect(await verify(signature, 'application/jwt')).toMatchObject(ours)
  const [header, , end] = signature.split('.')
  const cheaper = Buffer.from(JSON.stringify({ v: 1, kind: 'receipt', receipt: { ...receipt, charged: { calls: 0 } } }))
  expect((await verify({ signature: `${header}.${cheaper.toString('base64url')}.${end}` })).body).toMatchObject({
    ours: false,
    reason: 'mark_changed',
  })
})

test('400 without a signature, 415 for another file', async () => {
  for (const body of [{}, { signature: '' }, { signature: 7 }, [], undefined])
    expect(await verify(body)).toMatchObject({ status: 400 })
  expect(await verify(Readable.from(['RIFF']), 'audio/wav')).toMatchObject({ status: 415 })
})

test('408 for one that pauses, 413 for one that is too long: the rest of it is not waited for', async () => {
  const read = async (body: Readable, bounds: object) => {
    for await (const _ of bytesAsTheyCome(body, bounds));
  }
  const paused = new Readable({ read() {} })
  paused.push('a')
  await expect(read(paused, { stallMs: 20 })).rejects.toMatchObject(refusal(408, 'body_timeout'))
  await expect(read(Readable.from(['abc', 'd']), { maxBytes: 3 })).rejects.toMatchObject(refusal(413, 'body_too_large'))
  expect(paused.destroyed).toBe(false)
})
const refusal = (status: number, code: string) => ({ status, code })

test('an address has two at once, and others go on', async () => {
  const paused = Array.from({ length: 2 }, () => new Readable({ read() {} }))
  const under = paused.map((body) => verify(body, 'audio/mpeg'))
  const third = await verifyMp3(aSound().mp3)
  expect(third).toMatchObject({ status: 429 })
  const other = callers.account(newIdentity())
  const { mp3 } = aSound()
  const file = { body: Readable.from([mp3]), headers: sent('audio/mpeg') }
  expect(await jobs.request('POST', '/api/verify', other, file)).toMatchObject({ status: 200, body: { ours: true } })
  for (const body of paused) body.push(null)
  for (const one of under) expect(await one).toMatchObject({ status: 200, body: { reason: 'no_mark' } })
})
