import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const open = (body: object) => account.internal('POST', '/internal/incidents', body)
const incident = { title: 'Voices are slow', text: 'We look into it.', parts: ['voices'] }

test('200: it is told at once, as one that is looked into', async () => {
  const { status, body } = await open(incident)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Voices are slow',
    parts: ['voices'],
    state: 'investigating',
    openedAt: expect.any(String),
    resolvedAt: null,
    updates: [{ at: (body as { openedAt: string }).openedAt, state: 'investigating', text: 'We look into it.' }],
  })
  expect((await account.internal('GET', '/internal/incidents')).body).toContainEqual(body)
})

test.each([
  ['title', { title: ' ' }, 'title is required'],
  ['title', { title: 'x'.repeat(121) }, 'title must be at most 120 characters'],
  ['text', { text: undefined }, 'text is required'],
  ['parts.0', { parts: ['kettle'] }, 'parts must be of submissions, voices, streams, webhooks'],
])('400: %s, given as %j', async (field, given, message) => {
  expect(await open({ ...incident, ...given })).toMatchObject(invalid(field, message))
})
