/** Variables that hold secrets, by the ends of their names. */
const namesOfSecrets = /_(KEY|SECRET|TOKEN|PASSWORD)$/
const passwordInAddress = /^[a-z][a-z\d+.-]*:\/\/[^/@]*:([^/@]+)@/i
/** Characters: a shorter value would be found in ordinary words. */
const minLength = 8

/** The secrets of an environment, each of several with commas, and the passwords in its addresses. */
export const secretsIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env)
    .flatMap(([name, value = '']) =>
      namesOfSecrets.test(name)
        ? value.split(',').map((one) => one.trim())
        : (passwordInAddress.exec(value)?.[1] ?? []),
    )
    .filter(({ length }) => length >= minLength)

/**
 * Takes the secrets of an environment out of texts that leave the process: a vendor may name the key that it refused, and its error stands
 * in a line of log, as the cause of ours.
 */
export function createHiding(env: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = secretsIn(env)
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
}
