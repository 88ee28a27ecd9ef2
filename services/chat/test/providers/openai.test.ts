import { closedAfterAll } from '@utter/testing/closed-after-all'
import { begin, openFakeOpenAi, problem } from '@utter/testing/vendors/fake-openai'
import { beforeEach, expect, test } from 'vitest'
import { openNoChat } from '../../src/providers/none.ts'
import { openOpenAiChat } from '../../src/providers/openai.ts'

const vendor = await closedAfterAll(openFakeOpenAi())

beforeEach(() => vendor.requests.splice(0))

const noon = new Date('2026-01-01T12:00:00Z')
const open = (timeoutMs = 60_000) =>
  openOpenAiChat({ apiKey: 'key', baseURL: vendor.baseURL, model: 'm-1', timeoutMs, clock: { now: () => noon } })
const turns = [{ role: 'user' as const, content: 'Hello' }]
const ask = (timeoutMs?: number) => open(timeoutMs).reply({ turns }, { signal: new AbortController().signal })

test('it sends one request, with the instruction, the conversation, the model and the token limit, and streams the answer', async () => {
  vendor.answers((response) => {
    const stream = begin(response)
    for (const piece of ['**Hello** ', 'there', '.']) stream.piece(piece)
    stream.finish('stop')
    stream.usage(7)
    stream.done()
  })
  const pieces: string[] = []
  const reply = await open().reply(
    { turns },
    { signal: new AbortController().signal, onText: (piece) => pieces.push(piece) },
  )
  expect(reply).toEqual({ text: 'Hello there.', tokens: 7 })
  expect(pieces).toEqual(['**Hello** ', 'there', '.'])
  expect(vendor.requests).toHaveLength(1)
  expect(vendor.requests[0]).toMatchObject({
    authorization: 'Bearer key',
    body: {
      model: 'm-1',
      stream: true,
      max_completion_tokens: 300,
      messages: [{ role: 'system', content: expect.stringContaining('language of the question') }, turns[0]],
    },
  })
})

test('the instruction names the language of the reply, where one is given', async () => {
  const answered = () =>
    vendor.answers((response) => {
      const stream = begin(response)
      stream.piece('Hola.')
      stream.finish('stop')
      stream.done()
    })
  const instructionOf = async (language?: string) => {
    answered()
    await open().reply({ turns, language }, { signal: new AbortController().signal })
    const messages = vendor.requests.at(-1)?.body.messages as { content: string }[] | undefined
    return messages?.[0]?.content
  }
  expect(await instructionOf('pt-BR')).toContain('in Brazilian Portuguese, whatever the language of the question')
  expect(await instructionOf()).toMatch(/spoken aloud, in the language of the question\. /)
})

test('an answer that ran into the token limit ends with its last whole sentence; tokens are counted where the vendor does not report', async () => {
  vendor.answers((response) => {
    const stream = begin(response)
    stream.piece('One is whole. Two is n')
    stream.finish('length')
    stream.done()
  })
  expect(await ask()).toEqual({ text: 'One is whole.', tokens: 1 })
})

test.each([
  [
    '429 with seconds',
    problem(429, { 'retry-after': '7' }),
    { kind: 'transient', code: 'chat_busy', retryAfterMs: 7000 },
  ],
  [
    '429 with a date',
    problem(429, { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }),
    { kind: 'transient', retryAfterMs: 30_000 },
  ],
  [
    '429 with milliseconds',
    problem(429, { 'retry-after-ms': '250', 'retry-after': '1' }),
    { kind: 'transient', retryAfterMs: 250 },
  ],
  ['429 without a time', problem(429), { kind: 'transient', retryAfterMs: undefined }],
  [
    '429 because nothing is paid',
    problem(429, {}, { code: 'insufficient_quota' }),
    { kind: 'permanent', code: 'chat_no_credit' },
  ],
  ['500', problem(500), { kind: 'transient', code: 'chat_unavailable' }],
  ['503 with seconds', problem(503, { 'retry-after': '2' }), { kind: 'transient', retryAfterMs: 2000 }],
  ['408', problem(408), { kind: 'transient' }],
  ['400', problem(400), { kind: 'permanent', code: 'chat_request_refused' }],
  ['401', problem(401), { kind: 'permanent', code: 'chat_not_configured', message: 'The chat model refused its key' }],
  ['403', problem(403), { kind: 'permanent', code: 'chat_not_configured' }],
  [
    '404',
    problem(404),
    { kind: 'permanent', code: 'chat_not_configured', message: 'The chat model does not exist at its address' },
  ],
  ['a content filter', problem(400, {}, { code: 'content_filter' }), { kind: 'permanent', code: 'content_refused' }],
  [
    'too long a text',
    problem(400, {}, { code: 'context_length_exceeded' }),
    { kind: 'permanent', code: 'text_too_long' },
  ],
])('%s', async (_, answer, expected) => {
  vendor.answers(answer)
  await expect(ask()).rejects.toMatchObject(expected)
  expect(vendor.requests).toHaveLength(1)
})

