import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed, voice } from '../../support/open-speech.ts'
import { twoOwners } from '../../support/two-owners.ts'

const voices = async () => [
  { ...voice, name: 'Anna', description: 'Warm' },
  { ...voice, id: 'two', name: 'Bert', description: 'Clear' },
]
const { owner, other, ownVoices } = twoOwners()
const speech = await closedAfterAll(openSpeech({ speech: { voices } as never, ownVoices }))

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

test.each([
  ['its account', owner, ['cloned']],
  ['another account', other, ['theirs']],
  ['a visitor', undefined, []],
])('an own voice is found by %s, by its name: %#', async (_who, identity, ids) => {
  const token = identity && callers.account(identity)
  const { voices: found, ...page } = (await speech.ask('/v2/voices?search=clone', signed(token))).json()
  expect(found.map(({ voice_id: id }: { voice_id: string }) => id)).toEqual(ids)
  expect(page).toEqual({ has_more: false, total_count: ids.length })
})

test('a search of no end is refused in the shape that the clients read', async () => {
  const answer = await speech.ask(`/v2/voices?search=${'x'.repeat(201)}`)
  expect([answer.status, answer.json()]).toEqual([
    422,
    { detail: [{ loc: ['query', 'search'], msg: 'search must be at most 200 characters', type: 'value_error' }] },
  ])
})
