import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())

test('an own voice is shown to its account, and does not exist for another', async () => {
  const owner = newIdentity({ tier: 'creator' })
  const { body } = await own.blend(owner, [{ voiceId: 'af_heart', weight: 1 }])
  expect(await own.ask(owner, 'GET', `/${body.id}`)).toEqual({ status: 200, body })
  expect(await own.ask(newIdentity({ tier: 'creator' }), 'GET', `/${body.id}`)).toMatchObject(
    problem(404, 'Invalid voice ID', 'invalid_voice'),
  )
})
