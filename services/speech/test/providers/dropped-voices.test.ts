import { copyFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { openDroppedVoices } from '../../src/providers/dropped/dropped-voices.ts'
import { createEnginePool } from '../../src/providers/dropped/engine-pool.ts'
import { localVoiceDir } from '../support/local-voice.ts'
import { aGraph, elsewhere, onnxOf } from '../support/onnx.ts'
import { spoken } from '../support/spoken.ts'

const joe = join(await localVoiceDir(), 'model.onnx')
const { path: dir } = await closedAfterAll(openFolder())
const refused = new Map<string, string>()
const log = {
  info: () => {},
  warn: ({ file, reason }: { file: string; reason: string }) => refused.set(file, reason),
} as unknown as Log
const pool = createEnginePool(1)
const voices = await closedAfterAll(
  openDroppedVoices({ dir, log, isTaken: (id) => id === 'joe', pool, lookEveryMs: 200 }),
)
const ids = async () => (await voices.voices()).map(({ id }) => id)

/** Joe's files under another name. */
async function dropIn(id: string, sidecar?: object): Promise<void> {
  await copyFile(joe, join(dir, `${id}.onnx`))
  if (sidecar) await writeFile(join(dir, `${id}.voice.json`), JSON.stringify(sidecar))
  await copyFile(`${joe}.json`, join(dir, `${id}.onnx.json`))
}

test('files that are dropped in are a voice, which speaks while others are checked, until they are taken out', async () => {
  await dropIn('en_US-ada-medium', { name: 'Ada', sex: 'female', licence: 'CC0-1.0' })
  const [ada] = await eventually('the voice is listed', async () => {
    const listed = await voices.voices()
    return listed.length > 0 && listed
  })
  expect(ada).toEqual({
    id: 'en_US-ada-medium',
    name: 'Ada',
    description: 'English (US), on this machine, CC0-1.0',
    language: 'en-US',
    languages: ['en-US'],
    sex: 'female',
    speedClass: 'quick',
    settings: ['stability', 'style'],
    phonemes: true,
    provider: 'piper',
    model: expect.stringMatching(/^en_US-ada-medium-[0-9a-f]{12}$/),
    aliases: [],
  })
  expect((await spoken(voices, 'Good morning.', { voiceId: 'en_US-ada-medium' })).durationMs).toBeGreaterThan(400)

  await dropIn('ben')
  await eventually('the second voice is listed', async () => (await ids()).includes('ben'))
  // The check of the second has taken the place of the first in memory.
  expect(pool.models()).toEqual([join(dir, 'ben.onnx')])

  await rm(join(dir, 'en_US-ada-medium.onnx'))
  await eventually('the first voice is gone', async () => (await ids()).join() === 'ben')
  await expect(spoken(voices, 'Gone.', { voiceId: 'en_US-ada-medium' })).rejects.toMatchObject({
    code: 'invalid_voice',
  })
  expect([...refused]).toEqual([])
})

test('what is broken, huge or hostile is refused with its reason, once, and the other voices speak on', async () => {
  const model = (id: string, bytes: Uint8Array | string) => writeFile(join(dir, `${id}.onnx`), bytes)
  const plain = (id: string) => copyFile(`${joe}.json`, join(dir, `${id}.onnx.json`))
  const runs = onnxOf(aGraph())
  await Promise.all([
    ...[model('text', 'no model'), plain('text')],
    ...[model('elsewhere', onnxOf(aGraph({ initializer: [elsewhere] }))), plain('elsewhere')],
    ...[model('idle', runs), plain('idle')],
    ...[model('alone', runs)],
    ...[model('badjson', runs), writeFile(join(dir, 'badjson.onnx.json'), '{')],
    ...[model('badform', runs), writeFile(join(dir, 'badform.onnx.json'), '{"audio": {"sample_rate": 9e9}}')],
    ...[model('badname', runs), plain('badname'), writeFile(join(dir, 'badname.voice.json'), '{"name": "a\\u0000b"}')],
    ...[symlink('/etc/passwd', join(dir, 'linked.onnx')), plain('linked')],
    ...[model('huge', '').then(() => truncate(join(dir, 'huge.onnx'), 300e6 + 1)), plain('huge')],
    ...[model('..up', runs), dropIn('joe')],
  ])
  const reasons = {
    '..up.onnx': 'a name has letters, digits, _ and - before .onnx',
    'alone.onnx': 'there is no alone.onnx.json',
    'badform.onnx': 'badform.onnx.json is no description of a Piper voice: audio.sample_rate is wrong',
    'badjson.onnx': 'badjson.onnx.json is no JSON',
    'badname.onnx': 'badname.voice.json is no description of a Piper voice: name is wrong',
    'elsewhere.onnx': 'it takes weights from other files',
    'huge.onnx': 'huge.onnx has more than 300 MB',
    'idle.onnx': expect.stringMatching(/^it does not run: /),
    'joe.onnx': 'another voice has this id',
    'linked.onnx': 'linked.onnx is no file of its own',
    'text.onnx': 'it is no ONNX model',
  }
  await eventually('all are refused', async () => refused.size === Object.keys(reasons).length)
  expect(Object.fromEntries(refused)).toEqual(reasons)
  expect(await ids()).toEqual(['ben'])
  expect((await spoken(voices, 'And on.', { voiceId: 'ben' })).durationMs).toBeGreaterThan(300)
})
