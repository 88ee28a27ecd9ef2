import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openLocalChat } from '../../src/providers/local.ts'
import { localModelPath } from '../support/local-model.ts'

const patience = () => ({ signal: AbortSignal.timeout(60_000) })
/** A word of any answer about the capital of France: a small model's words differ from processor to processor. */
const ofFrance = /Paris|France|capital/i
const user = (content: string) => ({ role: 'user' as const, content })

const chat = await closedAfterAll(openLocalChat({ path: await localModelPath(), seed: 1 }))

test('the small model says that it is one', () => {
  expect(chat).toMatchObject({ model: 'SmolLM2-135M-Instruct.Q4_1', modelClass: 'small' })
})

test('it answers a simple question, streams the answer and counts its tokens', async () => {
  const pieces: string[] = []
  const { text, tokens } = await chat.reply(
    { turns: [user('What is the capital of France?')] },
    { ...patience(), onText: (piece) => pieces.push(piece) },
  )
  expect(text).toMatch(ofFrance)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('').trim()).toContain(text.slice(0, 10))
  expect(tokens).toBeGreaterThan(3)
  expect(tokens).toBeLessThanOrEqual(300)
})

test('it is given the earlier turns, and nothing of other conversations', async () => {
  const earlier = [user('My name is Ada.'), { role: 'assistant' as const, content: 'Nice to meet you, Ada.' }]
  expect((await chat.reply({ turns: [...earlier, user('What is my name?')] }, patience())).text).toContain('Ada')
  expect((await chat.reply({ turns: [user('What is my name?')] }, patience())).text).not.toContain('Ada')
})

test('questions at once are answered one after another, each its own', async () => {
  const earlier = [user('My name is Ada.'), { role: 'assistant' as const, content: 'Nice to meet you, Ada.' }]
  const [france, ada] = await Promise.all([
    chat.reply({ turns: [user('What is the capital of France?')] }, patience()),
    chat.reply({ turns: [...earlier, user('What is my name?')] }, patience()),
  ])
  expect(france.text).toMatch(ofFrance)
  expect(france.text).not.toContain('Ada')
  expect(ada.text).toContain('Ada')
})

test('an abort ends the answer, also of one that still waits, and the next is answered', async () => {
  const controller = new AbortController()
  const long = chat.reply({ turns: [user('Write a long story about a ship.')] }, { signal: controller.signal })
  const waiting = chat.reply({ turns: [user('And another one.')] }, { signal: controller.signal })
  const next = chat.reply({ turns: [user('What is the capital of France?')] }, patience())
  setTimeout(() => controller.abort(new Error('cancelled')), 300)
  const startedMs = performance.now()
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(long).rejects.toThrow('cancelled')
  expect(performance.now() - startedMs).toBeLessThan(1500)
  expect((await next).text).toMatch(ofFrance)
})

test('a question that the model cannot hold is refused, not shortened', async () => {
  await expect(chat.reply({ turns: [user('🦜 '.repeat(4000))] }, patience())).rejects.toMatchObject({
    kind: 'permanent',
    code: 'text_too_long',
  })
})

test('it writes no more than 300 tokens, and what it ends with is a sentence', async () => {
  const { text, tokens } = await chat.reply(
    { turns: [user('Write a very long story about a ship and its captain.')] },
    patience(),
  )
  expect(tokens).toBeLessThanOrEqual(300)
  expect(text).toMatch(/[.!?"]$/)
})

test('a reply that takes too long is ended, and is what has been written', async () => {
  const hasty = await openLocalChat({ path: await localModelPath(), seed: 1, replyMs: 500 })
  const story = { turns: [user('Write a very long story about a ship and its captain.')] }
  const { text, tokens } = await hasty.reply(story, patience())
  await hasty.close()
  expect(text).not.toBe('')
  expect(tokens).toBeLessThan(300)
})

test('a file that is no model is refused when it is opened', async () => {
  await expect(openLocalChat({ path: new URL(import.meta.url).pathname })).rejects.toThrow()
})
