import { listen } from '@utter/http/listen'
import { run } from '@utter/runtime/run'
import { openRedis, whenReady } from '@utter/storage/redis'
import { buildApp } from './app.ts'
import { config } from './config.ts'
import { createLimits } from './credentials-and-rate.ts'

await run('gateway', async (context) => {
  const { log, resources } = context
  const env = config()
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(() => redis.disconnect())
  await whenReady(redis)
  await listen(await buildApp(env, createLimits(redis), log), env, context)
})
