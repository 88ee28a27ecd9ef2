import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDegradedStatus, aStatus } from '../answers/status.ts'
import { answer, openScreen, problem } from '../support/support.tsx'
import '../../src/pages/status.tsx'

const open = (status = aStatus()) => openScreen('/status', { 'GET /api/status': () => answer(status) })
const lineOf = async (title: string) =>
  within((await screen.findByRole('heading', { level: 3, name: title })).closest('li')!)

test('a visitor reads that everything is served, and each part with its uptime', async () => {
  open()
  await screen.findByText('Everything is served')
  for (const title of ['Submissions', 'Voices', 'Streams', 'Webhooks']) {
    const line = await lineOf(title)
    line.getByText('Operational')
    line.getByText('100.00 % up in 24 hours')
  }
  screen.getByText('There was no incident in 90 days.')
})

test('faults are named by their hours, or by their days, the latest first', async () => {
  open(aDegradedStatus('2026-03-20T12:34:00.000Z'))
  await screen.findByText('Some of it fails at times')
  const line = await lineOf('Voices')
  line.getByText('Degraded')
  expect(line.getByText(/^99\.30 % up in 24 hours\. .*\(degraded\), .*\(down\)$/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: '90 days' }))
  line.getByText('99.97 % up in 90 days. Mar 20 (down), Mar 8 (degraded), Feb 17 (degraded), and 1 more')
})

test('incidents have their updates, the newest first, and what they touch', async () => {
  open(aDegradedStatus())
  const incident = within((await screen.findByText('Voices of a vendor are slow')).closest('article')!)
  expect(incident.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Identified The vendor has told us of a fault\. Other voices speak\. 1 hour ago$/),
    expect.stringMatching(/^Investigating Some jobs wait for longer than they should\. 2 hours ago$/),
  ])
  incident.getByText('Voices')
  screen.getByText('Submissions, Streams')
})

test('a gateway that cannot read the incidents says so, and not that there were none', async () => {
  open(aStatus({ incidents: null }))
  await screen.findByText('Incidents cannot be read at present.')
})

test('a part without figures says so', async () => {
  const never = { hours: [], days: [], uptime: null, uptimeOfDay: null, now: 'down' } as const
  open(aStatus({ state: 'down', parts: [{ part: 'voices', ...never, hours: [], days: [] }] }))
  await screen.findByText('A part is down')
  const line = await lineOf('Voices')
  line.getByText('Down')
  line.getByText('No figures yet')
})

test('a status that cannot be read says so, with the way to try again', async () => {
  openScreen('/status', { 'GET /api/status': () => problem(503, 'The service is busy') })
  await screen.findByText('The service is busy')
  screen.getByRole('button', { name: 'Try again' })
})
