import { credentialPrefix } from '@utter/contracts/credential'
import { maskedSecret } from '@utter/contracts/settings'
import { createIdentitySigner } from '@utter/http/identity'
import { keyTextOf } from '@utter/http/identity-keys'
import { listen } from '@utter/http/listen'
import { run } from '@utter/runtime/run'
import { createCopyVerifier } from '@utter/storage/redis/credential-copy'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { startSettingLines } from '@utter/storage/redis/setting-lines'
import { watchKeys } from '@utter/storage/redis/watched-keys'
import { buildApp } from './app.ts'
import { config } from './config.ts'
import { createCopies } from './limits/copies.ts'
import { rememberReads } from './limits/recent-reads.ts'
import { createRedisLimits } from './limits/redis-limits.ts'
import { openRequestLog } from './request-log/open-request-log.ts'
import { createBatchSender } from './request-log/send-batch.ts'

await run('gateway', async (context) => {
  const { log, resources } = context
  const env = config()
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(() => redis.disconnect())
  await whenReady(redis)
  resources.use(startSettingLines(redis, { localToken: maskedSecret(keyTextOf(env.IDENTITY_KEY)) }, log))
  const keys = env.IDENTITY_PUBLIC_KEYS?.get('account')
  const copies = createCopies(keys && createCopyVerifier(keys), log)
  const limits = resources.use(
    rememberReads(createRedisLimits(redis, env.FREE_CALLS_PER_NETWORK, copies), (onChanged) =>
      watchKeys(redis, credentialPrefix, onChanged, log),
    ),
  )
  const send = createBatchSender(createIdentitySigner(env.IDENTITY_KEY, 'gateway'), env.ACCOUNT_URL)
  const requestLog = resources.use(openRequestLog(send, log))
  await listen(await buildApp(env, { limits, requestLog }, log), env, context)
})
