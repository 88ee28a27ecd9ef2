import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { submit } from '../../../src/lifecycle/submit/submit.ts'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'

const jobs = await closedAfterAll(openJobs('elevenlabs-user'))
const user = async (userId: string) => {
  const identity = newIdentity({ userId, signedUpAt: signedUpAt.toISOString() })
  return (await jobs.request('GET', '/v1/user', callers.account(identity))).body
}

test('an account is told with all that the clients require, and as new until its first job is completed', async () => {
  const userId = randomUUID()
  const told = await user(userId)
  expect(told).toEqual({
    user_id: userId,
    workspace_id: userId,
    subscription: expect.objectContaining({ tier: 'free', character_count: 0, character_limit: 200_000 }),
    is_new_user: true,
    can_use_delayed_payment_methods: false,
    is_onboarding_completed: true,
    is_onboarding_checklist_completed: true,
    created_at: signedUpAt.getTime() / 1_000,
    seat_type: 'workspace_admin',
  })
  // The invoices are part of the other answer alone.
  expect(told.subscription).not.toHaveProperty('open_invoices')
  const { job } = await submit(jobs.deps, jobs.draft(userId), { signedUpAt })
  expect(await user(userId)).toMatchObject({ is_new_user: true, subscription: { character_count: 2_000 } })
  await complete(jobs, userId, job._id)
  expect(await user(userId)).toMatchObject({ is_new_user: false, subscription: { character_count: 2_000 } })
})
