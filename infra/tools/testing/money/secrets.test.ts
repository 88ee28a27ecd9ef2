import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecrets } from '@utter/local/secrets'
import { Customer } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()

test('no key of payments stands in a log, an answer or a page', async () => {
  const customer = await Customer.signUp(url)
  const page = await fetch(await new Payer(customer).checkout('starter'), { headers: customer.headers })
  expect(page.status).toBe(200)
  const shown = [await page.text()]
  for (const path of ['/api/plans', '/api/auth/me', '/api/settings'])
    shown.push(JSON.stringify((await customer.get(path)).body))
  const logs = join(dataDir, 'logs')
  for (const name of await readdir(logs)) shown.push(await readFile(join(logs, name), 'utf8'))
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = await readSecrets(dataDir, {})
  expect(shown.length).toBeGreaterThan(10)
  for (const secret of [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(shown.filter((text) => text.includes(secret))).toEqual([])
  }
})
