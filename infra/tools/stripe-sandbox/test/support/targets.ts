import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { onTestFinished, test as plainTest } from 'vitest'
import { apiVersion } from '../../src/api/api-version.ts'
import { type OpenSandbox, openSandbox } from '../../src/open-sandbox.ts'

/** Where the contract is held: on the sandbox, and on Stripe's own test mode when STRIPE_TEST_KEY is set. */
export type Target = {
  stripe: Stripe
  /** Absent on Stripe. */
  sandbox?: OpenSandbox
  /** A text of this test alone, since objects in Stripe's test mode stay there. */
  unique(name: string): string
}

const testKey = process.env.STRIPE_TEST_KEY
const unique = (name: string) => `${name}_${randomBytes(6).toString('hex')}`
const key = testKey?.startsWith('sk_test_') ? testKey : undefined
if (testKey && !key) throw new Error('STRIPE_TEST_KEY must be a key of the test mode: sk_test_…')

/**
 * A test of a behaviour, as the real client sees it.
 * @param needs a thing that no program can ask Stripe's test mode for: such a behaviour is skipped there
 */
export function behaves(name: string, check: (target: Target) => Promise<void>, needs?: 'pages' | 'the clock'): void {
  plainTest(name, async () => {
    const sandbox = await openSandbox()
    onTestFinished(() => sandbox[Symbol.asyncDispose]())
    await check({ stripe: sandbox.stripe, sandbox, unique })
  })
  if (key)
    plainTest.skipIf(needs)(`${name}, on Stripe's test mode${needs ? `; not seen there: it needs ${needs}` : ''}`, () =>
      check({ stripe: new Stripe(key, { apiVersion, telemetry: false }), unique }),
    )
}
