/** What the set-ups give to tests: `inject('backing')`, `inject('platform')`. */
export type BackingAddresses = { MONGO_URL: string; KAFKA_BROKERS: string; REDIS_URL: string }
export type PlatformAddresses = { url: string; dataDir: string }

declare module 'vitest' {
  export interface ProvidedContext {
    backing: BackingAddresses
    platform: PlatformAddresses
  }
}
