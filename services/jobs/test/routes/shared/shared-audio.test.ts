import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openShared, storedOf } from '../../support/shared.ts'

const jobs = await closedAfterAll(openShared('audio'))

test('the mp3 of the job without a login, with ranges, its length by HEAD, and 304', async () => {
  const { id, secretOf } = await jobs.spoken()
  const secret = await secretOf()
  const whole = await jobs.sound(secret)
  expect([whole.status, whole.raw.equals(storedOf(id))]).toEqual([200, true])
  expect(whole.headers).toMatchObject({
    ...{ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' },
    ...{ 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' },
    ...{
      'ai-disclosure': 'mode=machine-generated, voice="joe"',
      'content-disposition': 'inline; filename="shared.mp3"',
    },
  })
  const part = await jobs.sound(secret, { range: 'bytes=1-3' })
  expect([part.status, part.raw.equals(storedOf(id).subarray(1, 4))]).toEqual([206, true])
  const head = await jobs.sound(secret, {}, 'HEAD')
  expect([head.status, head.raw.length, head.headers['content-length']]).toEqual([200, 0, `${whole.raw.length}`])
  expect((await jobs.sound(secret, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304)
  expect((await jobs.sound(secret, { range: 'bytes=99999999-' })).status).toBe(416)
})

test('no header of it tells the id of the job; ?download has a browser save it', async () => {
  const { id, userId, secretOf } = await jobs.spoken()
  const { headers } = await jobs.sound(await secretOf(), {}, 'GET', '?download')
  expect(headers['content-disposition']).toBe('attachment; filename="shared.mp3"')
  for (const own of [id, userId]) expect(JSON.stringify(headers)).not.toContain(own)
})

test('it is there without texts too, and the sound of a copy is that of the job that was spoken', async () => {
  const { secretOf } = await jobs.spoken({ sameAs: 'another-job' })
  const { status, raw } = await jobs.sound(await secretOf({ text: false }))
  expect([status, raw.equals(storedOf('another-job'))]).toEqual([200, true])
})

test('404, the same, for a malformed secret, an unknown one, and one that was taken back', async () => {
  const { secretOf, unshare } = await jobs.spoken()
  const secret = await secretOf()
  await unshare()
  const answers = []
  for (const one of [secret, 'a'.repeat(43), 'short']) {
    const { status, raw, headers } = await jobs.sound(one)
    expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
    answers.push({ status, ...JSON.parse(raw.toString()), requestId: '' })
  }
  expect(answers[0]).toMatchObject({ status: 404, code: 'share_not_found' })
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
})
