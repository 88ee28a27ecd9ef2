import { VendorError } from '@utter/contracts/vendor-error'
import type { Log } from '@utter/telemetry/log'
import type { SpeechProvider } from '../../domain/voice.ts'

export type VendorChecks = {
  /** Asks each vendor whether it can be used, and logs what has changed. */
  check(): Promise<void>
  /** The vendors that refused their key in the last check. */
  refused(): ReadonlySet<string>
}

/** A wrong key is known at the start, and not from the first job. @param keys the variable of each vendor's key */
export function createVendorChecks(vendors: SpeechProvider[], keys: Record<string, string>, log: Log): VendorChecks {
  const before = new Map<string, string>()
  const refused = new Set<string>()
  const told = (name: string, code: string) => {
    const isNew = before.get(name) !== code
    before.set(name, code)
    return isNew
  }
  return {
    refused: () => refused,
    async check() {
      for (const { name, check } of vendors) {
        try {
          await check?.()
          refused.delete(name)
          if (before.has(name) && told(name, '')) log.info({ provider: name }, 'a provider of voices is back')
        } catch (error) {
          if (!(error instanceof VendorError)) throw error
          const isRefused = error.code === 'speech_not_configured'
          if (isRefused) refused.add(name)
          if (!told(name, error.code)) continue
          if (isRefused)
            log.error(
              { provider: name, variable: keys[name], err: error },
              'a provider of voices refuses its key: correct the variable, its voices cannot speak until then',
            )
          else log.warn({ provider: name, err: error }, 'a provider of voices cannot be used')
        }
      }
    },
  }
}
