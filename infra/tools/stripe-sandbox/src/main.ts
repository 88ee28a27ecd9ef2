import { listen } from '@utter/http/listen'
import { run } from '@utter/runtime/run'
import { config } from './config.ts'
import { openSandboxApp } from './sandbox.ts'

await run('stripe-sandbox', async (context) => {
  const env = config()
  const sandbox = await openSandboxApp({
    key: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    publicUrl: env.PUBLIC_URL,
    gatewayUrl: env.GATEWAY_URL,
    file: env.SANDBOX_FILE,
    log: context.log,
  })
  context.resources.use(sandbox)
  await listen(sandbox.app, env, context)
})
