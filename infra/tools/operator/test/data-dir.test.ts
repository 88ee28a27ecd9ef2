import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '@utter/local/settings'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { dataDirOf } from '../src/data-dir.ts'

test.each([
  ['a folder of the environment', { UTTER_DATA: '/somewhere' }, 'UTTER_DATA=of-the-file'],
  ['one of .env', {}, 'UTTER_DATA=of-the-file'],
  ['an empty value', { UTTER_DATA: '' }, ''],
])('the operator looks for the platform where npm start keeps it: %s', async (_name, env, file) => {
  await using root = await openFolder()
  await writeFile(join(root.path, '.env'), file)
  expect(dataDirOf(env, root.path)).toBe(readSettings(env, root.path).dataDir)
})
