import { createHiding } from '@utter/telemetry/hide-secrets'

const credentials = /\/\/[^/@\s]*@/g
const mailAddress = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g

/** Removes secrets, credentials of addresses and mail addresses from what a store or a vendor has answered. @param env whose secrets are in no report */
export function createRedact(env: NodeJS.ProcessEnv): (text: string) => string {
  const hide = createHiding(env)
  return (text) => hide(text).replace(credentials, '//…@').replace(mailAddress, '…')
}
