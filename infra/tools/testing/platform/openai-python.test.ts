import { join } from 'node:path'
import { runTool } from '@utter/local/cache/run-tool'
import { readSettings } from '@utter/local/settings'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { preparePython } from '@utter/testing/fetched/python-environment'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../python')

test("OpenAI's client for Python hears six forms and a stream of events, lists the models, and raises its own errors", async () => {
  const { url } = ownPlatform()
  const { cacheDir } = readSettings(process.env)
  const { python, env } = await preparePython(join(folder, 'openai.txt'), { cacheDir, report: console.log })
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  const apiKey = await (await testOperator()).createKey(customer.email, 'python', ['jobs:write'])
  const script = join(folder, 'openai_client.py')
  const seen = JSON.parse(await runTool(python, [script, new URL('/v1', url).href, apiKey], { env }))

  expect(seen.models).toContain('gpt-4o-mini-tts')
  expect(seen.model).toBe('model')
  const starts = {
    mp3: /^(?:494433|fffb)/,
    wav: /^52494646/,
    opus: /^4f676753/,
    flac: /^664c6143/,
    aac: /^fff[19]/,
    pcm: /^/,
  }
  for (const [form, start] of Object.entries(starts)) {
    expect([form, seen.sounds[form].start]).toEqual([form, expect.stringMatching(start)])
    expect([form, seen.sounds[form].length > 4_000]).toEqual([form, true])
  }
  expect(seen.events.at(0)).toBe('speech.audio.delta')
  expect(seen.events.at(-1)).toBe('speech.audio.done')
  expect(seen.emptyText).toMatchObject({ status: 400, param: 'input' })
  expect(seen.unknownModel).toMatchObject({ status: 404, param: 'model', code: 'model_not_found' })
  expect(seen.unknownKey).toMatchObject({ status: 401, code: 'invalid_api_key' })
})
