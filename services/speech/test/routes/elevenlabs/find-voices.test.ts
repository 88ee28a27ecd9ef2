import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openSpeech, voice } from '../../support/open-speech.ts'

const voices = async () => [
  { ...voice, name: 'Anna', description: 'Warm' },
  { ...voice, id: 'two', name: 'Bert', description: 'Clear' },
]
const speech = await closedAfterAll(openSpeech({ speech: { voices } as never }))

test.each([
  ['all without a search', '?page_size=1', ['one', 'two']],
  ['those with the text in their name', '?search=bER', ['two']],
  ['those with the text in their description', '?search=warm', ['one']],
  ['none', '?search=x', []],
])('%s, on one page', async (_which, query, ids) => {
  const body = (await speech.ask(`/v2/voices${query}`)).json() as { voices: { voice_id: string }[] }
  expect(body.voices.map(({ voice_id: id }) => id)).toEqual(ids)
  expect(body).toMatchObject({ has_more: false, total_count: ids.length })
})

test('a search of no end is refused in the shape that the clients read', async () => {
  const answer = await speech.ask(`/v2/voices?search=${'x'.repeat(201)}`)
  expect([answer.status, answer.json()]).toEqual([
    422,
    { detail: [{ loc: ['query', 'search'], msg: 'search must be at most 200 characters', type: 'value_error' }] },
  ])
})