test('a filter in the middle of the answer is permanent', async () => {
  vendor.answers((response) => {
    const stream = begin(response)
    stream.piece('I ')
    stream.finish('content_filter')
    stream.done()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'permanent', code: 'content_refused' })
})

test('a vendor that never begins, and one that never ends, are too late', async () => {
  vendor.answers(() => {})
  await expect(ask(200)).rejects.toMatchObject({ kind: 'transient', code: 'chat_timeout' })
  vendor.answers((response) => begin(response).piece('And then'))
  await expect(ask(200)).rejects.toMatchObject({ kind: 'transient', code: 'chat_timeout' })
})

test('a connection that is reset, before or in the middle of an answer, is a transient fault', async () => {
  vendor.answers((response) => void response.socket?.resetAndDestroy())
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'chat_unreachable' })
  vendor.answers(async (response) => {
    begin(response).piece('And then')
    await new Promise((resolve) => setTimeout(resolve, 50))
    response.socket?.resetAndDestroy()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'chat_cut_off' })
})

test('an answer that ends without a finish reason, or with an error inside, was cut off', async () => {
  vendor.answers((response) => {
    begin(response).piece('And then')
    response.end()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'chat_cut_off' })
  vendor.answers((response) => {
    const stream = begin(response)
    stream.piece('And then')
    stream.error('overloaded')
    stream.done()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'chat_cut_off' })
})

test.each(['', ' \n', '😀'])('an answer of %j is empty, which is a transient fault', async (content) => {
  vendor.answers((response) => {
    const stream = begin(response)
    stream.piece(content)
    stream.finish('stop')
    stream.done()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'empty_reply' })
})

const half = '\uFFFD'
const written = (content: string, finish: 'stop' | 'length' = 'stop') =>
  vendor.answers((response) => {
    const stream = begin(response)
    stream.piece(content)
    stream.finish(finish)
    stream.done()
  })

test('an answer with a broken character is a transient fault', async () => {
  written(`巴黎是法${half}的首都。`)
  await expect(ask()).rejects.toMatchObject({ kind: 'transient', code: 'broken_reply', isOutage: false })
})

test('a character that the token limit cut in two is left out', async () => {
  written(`巴黎很美。法国${half}`, 'length')
  expect((await ask()).text).toBe('巴黎很美。')
  written(`巴黎是法${half}`, 'length')
  expect((await ask()).text).toBe('巴黎是法')
})

test('a broken character of the question is no fault of the reply, which is shown without it', async () => {
  written(`The sign ${half} stands for a lost character.`)
  const question = [{ role: 'user' as const, content: `What is ${half}?` }]
  const reply = await open().reply({ turns: question }, { signal: new AbortController().signal })
  expect(reply.text).toBe('The sign stands for a lost character.')
})

test('an abort rejects with its own reason and ends the connection', async () => {
  const ended = Promise.withResolvers<void>()
  vendor.answers((response) => {
    response.on('close', ended.resolve)
    begin(response).piece('And then')
  })
  const controller = new AbortController()
  const reply = open().reply(
    { turns },
    { signal: controller.signal, onText: () => controller.abort(new Error('cancelled')) },
  )
  await expect(reply).rejects.toThrow('cancelled')
  await ended.promise
})

test('an address without a server is a transient fault', async () => {
  const chat = openOpenAiChat({ baseURL: 'http://127.0.0.1:9/v1', model: 'm-1' })
  await expect(chat.reply({ turns }, { signal: new AbortController().signal })).rejects.toMatchObject({
    kind: 'transient',
    code: 'chat_unreachable',
  })
})

test('without any model, the sentence names the way to get one', async () => {
  await expect(openNoChat().reply({ turns }, { signal: new AbortController().signal })).rejects.toMatchObject({
    kind: 'permanent',
    message: 'No chat model here: set OPENAI_API_KEY or OPENAI_BASE_URL',
  })
})
