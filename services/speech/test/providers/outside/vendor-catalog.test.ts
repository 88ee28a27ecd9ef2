import { VendorError } from '@utter/contracts/vendor-error'
import { beforeEach, expect, test } from 'vitest'
import type { Voice } from '../../../src/domain/voice.ts'
import { type Catalog, createCatalog } from '../../../src/providers/outside/vendor-catalog.ts'
import { aVoice } from '../../support/a-voice.ts'

let now = 0
let asked: string[] = []
let isAway = false
let voices: Voice[] = []
let catalog: Catalog

beforeEach(() => {
  now = 1
  asked = []
  isAway = false
  voices = [aVoice('one', { aliases: ['first'] })]
  catalog = createCatalog(
    {
      voices: async () => {
        asked.push('list')
        if (isAway) throw new VendorError('transient', 'away', 'Away')
        return voices
      },
      find: async (id) => {
        asked.push(id)
        return id === 'private' ? aVoice(id) : undefined
      },
    },
    { now: () => now },
  )
})
const passSeconds = (seconds: number) => {
  now += seconds * 1_000 + 1
}

test('the list is kept for five minutes', async () => {
  await catalog.voices()
  passSeconds(299)
  await catalog.voices()
  expect(asked).toEqual(['list'])
  voices = []
  passSeconds(2)
  expect([await catalog.voices(), asked]).toEqual([[], ['list', 'list']])
})

test('a list that cannot be read again stays as it was, and is asked for a minute later', async () => {
  await catalog.voices()
  isAway = true
  passSeconds(300)
  expect(await catalog.voices()).toEqual(voices)
  expect(await catalog.voices()).toEqual(voices)
  expect(asked).toHaveLength(2)
  passSeconds(60)
  await catalog.voices()
  expect(asked).toHaveLength(3)
})

test('without a list every question fails as the vendor did, who is asked again ten seconds later', async () => {
  isAway = true
  for (const _ of [1, 2]) await expect(catalog.voices()).rejects.toMatchObject({ code: 'away' })
  await expect(catalog.find('one')).rejects.toMatchObject({ code: 'away' })
  expect(asked).toEqual(['list'])
  isAway = false
  passSeconds(10)
  expect(await catalog.voices()).toEqual(voices)
})

test('a listed voice is found by id and alias without a question, another for five minutes by one', async () => {
  expect(await catalog.find('first')).toEqual(voices[0])
  expect(await catalog.find('private')).toMatchObject({ id: 'private' })
  passSeconds(290)
  expect(await catalog.find('private')).toMatchObject({ id: 'private' })
  expect(asked).toEqual(['list', 'private'])
})

test('an id that does not exist is asked for again a minute later', async () => {
  for (const _ of [1, 2]) expect(await catalog.find('nobody')).toBeUndefined()
  passSeconds(60)
  expect(await catalog.find('nobody')).toBeUndefined()
  expect(asked).toEqual(['list', 'nobody', 'nobody'])
})
