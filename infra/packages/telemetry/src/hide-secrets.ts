import { unescape as decode } from 'node:querystring'

/** Variables that hold secrets, by the ends of their names. */
const namesOfSecrets = /_(KEY|SECRET|TOKEN|PASSWORD)$/
/** `OTEL_EXPORTER_OTLP_HEADERS` and its like: `name=value`, with commas, where a value may be the key of a collector. */
const namesOfHeaders = /_HEADERS$/
const passwordInAddress = /^[a-z][a-z\d+.-]*:\/\/[^/@]*:([^/@]+)@/i
/** Passwords of Sentinels: `?sentinelPassword=…`. */
const passwordInParameter = /^[a-z][a-z\d+.-]*:\/\/[^#]*[?&]\w*password=([^&#]+)/i
/** Characters: a shorter value would be found in ordinary words. */
const minLength = 8

/** The secrets of an environment, each of several with commas, and the passwords in its addresses. */
export const secretsIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env)
    .flatMap(([name, value = '']) => secretsOf(name, value))
    .filter(({ length }) => length >= minLength)

function secretsOf(name: string, value: string): string[] {
  const parts = value.split(',').map((part) => part.trim())
  if (namesOfSecrets.test(name)) return parts
  const encoded = namesOfHeaders.test(name)
    ? parts.map((part) => part.slice(part.indexOf('=') + 1))
    : [passwordInAddress, passwordInParameter].flatMap((password) => password.exec(value)?.slice(1) ?? [])
  return encoded.flatMap((secret) => [...new Set([secret, decode(secret)])])
}

/**
 * Takes the secrets of an environment out of texts that leave the process: a vendor may name the key that it refused,
 * and its error is in a line of log, as the cause of ours.
 */
export function createHiding(env: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = secretsIn(env)
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
