import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openSandbox } from '@utter/stripe-sandbox/open-sandbox'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../src/stripe/run-set-up.ts', import.meta.url))
const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { PUBLIC_URL: 'https://utter.example', ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )

test('the step of a deployment makes what Stripe lacks; a second run changes nothing; no key is logged', async () => {
  await using sandbox = await openSandbox()
  const env = { STRIPE_SECRET_KEY: sandbox.key, STRIPE_SANDBOX_URL: sandbox.url }
  const first = await run(env)
  expect([first.code, JSON.parse(first.stdout).changes]).toEqual([0, expect.any(Array)])
  expect(JSON.parse(first.stdout).changes).toHaveLength(8)
  for (const secret of [sandbox.key, sandbox.webhookSecret]) expect(first.stdout).not.toContain(secret)
  expect(JSON.parse((await run(env)).stdout).changes).toEqual([])
})

test('without a key nothing is made, and without an answer of Stripe it fails', async () => {
  expect((await run({})).code).toBe(0)
  const broken = await run({ STRIPE_SECRET_KEY: 'sk_sandbox_none', STRIPE_SANDBOX_URL: 'http://127.0.0.1:1' })
  expect(broken.code).toBe(1)
})
