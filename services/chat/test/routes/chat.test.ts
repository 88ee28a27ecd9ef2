import { VendorError } from '@utter/contracts/vendor-error'
import { createSharedSemaphore } from '@utter/runtime/shared-semaphore'
import { newIdentity } from '@utter/testing/callers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatProvider, ChatTurn } from '../../src/domain/chat-model.ts'
import { callers, openChat, owner, signed } from '../support/open-chat.ts'

const asStream = (headers = signed()) => ({ ...headers, accept: 'text/event-stream' })

/** The headers of an account that has asked nothing yet. */
const another = () => signed(callers.account(newIdentity()))

/** A model that repeats the question, word by word. */
const echo: ChatProvider['reply'] = async ({ turns }, { onText }) => {
  const text = turns.at(-1)?.content ?? ''
  for (const word of text.split(' ')) onText?.(word)
  return { text, tokens: 1 }
}
const fails =
  (error: unknown): ChatProvider['reply'] =>
  async () => {
    throw error
  }

test('the reply is an answer of its own, or a stream of its pieces that ends with the whole', async () => {
  await using chat = openChat(echo)
  const { status, json } = await chat.ask({ message: 'Good morning' })
  expect([status, json()]).toEqual([200, { response: 'Good morning' }])
  const stream = await chat.ask({ message: 'Good morning' }, asStream())
  expect(stream).toMatchObject({
    status: 200,
    text: 'data: {"text":"Good"}\n\ndata: {"text":"morning"}\n\nevent: done\ndata: {"response":"Good morning"}\n\n',
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
})

test('a session of its own remembers its turns, the default one none', async () => {
  const requests: ChatTurn[][] = []
  await using chat = openChat(async ({ turns }) => {
    requests.push(turns)
    return { text: `reply ${requests.length}`, tokens: 1 }
  })
  for (const sessionId of ['s', 's', undefined]) await chat.ask({ message: 'Hello', sessionId })
  expect(requests.map((turns) => turns.map(({ content }) => content))).toEqual([
    ['Hello'],
    ['Hello', 'reply 1', 'Hello'],
    ['Hello'],
  ])
  expect(chat.remembered.map(({ userId: owner, sessionId }) => [owner, sessionId])).toEqual([
    [owner.userId, 's'],
    [owner.userId, 's'],
  ])
})

describe('the body', () => {
  const chat = openChat(echo)
  const long = 'a'.repeat(4_001)

  test.each([
    ['without a message', {}, 'message', 'Message is required'],
    ['with a blank message', { message: ' \n' }, 'message', 'Message is required'],
    ['with a message that is no text', { message: 7 }, 'message', 'Message must be a string'],
    ['with too long a message', { message: long }, 'message', 'Message must be at most 4000 characters'],
    ['with a blank session', { message: 'Hi', sessionId: '' }, 'sessionId', 'Session ID is required'],
    [
      'with too long a session',
      { message: 'Hi', sessionId: 'a'.repeat(201) },
      'sessionId',
      'Session ID must be at most 200 characters',
    ],
    ['that is a list', [], 'body', 'The body must be a JSON object'],
    ['with an operator', { message: { $ne: '' } }, 'message.$ne', 'The field message.$ne is not allowed'],
  ])('%s is a 400 that names the field', async (_, body, field, message) => {
    const { status, json } = await chat.ask(body)
    expect([status, json()]).toMatchObject([
      400,
      { code: 'invalid_request', error: message, details: [{ field, message }] },
    ])
  })

  test.each([
    ['that is no JSON', '{', {}, 400, 'invalid_json', 'The request body is not valid JSON'],
    ['of more than 32 KiB', `"${'a'.repeat(33_000)}"`, {}, 413, 'body_too_large', 'The request body is too large'],
    [
      'that is no JSON by its type',
      'Hello',
      { 'content-type': 'application/xml' },
      415,
      'unsupported_media_type',
      'The request body must be JSON (Content-Type: application/json)',
    ],
  ])('%s is refused', async (_, body, headers, status, code, error) => {
    const answer = await chat.ask(body, { ...signed(), ...headers })
    expect([answer.status, answer.json()]).toMatchObject([status, { code, error }])
  })

  test('of 4,000 characters is answered', async () => {
    expect((await chat.ask({ message: long.slice(1) })).status).toBe(200)
  })
})

describe('a caller', () => {
  const chat = openChat(echo)
  const ask = async (token: string | undefined) => {
    const { status, json } = await chat.ask({ message: 'Hi' }, token === undefined ? {} : signed(token))
    return [status, json().error]
  }

  test.each([
    ['with a session', callers.account(owner), 200, undefined],
    ['with a key that may write', callers.key(['jobs:write']), 200, undefined],
    [
      'with a key that may not',
      callers.key(['jobs:read', 'usage:read']),
      403,
      'This API key lacks the scope jobs:write',
    ],
  ])('%s is answered with its status', async (_, token, status, error) => {
    expect(await ask(token)).toEqual([status, error])
  })
})

describe('a model', () => {
  const busy = 'The chat model is busy, try again in a moment'
  test.each([
    [
      'that refuses the text',
      new VendorError('permanent', 'content_refused', 'The chat model refused this text'),
      502,
      'content_refused',
      'The chat model refused this text',
      undefined,
    ],
    [
      'that is busy',
      new VendorError('transient', 'chat_busy', 'Busy', { retryAfterMs: 6_500 }),
      503,
      'unavailable',
      busy,
      '7',
    ],
    [
      'that is unavailable',
      new VendorError('transient', 'chat_unavailable', 'Down', { isOutage: true }),
      503,
      'unavailable',
      busy,
      '1',
    ],
    [
      'that is too late',
      new VendorError('transient', 'chat_timeout', 'The chat model did not answer in time'),
      504,
      'timed_out',
      'The chat model did not answer in time',
      undefined,
    ],
    ['that meets a fault of ours', new Error('oops'), 500, 'internal', 'Something went wrong on our side', undefined],
  ])(
    '%s is answered as such, and in a stream as its error event',
    async (_, failure, status, code, error, retryAfter) => {
      await using chat = openChat(fails(failure))
      const answer = await chat.ask({ message: 'Hi' })
      expect([answer.status, answer.json(), answer.headers['retry-after']]).toMatchObject([
        status,
        { code, error },
        retryAfter,
      ])
      const stream = await chat.ask({ message: 'Hi' }, asStream())
      expect([stream.status, stream.text]).toEqual([200, `event: error\ndata: ${JSON.stringify({ error, code })}\n\n`])
    },
  )

  test('that is silent until its time is over is a 504', async () => {
    const silent: ChatProvider['reply'] = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await using chat = openChat(silent, { limitMs: 30 })
    const { status, json } = await chat.ask({ message: 'Hi' })
    expect([status, json().error]).toEqual([504, 'The chat model did not answer in time'])
  })

  test('whose circuit is open is not called: a 503 with the time to retry after, for a stream too', async () => {
    let count = 0
    await using chat = openChat((...given) => {
      count++
      return fails(new VendorError('transient', 'chat_unavailable', 'Down', { isOutage: true }))(...given)
    })
    for (let outage = 1; outage <= 5; outage++) await chat.ask({ message: 'Hi' })
    for (const headers of [another(), asStream()]) {
      const answer = await chat.ask({ message: 'Hi' }, headers)
      expect([answer.status, answer.json().error]).toEqual([503, 'The chat model is not available, try again later'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(3)
    }
    expect(count).toBe(5)
  })
})

describe('a slot', () => {
  /** Requests that the model has yet to answer. */
  let requests: { message: string; answer: () => void }[]
  let chat: ReturnType<typeof openChat>
  const held: ChatProvider['reply'] = ({ turns }, { signal }) =>
    new Promise((resolve, reject) => {
      const message = turns.at(-1)?.content ?? ''
      requests.push({ message, answer: () => resolve({ text: `${message}!`, tokens: 1 }) })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  const messages = () => requests.map(({ message }) => message)
  const answerAll = () => {
    for (const { answer } of requests.splice(0)) answer()
  }
  beforeEach(() => {
    requests = []
    chat = openChat(held)
  })
  afterEach(() => chat[Symbol.asyncDispose]())

  test('is taken by so many at once, a few more wait their turn, and the rest is a 503 with the time to retry after', async () => {
    const early = ['a', 'b', 'c', 'd', 'e'].map((message) => chat.ask({ message }, another()))
    await expect.poll(messages).toEqual(['a', 'b'])
    for (const headers of [signed(), asStream()]) {
      const late = await chat.ask({ message: 'f' }, headers)
      expect([late.status, late.json().error]).toEqual([503, 'The chat model is busy, try again in a moment'])
      expect(late.headers['retry-after']).toBe('5')
    }
    answerAll()
    await expect.poll(messages).toEqual(['c', 'd'])
    answerAll()
    await expect.poll(messages).toEqual(['e'])
    answerAll()
    const answers = await Promise.all(early)
    expect(answers.map(({ status, json }) => [status, json().response])).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((message) => [200, `${message}!`]),
    )
  })

  test('is one at a time of one account: others are answered at once, and the account itself is told so by a 429', async () => {
    const own = ['a', 'b', 'c'].map((message) => chat.ask({ message }))
    for (const headers of [signed(), asStream()]) {
      const refused = await chat.ask({ message: 'd' }, headers)
      expect([refused.status, refused.json().code, refused.headers['retry-after']]).toEqual([
        429,
        'too_many_at_once',
        '5',
      ])
    }
    const neighbour = chat.ask({ message: 'n' }, another())
    await expect.poll(messages).toEqual(['a', 'n'])
    for (const next of ['b', 'c']) {
      answerAll()
      await expect.poll(messages).toEqual([next])
    }
    answerAll()
    expect((await Promise.all([...own, neighbour])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('is released by a client that leaves, and the request to the model is aborted', async () => {
    const url = await chat.app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const left = [1, 2].map((question) =>
      fetch(`${url}/api/chat`, {
        method: 'POST',
        headers: { ...(question === 1 ? another() : asStream()), 'content-type': 'application/json' },
        body: JSON.stringify({ message: `${question}` }),
        signal: leaving.signal,
      }).then((response) => response.text()),
    )
    await expect.poll(() => messages().sort()).toEqual(['1', '2'])
    const next = chat.ask({ message: 'next' }, another())
    leaving.abort()
    for (const one of left) await expect(one).rejects.toThrow()
    await expect.poll(messages).toContain('next')
    answerAll()
    expect((await next).status).toBe(200)
  })

  test('that does not become free in time is a 503 too', async () => {
    const waiting = { maxWaiting: 3, maxWaitingPerAccount: 2 }
    await using short = openChat(held, { slots: createSharedSemaphore(1, { ...waiting, maxWaitMs: 30 }) })
    const first = short.ask({ message: 'a' })
    const { status, headers } = await short.ask({ message: 'b' }, another())
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(messages()).toEqual(['a'])
    answerAll()
    expect((await first).status).toBe(200)
  })

  test('is held by a reply that is streamed until its end', async () => {
    const stream = chat.ask({ message: 'a' }, asStream())
    const others = [chat.ask({ message: 'b' }, another()), chat.ask({ message: 'c' }, another())]
    await expect.poll(messages).toEqual(['a', 'b'])
    requests.shift()?.answer()
    expect((await stream).text).toContain('event: done\ndata: {"response":"a!"}')
    await expect.poll(messages).toEqual(['b', 'c'])
    answerAll()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  })
})
