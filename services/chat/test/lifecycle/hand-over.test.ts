import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { handOver } from '../../src/lifecycle/hand-over.ts'

/** Sentences that are handed over of a reply that comes in pieces of so many characters. */
async function handed(reply: string, { size = 3, text = reply, language = 'en' } = {}) {
  const seen: string[] = []
  const { add, end } = handOver(
    {
      add: async (sentence) => void seen.push(sentence),
      end: async () => void seen.push('END'),
      breakOff: async () => void seen.push('BROKEN'),
    },
    language,
  )
  for (let at = 0; at < reply.length; at += size) add(reply.slice(at, at + size))
  end(text)
  await eventually('it is over', () => ['END', 'BROKEN'].includes(seen.at(-1) ?? ''))
  return seen
}

test.each([1, 3, 7, 50])(
  'in pieces of %i: each sentence once the next has begun, the last by the step',
  async (size) => {
    expect(await handed('Good morning. It is 3.5 degrees, said Dr. Smith. Stay in!', { size })).toEqual([
      ...['Good morning. ', 'It is 3.5 degrees, said Dr. Smith. ', 'END'],
    ])
  },
)

test('paragraphs keep their ends, Markdown and emoji are gone, and other scripts have sentences too', async () => {
  const written = '**Hello** there 👋.\n\n- One thing.\n- Another thing.\n\nBye.'
  const text = 'Hello there.\n\nOne thing.\nAnother thing.\n\nBye.'
  expect((await handed(written, { text })).join('')).toBe(`${text.slice(0, -4)}END`)
  const chinese = '你好。今天天气很好。再见。'
  expect(await handed(chinese, { language: 'zh' })).toEqual(['你好。', '今天天气很好。', 'END'])
})

test('a reply that turns out otherwise than what was handed over is broken off', async () => {
  expect(await handed('One thing. Another. And more.', { text: 'Something else.' })).toEqual([
    ...['One thing. ', 'Another. ', 'BROKEN'],
  ])
})

test('a reply that is cut at its limit ends with what was handed over', async () => {
  expect(await handed('One thing. Another.\n\nAnd mo', { text: 'One thing. Another.' })).toEqual([
    ...['One thing. ', 'Another.\n\n', 'END'],
  ])
})

test('without Redis nothing is waited for', async () => {
  const fail = () => Promise.reject(new Error('away'))
  let asked = 0
  const { add, end } = handOver({ add: () => fail().finally(() => asked++), end: fail, breakOff: fail })
  add('One. Two. Three.')
  end('One. Two. Three.')
  await eventually('it was tried', () => asked > 0)
})
