import type { IncidentView } from '@utter/contracts/http/status/incident'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const open = async (title: string) =>
  (await account.internal('POST', '/internal/incidents', { title, text: 'News', parts: [] })).body as IncidentView
const list = async (by?: 'gateway') =>
  (await account.internal('GET', '/internal/incidents', undefined, by)).body as IncidentView[]
const dayMs = 86_400_000
const backdate = (id: string, days: number) =>
  account.setField('incidents', id, 'openedAt', new Date(Date.now() - days * dayMs))

test('200: the newest first, for operator and gateway: those of 90 days, and older ones that are open', async () => {
  const [old, gone, recent] = [await open('old'), await open('gone'), await open('recent')]
  await backdate(old.id, 120)
  await backdate(gone.id, 100)
  await backdate(recent.id, 80)
  const latest = await open('latest')
  for (const { id } of [gone, recent])
    await account.internal('POST', `/internal/incidents/${id}/updates`, { state: 'resolved', text: 'It works again.' })
  const ids = [latest.id, recent.id, old.id]
  expect((await list()).map(({ id }) => id)).toEqual(ids)
  expect((await list('gateway')).map(({ id }) => id)).toEqual(ids)
})
