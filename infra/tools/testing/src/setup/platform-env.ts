/**
 * Variables that differ for every process of a platform under test: all customers have one address, the checker reads
 * hundreds of streams, and receivers of webhooks are on this machine.
 */
export const platformEnv = {
  SIGNUPS_PER_ADDRESS: '10000',
  SIGNUP_PROOF_AFTER: '0',
  REFERRAL_NETWORK_HOURS: '0',
  UNVERIFIED_FREE_CALLS: '0',
  FREE_CALLS_PER_NETWORK: '1000000',
  FREE_VENDOR_CHARACTERS_PER_NETWORK: '0',
  FREE_CHAT_CHARACTERS_PER_NETWORK: '0',
  READS_PER_MINUTE: '100000',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // The quick voices and the small model: what is tested is the platform, at the pace of the smallest machine.
  NATURAL_VOICES: 'off',
  LOCAL_CHAT_MODEL: 'small',
}

/** Where traces go. */
export const tracesEnv = (port: number | undefined): Record<string, string> =>
  port === undefined
    ? {}
    : {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '200',
      }

/** Time for which the silence of the chat model is waited for. */
export const chatLimitMs = 6_000
/** The chat model that a test opens there. */
export const vendorEnv = (port: number | undefined): Record<string, string> =>
  port === undefined ? {} : { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, CHAT_LIMIT_MS: String(chatLimitMs) }

/** Divides the spans that a takeover waits for: the claim of a dead worker is taken over after five seconds in place of fifteen. */
export const shortenedEnv = (divisor: number | undefined): Record<string, string> =>
  divisor === undefined ? {} : { SHORTENED_BY: String(divisor) }
