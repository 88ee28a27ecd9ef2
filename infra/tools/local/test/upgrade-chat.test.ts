import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { upgradeChat } from '../src/processes/upgrade-chat.ts'
import { StartError } from '../src/start-error.ts'
import { superviseProcess } from '../src/supervision/supervised-process.ts'
import { test } from './support/temporary.ts'

const dummy = fileURLToPath(new URL('./support/dummy-process.ts', import.meta.url))

/** A dummy chat; its `model` is the file by which it is ready. */
async function startChat(folder: string, reported: string[]) {
  const model = { path: join(folder, 'small') }
  const chat = superviseProcess(
    {
      name: 'chat',
      command: [process.execPath, '--disable-warning=ExperimentalWarning', dummy],
      env: { READY_FILE: model.path },
      ready: async () => existsSync(model.path),
      readyTimeoutMs: 10_000,
      log: () => {},
    },
    { report: (sentence) => void reported.push(sentence) },
  )
  await chat.start()
  const envWith = (path: string) => {
    model.path = path
    return { READY_FILE: path }
  }
  return { chat, envWith, report: (sentence: string) => void reported.push(sentence) }
}

test('chat starts again with the good model once it has been fetched', async ({ folder, reported }) => {
  const parts = await startChat(folder, reported)
  const { signal } = new AbortController()
  await upgradeChat({ ...parts, signal, fetchGood: async () => join(folder, 'good') })
  expect(readFileSync(join(folder, 'good'), 'utf8')).toBe(String(parts.chat.pid))
  expect(reported).toEqual(['Chat starts again, with the good model.', 'The good chat model answers.'])
  await parts.chat.stop(2000)
})

test('chat is left alone where the good model could not be fetched, and that is reported', async ({
  folder,
  reported,
}) => {
  const parts = await startChat(folder, reported)
  const { pid } = parts.chat
  const fetchGood = () => Promise.reject(new StartError('the model is not the file it should be'))
  await upgradeChat({ ...parts, signal: new AbortController().signal, fetchGood })
  expect(parts.chat.pid).toBe(pid)
  expect(reported).toEqual(['The small chat model goes on answering: the model is not the file it should be'])
  await parts.chat.stop(2000)
})

test('a platform that stops meanwhile reports nothing, and chat is not started again', async ({ folder, reported }) => {
  const parts = await startChat(folder, reported)
  const stop = new AbortController()
  const fetched = Promise.withResolvers<string>()
  const upgrade = upgradeChat({ ...parts, signal: stop.signal, fetchGood: () => fetched.promise })
  stop.abort()
  await parts.chat.stop(2000)
  fetched.resolve(join(folder, 'good'))
  await upgrade
  expect(existsSync(join(folder, 'good'))).toBe(false)
  expect(reported).toEqual([])
})
