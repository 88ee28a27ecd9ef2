import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openVendorSwitches } from '../../../src/store/vendor-switches.ts'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const database = await closedAfterAll(openDatabase('speech'))
let now = new Date('2026-03-20T12:00:00.000Z')
const switches = await openVendorSwitches(database.connection)
const speech = await closedAfterAll(
  openSpeech({ vendors: ['elevenlabs', 'openai'], switches, clock: { now: () => now } }),
)
const operator = signed(callers.internal('operator'))
const put = (name: string, body: object) => speech.ask(`/internal/vendors/${name}`, operator, 'PUT', body)
const list = async () => (await speech.ask('/internal/vendors', operator)).json().vendors

test('a vendor is off from the first moment on until it is on again, for every replica', async () => {
  expect(await list()).toEqual([
    { name: 'elevenlabs', isOff: false },
    { name: 'openai', isOff: false },
  ])
  const off = { name: 'openai', isOff: true, since: '2026-03-20T12:00:00.000Z' }
  expect((await put('openai', { isOff: true })).json()).toEqual(off)
  now = new Date(now.getTime() + 60_000)
  expect((await put('openai', { isOff: true })).json()).toEqual(off)
  expect(await list()).toEqual([{ name: 'elevenlabs', isOff: false }, off])
  expect(await (await openVendorSwitches(database.connection)).off()).toEqual(new Map([['openai', expect.any(Date)]]))
  expect((await put('openai', { isOff: false })).json()).toEqual({ name: 'openai', isOff: false })
})

test('404: a vendor that is not configured, with those that are; 400: a switch that is neither off nor on', async () => {
  const { status, json } = await put('azure', { isOff: true })
  const sentence = 'No vendor azure is configured; there are elevenlabs, openai'
  expect({ status, body: json() }).toMatchObject(problem(404, sentence, 'vendor_not_found'))
  expect((await put('openai', { isOff: 'yes' })).json().error).toBe('isOff must be true or false')
})
