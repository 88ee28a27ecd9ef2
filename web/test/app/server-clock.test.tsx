import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { aJob, statsOf } from '../answers/jobs.ts'
import { answer, openScreen } from '../support/support.tsx'
import '../../src/pages/dashboard.tsx'

const hourMs = 3_600_000

/** The Dashboard of an account with a job of now, by a server whose clock is so far from this machine's. */
function openWith(aheadMs: number) {
  const serverNow = Date.now() + aheadMs
  const headers = { date: new Date(serverNow).toUTCString() }
  openScreen('/', {
    'GET /api/auth/me': () => answer({ user: aUser() }, 200, headers),
    'GET /api/stats': () => answer(statsOf(), 200, headers),
    'GET /api/jobs/recent': () =>
      answer([aJob({ createdAt: new Date(serverNow - 150_000).toISOString() })], 200, headers),
  })
}

test.each([
  ['two hours behind this machine', -2 * hourMs],
  ['a day ahead of it', 24 * hourMs],
  ['as right as it', 0],
  ['some seconds from it', 9_000],
])('a job of two minutes ago is told as such by a server whose clock is %s', async (_, aheadMs) => {
  openWith(aheadMs)
  expect((await screen.findByText('2 minutes ago')).tagName).toBe('TIME')
})
