import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@utter/local/settings'
import { expect, onTestFinished, test } from 'vitest'
import { dataDirOf } from '../src/data-dir.ts'

test.each([
  ['a folder of the environment', { UTTER_DATA: '/somewhere' }, 'UTTER_DATA=of-the-file'],
  ['one of .env', {}, 'UTTER_DATA=of-the-file'],
  ['an empty value', { UTTER_DATA: '' }, ''],
])('the operator looks for the platform where npm start keeps it: %s', async (_name, env, file) => {
  const root = await mkdtemp(join(tmpdir(), 'utter-operator-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, '.env'), file)
  expect(dataDirOf(env, root)).toBe(readSettings(env, root).dataDir)
})
