import type { RedisUser } from '@utter/storage/redis/rights'
import { inject } from 'vitest'

/** Values that the set-ups provide to tests: `inject('backing')`, `ownPlatform()`. */
export type BackingAddresses = { MONGO_URL: string; KAFKA_BROKERS: string; REDIS_URL: string }
/**
 * `vendorPort`: where the platform under `faults` looks for its chat model, which a test opens there; `tracesPort`: where that under `platform` sends its traces.
 * `shortenedBy`: the divisor of its spans of time, those of replicas too.
 */
export type PlatformAddresses = {
  url: string
  dataDir: string
  vendorPort?: number
  tracesPort?: number
  shortenedBy?: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    backing: BackingAddresses
    /** The same Redis, as the user of each process, with its rights alone. */
    redisUrls: Record<RedisUser, string>
    platforms: PlatformAddresses[]
    /** Number of platforms that are started, from the project's configuration; 1 by default. */
    platformCount?: number
  }
}

/** The platform of this worker: files that run at the same time disturb none but their own. */
export function ownPlatform(): PlatformAddresses {
  const platforms = inject('platforms')
  // From 1 on; another worker with the same number runs when this one has ended.
  const platform = platforms[(Number(process.env.VITEST_POOL_ID) - 1) % platforms.length]
  if (!platform) throw new Error('no platform was started')
  return platform
}
