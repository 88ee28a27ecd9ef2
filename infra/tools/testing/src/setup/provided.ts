/** Values that the set-ups provide to tests: `inject('backing')`, `inject('platform')`. */
export type BackingAddresses = { MONGO_URL: string; KAFKA_BROKERS: string; REDIS_URL: string }
/**
 * `vendorPort`: where the platform under `faults` looks for its chat model, `tracesPort`: where that under `platform` sends its traces. A test opens one there.
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
    platform: PlatformAddresses
  }
}
