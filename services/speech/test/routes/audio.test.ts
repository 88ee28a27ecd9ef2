import { randomUUID } from 'node:crypto'
import { readConfig } from '@utter/runtime/read-config'
import { AudioConfig } from '@utter/storage/audio/config'
import { openAudio } from '@utter/storage/audio/open'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { tagBytes } from '@utter/testing/tag-bytes'
import { describe, expect, onTestFinished, test } from 'vitest'
import { audio, callers, failedJobId, jobId, openSpeech, owner, signed, wordlessJobId } from '../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

const now = new Date()
const address = audio.sign(jobId, now)
const own = `/audio/${jobId}.mp3`
/** Finds ten bytes of any name. */
const findTen = async (name: string) => ({ name, sizeBytes: 10, modifiedAt: new Date() })
const refused = 'This audio is not available'

test('a signed address plays in a page of any site, and may be kept for an hour by its listener alone', async () => {
  const { status, body, headers } = await speech.ask(address)
  expect([status, body]).toEqual([200, '0123456789'])
  expect(headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `inline; filename="${jobId}.mp3"`,
    etag: expect.stringMatching(new RegExp(`^"${jobId}-10-[0-9a-z]+"$`)),
  })
  expect(Date.parse(String(headers['last-modified']))).toBeLessThanOrEqual(Date.now())
})

test('it is saved where a download is requested', async () => {
  const { headers } = await speech.ask(`${address}&download`)
  expect(headers['content-disposition']).toBe(`attachment; filename="${jobId}.mp3"`)
})

test('it is not sent again to a player that has it', async () => {
  const { etag, 'last-modified': lastModified } = (await speech.ask(address)).headers
  const ask = async (headers: Record<string, string>) => {
    const { status, body } = await speech.ask(address, { ...signed(), ...headers })
    return [status, status === 412 ? '' : body]
  }
  const kept = [
    { 'if-none-match': String(etag) },
    { 'if-none-match': `"another", W/${etag}` },
    { 'if-none-match': '*' },
  ]
  for (const one of [...kept, { 'if-modified-since': String(lastModified) }]) expect(await ask(one)).toEqual([304, ''])
  expect(await ask({ 'if-none-match': '"another"' })).toEqual([200, '0123456789'])
  expect(await ask({ 'if-match': '"another"' })).toEqual([412, ''])
})

test('a range of what a player has of another sound is the whole one', async () => {
  const { etag } = (await speech.ask(address)).headers
  const ask = async (ifRange: string) => {
    const { status, body } = await speech.ask(address, { ...signed(), range: 'bytes=7-', 'if-range': ifRange })
    return [status, body]
  }
  expect(await ask(String(etag))).toEqual([206, '789'])
  for (const other of ['"another"', `W/${etag}`, new Date(0).toUTCString()])
    expect(await ask(other)).toEqual([200, '0123456789'])
})

test('its head alone has its length, whatever range it names, and reads nothing of it', async () => {
  const read = () => {
    throw new Error('the sound is read')
  }
  await using other = await openSpeech({ files: { ...speech.files, find: findTen, read } })
  const { status, body, headers } = await other.ask(address, signed(), 'HEAD')
  expect([status, body, headers['content-length']]).toEqual([200, '', '10'])
  const part = await other.ask(address, { ...signed(), range: 'bytes=2-4' }, 'HEAD')
  expect([part.status, part.headers['content-length'], part.headers['content-range']]).toEqual([200, '10', undefined])
})

