import { randomUUID } from 'node:crypto'
import type { IncidentView } from '@utter/contracts/http/status/incident'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const open = async () => {
  const body = { title: 'Streams break', text: 'We look into it.', parts: ['streams'] }
  return (await account.internal('POST', '/internal/incidents', body)).body as IncidentView
}
const update = (id: string, state: string, text: unknown = 'News') =>
  account.internal('POST', `/internal/incidents/${id}/updates`, { state, text })

test('200: the news come first, resolved closes it, and any other state opens it again', async () => {
  const { id } = await open()
  expect((await update(id, 'identified', 'A broker is away.')).body).toMatchObject({
    state: 'identified',
    resolvedAt: null,
    updates: [{ text: 'A broker is away.' }, { text: 'We look into it.' }],
  })
  const { body: resolved } = await update(id, 'resolved')
  expect(resolved).toMatchObject({ state: 'resolved', resolvedAt: (resolved as IncidentView).updates[0]?.at })
  expect((await update(id, 'monitoring')).body).toMatchObject({ state: 'monitoring', resolvedAt: null })
})

test('404: an incident that is not there, and one that has all the updates it may have', async () => {
  const refused = problem(404, 'There is no such incident, or it has 50 updates', 'not_found')
  expect(await update(randomUUID(), 'resolved')).toMatchObject(refused)
  const { id } = await open()
  for (let index = 1; index < 50; index++) expect((await update(id, 'monitoring')).status).toBe(200)
  expect(await update(id, 'resolved')).toMatchObject(refused)
})

test('400: a text is needed, and a state of the four', async () => {
  const { id } = await open()
  expect(await update(id, 'resolved', '')).toMatchObject(invalid('text', 'text is required'))
  expect(await update(id, 'gone')).toMatchObject({ status: 400, body: { details: [{ field: 'state' }] } })
})
