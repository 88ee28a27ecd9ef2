import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { ownSampleName } from '../../../src/domain/voice-sample.ts'
import { patience } from '../../support/local-voice.ts'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())

test('a removed voice is the account’s no more, and another may have it', async () => {
  const [owner, next] = [newIdentity({ tier: 'pro' }), newIdentity({ tier: 'pro' })]
  await own.add(owner, 'clonedAda')
  expect(await own.ask(owner, 'DELETE', '/clonedAda')).toEqual({ status: 204, body: undefined })
  expect(await own.list(owner)).toEqual([])
  expect(await own.speech.find?.('clonedAda', { userId: owner.userId, ...patience() })).toBeUndefined()
  expect((await own.add(next, 'clonedAda')).status).toBe(201)

  const unknown = problem(404, 'Invalid voice ID', 'invalid_voice')
  expect(await own.ask(owner, 'DELETE', '/clonedAda')).toMatchObject(unknown)
  expect(await own.ask(owner, 'DELETE', '/nobody')).toMatchObject(unknown)
  expect(await own.list(next)).toHaveLength(1)
})

test('its sample goes with it', async () => {
  const owner = newIdentity({ tier: 'creator' })
  const { id } = (await own.blend(owner, [{ voiceId: 'af_heart', weight: 1 }])).body
  await own.ask(owner, 'GET', `/${id}/sample.mp3`)
  const name = ownSampleName({ userId: owner.userId, voiceId: id })
  expect(await own.files.find(name)).toMatchObject({ name })
  await own.ask(owner, 'DELETE', `/${id}`)
  expect(await own.files.find(name)).toBeUndefined()
})