describe('the range', () => {
  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    // As RFC 9110 allows.
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['of no sense', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('%s is a %i', async (range, status, body, contentRange) => {
    const answer = await speech.ask(address, { ...signed(), range })
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange])
    expect(answer.headers['content-length']).toBe(String(body.length))
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  test('bytes=10- is a 416 with the length of the audio', async () => {
    const answer = await speech.ask(address, { ...signed(), range: 'bytes=10-' })
    expect([answer.status, answer.json(), answer.headers['content-range']]).toMatchObject([
      416,
      { code: 'range_not_satisfiable', error: 'The range is not satisfiable' },
      'bytes */10',
    ])
  })
})

describe('an address without a signature', () => {
  test.each([
    ['the owner', callers.account(owner), 200, undefined],
    ['a key of the owner that may read', callers.key(['jobs:read'], owner), 200, undefined],
    ['a key of the owner that may only write', callers.key(['jobs:write'], owner), 403, refused],
    ['another account', callers.account(newIdentity()), 403, refused],
    ['a visitor', callers.visitor, 403, refused],
  ])('is for %s answered with its status', async (_, token, status, error) => {
    const answer = await speech.ask(own, signed(token))
    expect([answer.status, error && answer.json().error]).toEqual([status, error])
  })
})

describe('an address', () => {
  const longAgo = new Date(now.getTime() - 7 * 24 * 3_600_000 - 1_000)
  test.each([
    ['that is over', audio.sign(jobId, longAgo)],
    ['of another job', audio.sign(failedJobId, now).replace(failedJobId, jobId)],
    ['for an earlier end', address.replace(/expires=\d+/, 'expires=99999999999')],
    ['without an end', address.replace(/expires=\d+&/, '')],
  ])('with a signature %s is a 403', async (_, url) => {
    const { status, json } = await speech.ask(url)
    expect([status, json()]).toMatchObject([403, { code: 'forbidden', error: refused }])
  })

  test.each([
    ['of a job that is not there', audio.sign(randomUUID(), now)],
    ['of a job that failed', audio.sign(failedJobId, now)],
    ['that is no name', '/audio/..%2fsecrets'],
    ['of another kind of file', own.replace('.mp3', '.wav')],
  ])('%s is the same 403, for its owner too', async (_, url) => {
    for (const headers of [signed(), signed(callers.account(owner))]) {
      const { status, json } = await speech.ask(url, headers)
      expect([status, json()]).toMatchObject([403, { code: 'forbidden', error: refused }])
    }
  })

  test.each([
    ['that is given twice', `${address}&signature=x`, 'signature', 'signature is not valid'],
    ['that is an operator', `${own}?$where=1`, '$where', 'The field $where is not allowed'],
  ])('with a parameter %s is a 400 that names it', async (_, url, field, message) => {
    const { status, json } = await speech.ask(url)
    expect([status, json()]).toMatchObject([
      400,
      { code: 'invalid_request', error: message, details: [{ field, message }] },
    ])
  })
})

test('a file that was removed is the same 403', async () => {
  await using other = await openSpeech()
  await other.files.remove(other.name)
  const { status, json } = await other.ask(address)
  expect([status, json().error]).toEqual([403, refused])
})

test('while the database is unavailable it is a 503 with the time to retry after', async () => {
  const find = async () => {
    throw Object.assign(new Error('no server'), { code: 'ECONNREFUSED' })
  }
  await using other = await openSpeech({ claims: { find } as never })
  const { status, json, headers } = await other.ask(address)
  expect([status, json().error, headers['retry-after']]).toEqual([
    503,
    'The service is not available right now, try again in a moment',
    '1',
  ])
})

test('while the bucket is unavailable it is the same 503, also when it fails between the look and the sound', async () => {
  const { files, close } = await openAudio(
    readConfig(AudioConfig, {
      ...{ AUDIO_BUCKET: 'sounds', AUDIO_ENDPOINT: 'http://127.0.0.1:1' },
      ...{ AWS_ACCESS_KEY_ID: 'some', AWS_SECRET_ACCESS_KEY: 'key' },
    }),
    createLog('speech', 'silent'),
  )
  onTestFinished(close)
  for (const given of [files, { ...files, find: findTen }]) {
    await using other = await openSpeech({ files: given })
    const { status, headers } = await other.ask(address)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
  }
})

const subtitles = (form: string, of = address) => of.replace('.mp3', form)

test.each([
  ['.srt', 'application/x-subrip; charset=utf-8', '1\n00:00:00,050 --> 00:00:00,800\nGood morning\n'],
  ['.vtt', 'text/vtt; charset=utf-8', 'WEBVTT\n\n00:00:00.050 --> 00:00:00.800\nGood morning\n'],
])('its words as subtitles, %s, by the signature of the mp3 and for the owner', async (form, type, text) => {
  const bySignature = await speech.ask(subtitles(form))
  const byOwner = await speech.ask(subtitles(form, own), signed(callers.account(owner)))
  for (const { status, body, headers } of [bySignature, byOwner]) {
    expect([status, body]).toEqual([200, text])
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="${jobId}${form}"`,
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
  const saved = (await speech.ask(`${subtitles(form)}&download`)).headers
  expect(saved['content-disposition']).toBe(`attachment; filename="${jobId}${form}"`)
})

test('subtitles of a job without word times, of another account and without a signature are refused as a sound is', async () => {
  const asked = [
    await speech.ask(subtitles('.vtt', audio.sign(wordlessJobId, now))),
    await speech.ask(subtitles('.vtt', own)),
    await speech.ask(subtitles('.vtt', own), signed(callers.account(newIdentity()))),
    await speech.ask(subtitles('.txt')),
  ]
  for (const { status, json } of asked) expect([status, json().error]).toEqual([403, refused])
})

describe('a job that is being spoken', () => {
  const speakingId = randomUUID()
  const live = (frames: () => AsyncGenerator<Uint8Array>) => ({
    liveSounds: {
      find: async (id: string) => (id === speakingId ? { userId: owner.userId, frames } : undefined),
    },
  })
  const whole = async function* () {
    yield Buffer.from('first ')
    yield Buffer.from('second')
  }

  test('is heard by its signed address and by its owner, from the beginning, without a length, and is not kept', async () => {
    await using speaking = await openSpeech(live(whole))
    const range = { range: 'bytes=3-' }
    for (const [url, headers] of [
      [audio.sign(speakingId, now), signed()],
      [`/audio/${speakingId}.mp3`, signed(callers.account(owner))],
    ] as const) {
      const answer = await speaking.askBytes(url, { ...headers, ...range })
      expect([answer.status, answer.bytes.subarray(tagBytes(answer.bytes)).toString()]).toEqual([200, 'first second'])
      expect(answer.bytes.includes(Buffer.from('AI_GENERATED', 'utf16le'))).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'audio/mpeg',
        'accept-ranges': 'none',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(answer.headers['content-length']).toBeUndefined()
    }
  })

  test('is not heard by others, nor as subtitles', async () => {
    await using speaking = await openSpeech(live(whole))
    const stranger = signed(callers.account(newIdentity()))
    for (const [url, headers] of [
      [`/audio/${speakingId}.mp3`, signed()],
      [`/audio/${speakingId}.mp3`, stranger],
      [audio.sign(speakingId, now).replace('.mp3', '.vtt'), signed()],
    ] as const) {
      const { status, json } = await speaking.ask(url, headers)
      expect([status, json().error]).toEqual([403, refused])
    }
  })

  test('the head alone of its sound is answered at once', async () => {
    await using speaking = await openSpeech(
      live(() => {
        throw new Error('the sound is read')
      }),
    )
    const { status, body } = await speaking.ask(audio.sign(speakingId, now), signed(), 'HEAD')
    expect([status, body]).toEqual([200, ''])
  })

  test('breaks off where the recording does, so that no part is taken for the whole', async () => {
    await using speaking = await openSpeech(
      live(async function* () {
        yield Buffer.from('first ')
        throw new Error('The recording was broken off')
      }),
    )
    await expect(speaking.ask(audio.sign(speakingId, now))).rejects.toThrow(/destroyed|aborted|completed/)
  })

  test('that ends between the look for its file and the one for its live sound is sent from the file', async () => {
    let isStored = false
    await using speaking = await openSpeech({
      files: { ...speech.files, find: async () => (isStored ? speech.files.find(speech.name) : undefined) },
      liveSounds: {
        find: async () => {
          isStored = true
          return undefined
        },
      },
    })
    expect((await speaking.ask(audio.sign(jobId, now))).body).toBe('0123456789')
  })

  test('is refused as any other where live sounds cannot be read', async () => {
    await using speaking = await openSpeech({
      liveSounds: { find: () => Promise.reject(new Error('Redis is unavailable')) },
    })
    expect((await speaking.ask(audio.sign(speakingId, now))).status).toBe(403)
  })
})
