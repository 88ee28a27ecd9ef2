import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { patience } from '../../support/local-voice.ts'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())

test('a removed voice is the account’s no more, and another may have it', async () => {
  const [owner, next] = [newIdentity(), newIdentity()]
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
