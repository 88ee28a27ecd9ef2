import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { openNotice } from '../src/pages/notice.ts'
import { openGateway } from './support/open-gateway.ts'

const folder = await closedAfterAll(openFolder())
const log = createLog('gateway', 'silent')

test('the page carries the notice as text, whatever signs are in it', async () => {
  const file = join(folder.path, 'signs.txt')
  await writeFile(file, 'Down "on Sunday"\n& <b>after</b> that.\n')
  await using gateway = await openGateway({ NOTICE_FILE: file })
  expect(await (await fetch(gateway.url)).text()).toContain(
    ' data-notice="Down &quot;on Sunday&quot; &amp; <b>after</b> that.">',
  )
})

test('a file that comes, changes and goes is heeded while the gateway runs', async () => {
  const file = join(folder.path, 'notice.txt')
  await using notice = await openNotice(file, log, 10)
  expect(notice.text()).toBe('')
  await writeFile(file, 'First.')
  await eventually('it is there', () => notice.text() === 'First.')
  await writeFile(file, 'x'.repeat(100_000))
  await eventually('its beginning is there', () => notice.text() === `${'x'.repeat(299)}…`)
  await rm(file)
  await eventually('it is gone', () => notice.text() === '')
})
