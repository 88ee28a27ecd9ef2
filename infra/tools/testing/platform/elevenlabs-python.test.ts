import { join } from 'node:path'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { runTool } from '@utter/local/cache/run-tool'
import { readSettings } from '@utter/local/settings'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { giveOwnVoice } from '@utter/testing/customers/own-voice'
import { preparePython } from '@utter/testing/fetched/python-environment'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../python')
const { url } = ownPlatform()
const { cacheDir } = readSettings(process.env)
const { python, env } = await preparePython(join(folder, 'elevenlabs.txt'), { cacheDir, report: console.log })

const operator = await testOperator()
const [customer, stranger] = [await Customer.signUp(url), await Customer.signUp(url)]
await makeEnterprise(customer)
const ownVoice = await giveOwnVoice(customer, 'voiceOfPython')
const keys = [
  await operator.createKey(customer.email, 'python', ['jobs:write', 'usage:read']),
  await operator.createKey(stranger.email, 'python', ['jobs:write']),
]
const script = join(folder, 'elevenlabs_client.py')
/** All that the client was given, unmodified but for its address and its key. Without `-S` the machine's own packages could change those fetched. */
const seen = JSON.parse(await runTool(python, ['-S', script, url, ...keys, ownVoice], { env }))

test("ElevenLabs' client for Python hears a text in six forms, and the same streamed", () => {
  const starts = {
    mp3_44100_128: /^fffb|^494433/,
    mp3_22050_32: /^fff3|^494433/,
    opus_48000_32: /^4f676753/,
    wav_16000: /^52494646/,
    pcm_16000: /^/,
    ulaw_8000: /^/,
  }
  for (const [form, start] of Object.entries(starts)) {
    expect([form, seen.sounds[form].start]).toEqual([form, expect.stringMatching(start)])
    expect([form, seen.sounds[form].length > 4_000]).toEqual([form, true])
  }
  expect(Math.abs(seen.streamed.length / seen.sounds.pcm_16000.length - 1)).toBeLessThan(0.1)
})

test('it is told when each character of a text sounds, streamed too', () => {
  for (const { length, alignments } of [seen.timed, seen.timedStream]) {
    const [first, ...others] = alignments
    expect(first.characters.join('')).toBe('Good morning from Python.')
    const [starts, ends] = [first.character_start_times_seconds, first.character_end_times_seconds]
    const times = starts.flatMap((start: number, index: number) => [start, ends[index]])
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    expect(times.at(-1)).toBeGreaterThan(0.5)
    expect(times.at(-1)).toBeLessThanOrEqual(length / 32_000 + 0.05)
    expect(others.filter(Boolean)).toEqual([])
  }
})

test('it lists, gets and finds the voices, the own one of its account too', () => {
  const [first] = seen.voices
  expect(seen.first).toEqual(first)
  expect(seen.found).toContain(first.voice_id)
  expect(seen.own).toMatchObject({ voice_id: ownVoice, name: 'Mine', category: 'cloned', is_owner: true })
  expect(seen.voices.at(-1)).toEqual(seen.own)
  expect(seen.ownFound).toContain(ownVoice)
})

test("another account's own voice is neither listed nor found, and is refused as one that does not exist", () => {
  expect(seen.ofStranger.length).toBeGreaterThan(1)
  expect(seen.ofStranger).not.toContain(ownVoice)
  expect(seen.ownForStranger).toEqual(seen.missingVoice)
  expect(seen.missingVoice).toMatchObject({ kind: 'ApiError', status: 404, detail: { status: 'voice_not_found' } })
})

test('it reads the models, and its account with the calls that were used', async () => {
  const model = seen.models.find((one: { model_id: string }) => one.model_id === 'eleven_multilingual_v2')
  expect(model).toMatchObject({ can_do_text_to_speech: true, maximum_text_length_per_request: 10_000 })
  const { apiCallsUsed } = (await customer.get('/api/usage')).body as UsageView
  expect(apiCallsUsed).toBeGreaterThan(0)
  const told = { tier: 'enterprise', status: 'active', character_count: apiCallsUsed * 10_000, voice_slots_used: 1 }
  expect(seen.subscription).toMatchObject({ ...told, open_invoices: [], has_open_invoices: false })
  expect(seen.user).toMatchObject({ seat_type: 'workspace_admin', subscription: told })
})

test('refusals are raised as its own errors', () => {
  expect(seen.emptyText).toMatchObject({
    ...{ kind: 'UnprocessableEntityError', status: 422, detail: [{ loc: ['body', 'text'], msg: 'text is required' }] },
  })
  expect(seen.unknownModel).toMatchObject({ kind: 'ApiError', status: 400, detail: { status: 'model_not_found' } })
  expect(seen.unknownVoice).toMatchObject({ kind: 'ApiError', status: 400, detail: { status: 'voice_not_found' } })
  expect(seen.unknownKey).toMatchObject({ kind: 'ApiError', status: 401, detail: { status: 'invalid_api_key' } })
  expect(seen.strangersUser).toMatchObject({ kind: 'ApiError', status: 403, detail: { status: 'missing_scope' } })
  expect(seen.timedForStranger).toMatchObject({ kind: 'ApiError', status: 403, detail: { status: 'plan_required' } })
})
